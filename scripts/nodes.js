/**
 * The library under the current releases of Node, which need not be installed: `npm run test:nodes`. Under each,
 * the packed library is installed and used with the loaders, known answers and packages are checked, and
 * random programs with the seed of the day (`SEED=7` draws others); then the main program runs.
 *
 * Arguments are other versions (`-- 22.12.0`). `--full` runs all tests. `--after '12 passed, 0 failed'`
 * adds what was counted before, so that the last line tells of everything.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { nodeOf, npm } from './node-binaries.js';
import { counts, jest, repository, run } from './running.js';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean' }, after: { type: 'string' } },
});
const versions = positionals.length > 0 ? positionals : ['22', '24', '26'];

const main = join(repository, 'examples/digits/main.ts');
const day = String(Math.floor(Date.now() / 86_400_000));
const sample = [
  'test/package.test.ts',
  ...['examples', 'register', 'start'].map((name) => `test/plain/loaders/${name}.test.ts`),
  'test/seed-cases.test.ts',
  'test/plain/seed-cases.test.ts',
  'test/plain/random/random.test.ts',
  'test/plain/packages.test.ts',
];

/** The library as a tarball, and the files in it. */
function packed(folder) {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [{ filename, files }] = JSON.parse(npm(args, { cwd: repository }));
  return { tarball: join(folder, filename), files: files.map(({ path }) => path) };
}

const total = { passed: 0, failed: 0 };
const add = ({ passed, failed }) => {
  total.passed += passed;
  total.failed += failed;
};

async function checkUnder(node, folder, { tarball, files }) {
  const project = join(folder, 'project');
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  const path = `${dirname(node)}${delimiter}${process.env.PATH}`;
  const env = { SEED: day, ...process.env, PATH: path };
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  npm(['install', ...quiet, tarball], { cwd: project, env });

  const INSTALLED = JSON.stringify({ project, files });
  const tests = options.full ? [] : ['--maxWorkers=2', ...sample];
  add(counts(await run(node, [jest, '--ci', ...tests], { ...env, INSTALLED })));

  const job = await run(node, ['--import', 'delta-tape/register', main], env);
  const isRight = job.isGood && /^test accuracy: 0\.9/m.test(job.printed);
  add(isRight ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

if (options.after !== undefined) add(counts({ printed: options.after, isGood: true }));
const temporary = mkdtempSync(join(tmpdir(), 'delta-tape-'));
try {
  const library = packed(temporary);
  for (const version of versions) {
    console.log(`\nNode ${version}`);
    try {
      await checkUnder(nodeOf(version), join(temporary, version), library);
    } catch (error) {
      console.error(error);
      add({ passed: 0, failed: 1 });
    }
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`${total.passed} passed, ${total.failed} failed`);
