/**
 * `delta-tape/register` by every door that Node has: entries of both kinds, `--import` and
 * `--require`, threads, processes, text given to Node, hooks of others. The same under each Node.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hooksRunInProgram } from '../../../src/plain/loaders/hook-thread.js';
import { installed, ran } from '../../support/installed.js';
import { inTurn } from '../../support/sample.js';

const isInThread = hooksRunInProgram(process.versions.node);
const gradient = `const { grad } = require('delta-tape');`;
const imports = `import { grad } from 'delta-tape';`;
const cube = 'export const cube = (x: number): number => x * x * x;\n';
const square = 'exports.square = (x) => x * x;\n';

const shared: Readonly<Record<string, string>> = {
  'model.ts': cube,
  'square.cjs': square,
  'data.json': '{ "data": 7 }',
  'module.mjs': `export const cube = (x) => x * x * x;`,
  'named.cts': `export const square = (x: number): number => x * x;\nexport default 5;\n`,
  'a b#c%20?.ts': cube,
  'circle.cjs': `exports.first = 1;\nexports.second = require('./circle2.cjs').seen + 1;`,
  'circle2.cjs': `exports.seen = require('./circle.cjs').first;`,
  'node_modules/numeric/package.json': `{ "type": "module", "exports": "./index.js" }`,
  'node_modules/numeric/index.js': 'export const f = (x) => x * x;',
  'node_modules/scripts/package.json': '{ "main": "./index.js" }',
  'node_modules/scripts/index.js': 'exports.f = (x) => x * x;',
  'package.json': `{ "delta-tape": { "include": ["*", "node_modules/numeric", "node_modules/scripts"] } }`,
  'other-hooks.mjs': `
    import module from 'node:module';
    module.registerHooks({
      resolve: (specifier, context, next) => specifier === 'other:x'
        ? { url: new URL('./not-there.js', import.meta.url).href, shortCircuit: true }
        : next(specifier, context),
      load: (url, context, next) => url.endsWith('not-there.js')
        ? { format: 'module', source: 'export const nine = 9;', shortCircuit: true }
        : next(url, context),
    });`,
  'other.mjs': `
    import { nine } from 'other:x';
    import { square } from './square.cjs';
    ${imports}
    console.log(nine, grad(square)(3));`,
};

/** Programs with what they print, in both ways to register. */
const programs: Readonly<Record<string, readonly [text: string, printed: string]>> = {
  'module.ts': [
    `${imports}
    import { cube } from './model.js';
    enum Kind { cubes = 'cubes' }
    namespace Inner { export const two = 2; }
    class Scaled {
      constructor(private readonly by: number) {}
      of(x: number): number { return this.by * x * x; }
    }
    console.log(grad(cube)(2), Kind.cubes, grad((x: number) => new Scaled(Inner.two).of(x))(3));`,
    '12 cubes 12',
  ],
  'typed.mts': [
    `${imports}
    import { cube } from './model';
    console.log(grad(cube)(await 2), import.meta.resolve('./model').endsWith('/model.ts'));`,
    '12 true',
  ],
  'typed.cts': [
    `import named = require('./named.cjs');
    ${gradient}
    console.log(grad(named.square)(3), require.main === module, require.resolve('./model').endsWith('model.ts'));`,
    '6 true true',
  ],
  'script.cjs': [
    `${gradient}
    const { square } = require('./square.cjs');
    const { cube } = require('./model');
    const all = [square, cube, require('./a b#c%20?').cube, require('./module.mjs').cube];
    console.log(all.map((f) => grad(f)(2)).join(), require.main === module, require('./data').data);
    console.log(require('./circle.cjs').second, require('node:path') === require('path'));`,
    '4,12,12,12 true 7\n2 true',
  ],
  'mixed.mjs': [
    `${imports}
    import { createRequire } from 'node:module';
    import script, { square } from './square.cjs';
    import data from './data.json' with { type: 'json' };
    const require = createRequire(import.meta.url);
    const [first, second] = [await import('./module.mjs?1'), await import('./module.mjs?2')];
    const all = [square, script.square, first.cube, second.cube, require('./model').cube];
    console.log(all.map((f) => grad(f)(2)).join(), first === second, data.data);`,
    '4,4,12,12,12 false 7',
  ],
  'packages.mjs': [
    `${imports}
    import { createRequire } from 'node:module';
    import { f } from 'numeric';
    import { f as g } from 'scripts';
    const require = createRequire(import.meta.url);
    const all = [f, g, require('numeric').f, require('scripts').f];
    console.log(all.map((h) => grad(h)(2)).join());`,
    '4,4,4,4',
  ],
  'thread.mjs': [
    `${imports}
    import { isMainThread, Worker } from 'node:worker_threads';
    import { cube } from './model.js';
    if (isMainThread) new Worker(new URL(import.meta.url));
    else console.log(grad(cube)(2));`,
    '12',
  ],
  'thread.cjs': [
    `const { isMainThread, Worker } = require('node:worker_threads');
    ${gradient}
    const { square } = require('./square.cjs');
    if (isMainThread) new Worker(__filename);
    else console.log(grad(square)(2));`,
    '4',
  ],
  'process.mjs': [`import { fork } from 'node:child_process';\nfork('./typed.mts');`, '12 true'],
};

let folder: string;
let remove: () => void;

beforeAll(async () => {
  const { project, ...rest } = await installed();
  remove = rest.remove;
  folder = join(project, 'doors');
  const texts = Object.entries(programs).map(([name, [text]]) => [name, text] as const);
  for (const [name, text] of [...Object.entries(shared), ...texts]) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}, 180_000);

afterAll(() => remove());

const node = async (...args: string[]): Promise<string> =>
  (await ran(process.execPath, ['--no-warnings', ...args], folder)).stdout.trim();

const [major, minor] = process.versions.node.split('.').map(Number);
/** Node 22.15 to 22.22 and 24.0 to 24.11 cannot require ES modules beside hooks (docs/plain.md). */
const onlyImports = !isInThread && ((major === 22 && minor >= 15) || major === 24);
const ways = onlyImports ? ['--import'] : ['--import', '--require'];

describe.each(ways)('Node with %s delta-tape/register', (way) => {
  const registered = [way, 'delta-tape/register'];

  test.each(inTurn(Object.keys(programs), 2))('runs %s.', async (name) => {
    expect(await node(...registered, name)).toBe(programs[name][1]);
  });

  test('runs text that it is given, of both kinds.', async () => {
    const module = `${imports} import { cube } from './model.js'; console.log(grad(cube)(2))`;
    expect(await node(...registered, '--input-type=module', '-e', module)).toBe('12');
    const script = `${gradient} grad(require('./model').cube)(2)`;
    expect(await node(...registered, '-p', script)).toBe('12');
  });
});

test('The environment may name what is registered.', async () => {
  const env = { ...process.env, NODE_OPTIONS: '--import delta-tape/register --no-warnings' };
  expect((await ran(process.execPath, ['module.ts'], folder, env)).stdout).toBe('12 cubes 12\n');
});

test('Others may put loaders in the place of ours, which call them, as ts-node does.', async () => {
  const text = `
    const Module = require('node:module');
    const seen = [];
    for (const ending of ['.mts', '.mjs', '.ts']) {
      const before = Module._extensions[ending] ?? Module._extensions['.js'];
      Module._extensions[ending] = (module, file) => (seen.push(ending), before(module, file));
    }
    const { grad } = require('delta-tape');
    console.log(grad(require('./model.ts').cube)(2), seen.includes('.ts'));`;
  writeFileSync(join(folder, 'others.cjs'), text);
  expect(await node('--import', 'delta-tape/register', 'others.cjs')).toBe('12 true');
});

test('Tests of Node itself are translated.', async () => {
  const text = `import test from 'node:test';\n${imports}\nimport { cube } from './model';
    import { equal } from 'node:assert';\ntest('slope', () => equal(grad(cube)(2), 12));`;
  writeFileSync(join(folder, 'own.test.ts'), text);
  const printed = await node('--import', 'delta-tape/register', '--test', 'own.test.ts');
  expect(printed).toMatch(/pass 1\b/);
  expect(printed).toMatch(/fail 0\b/);
});

/** In a thread of their own, hooks see nothing of those of others, nor of `require`. */
const whereInThread = (tests: () => void) =>
  isInThread && describe('Where hooks run in the thread', tests);

whereInThread(() => {
  const ours = ['--import', 'delta-tape/register'];
  const others = ['--import', './other-hooks.mjs'];

  test.each([
    ['before', [...others, ...ours]],
    ['after', [...ours, ...others]],
  ])('those of others may come %s ours.', async (_, args) => {
    expect(await node(...args, 'other.mjs')).toBe('9 6');
  });

  test('what is imported and required is one module, with all names.', async () => {
    const text = `
      import { createRequire } from 'node:module';
      import { cube } from './model.js';
      import { square } from './named.cts';
      const require = createRequire(import.meta.url);
      console.log(cube === require('./model').cube, square === require('./named.cts').square);`;
    writeFileSync(join(folder, 'one.mts'), text);
    expect(await node(...ours, 'one.mts')).toBe('true true');
  });
});
