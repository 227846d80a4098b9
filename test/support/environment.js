/**
 * A context of its own for each test file, or one that files share: in a worker, files that compare tiers find the modules that
 * others have loaded (test/support/runner.js). What V8 has compiled then serves all of them: 162 files took 379 seconds
 * of CPU, and 648 by themselves. With `WHOLE`, as in `npm run verify`, every file is by itself.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const { TestEnvironment } = createRequire(import.meta.url)('jest-environment-node');

const tests = join(import.meta.dirname, '..');
const tiers = join(import.meta.dirname, 'tiers.ts');

/** Files that count modules, memory or time, replace what others import, or change limits for good. */
const needsItself = new RegExp(
  [
    'jest\\.(mock|doMock|resetModules|isolateModules|useFakeTimers)',
    'collectGarbage|CountedModules|installed\\(|any-runs|Object\\.assign\\(least',
  ].join('|'),
);

/** The files of tests that a file imports, and those that they import. */
function reached(file, found = new Set()) {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import) '(\.[^']*)\.js'/g)) {
    const other = resolve(dirname(file), `${path}.ts`);
    if (other.startsWith(tests)) reached(other, found);
  }
  return found;
}

/** The name of the files that share a context with a file; null if it is by itself. Arrays of numpy-ts share a memory, which fills. */
function groupOf(file) {
  const text = readFileSync(file, 'utf8');
  if (process.env.WHOLE !== undefined || needsItself.test(text)) return null;
  const imported = [...reached(file)];
  const loads = (part) => imported.some((path) => part.test(readFileSync(path, 'utf8')));
  return imported.includes(tiers) && !loads(/(delta-tape|src)\/numpy/) ? 'tiers' : null;
}

const shared = new Map();

export default class Environment extends TestEnvironment {
  constructor(config, context) {
    const group = groupOf(context.testPath);
    if (shared.has(group)) return shared.get(group);
    super(config, context);
    if (group === null) return;
    shared.set(group, this);
    this.modules = new Map();
    this.sourceMaps = new Map();
  }

  async teardown() {
    if (this.modules === undefined) await super.teardown();
  }
}
