/**
 * The long checks, of which the tests take a sample: `npm run verify`, or `npm run verify -- soak seeds` for some.
 * What they find is kept with its date in benchmarks/VERIFY.md. To add one, add a row to `checks`.
 */
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { counts, jest, repository, run } from './running.js';

const node = process.execPath;
const script = (name) => join(import.meta.dirname, name);
const day = Math.floor(Date.now() / 86_400_000);

const textOf = (file) => readFileSync(join(repository, file), 'utf8');

/** Tests that draw random programs and structures. Trainings are killed at random by a check of their own. */
const drawing = () =>
  readdirSync(join(repository, 'test'), { recursive: true })
    .filter((file) => file.endsWith('.test.ts') && !file.endsWith('killed.test.ts'))
    .map((file) => join('test', file))
    .filter((file) => /fast-check|\bSEED\b/.test(textOf(file)));

/**
 * They are run with other seeds each day: first all tests of their files, which tell what they draw (test/support/seed.ts),
 * and then those that drew. Files that draw by themselves are run as they are.
 */
async function seeds(count) {
  const files = drawing();
  const told = join(mkdtempSync(join(tmpdir(), 'seeds-')), 'drawn');
  const bad = new Set();
  const test = async (seed, args, more = {}) => {
    const env = { ...process.env, SEED: seed, WHOLE: '1', ...more };
    if (!(await run(node, [jest, '--ci', ...args], env)).isGood) bad.add(seed);
  };
  const first = day * 1000;
  await test(first, files, { DRAWN: told });
  const drawn = readFileSync(told, 'utf8').trim().split('\n').map(JSON.parse);
  const known = new Set(drawn.map(([file]) => relative(repository, file)));
  const partly = files.filter((file) => known.has(file) && !/\bSEED\b/.test(textOf(file)));
  const wholly = files.filter((file) => !partly.includes(file));
  const names = new Set(drawn.map(([, name]) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
  for (let seed = first + 1; seed < first + count; seed++) {
    await test(seed, ['--testNamePattern', `^(${[...names].join('|')})$`, ...partly]);
    await test(seed, wholly);
  }
  const found = bad.size === 0 ? 'nothing found' : `failed with SEED=${[...bad].join(', ')}`;
  return { isGood: bad.size === 0, text: `${count} seeds from ${first} on: ${found}` };
}

/** Whether a check has noticed what it was shown. */
const controlOf = ({ isGood }, what) => `${what} is ${isGood ? 'not ' : ''}noticed`;

async function soak(rounds) {
  const { printed, isGood } = await run(node, ['--expose-gc', script('soak.js'), rounds]);
  const leaking = await run(node, ['--expose-gc', script('soak.js'), '200', '--leak']);
  const sizes = printed.trim().split('\n').slice(0, -1).join('; ');
  const control = controlOf(leaking, 'a leak');
  return { isGood: isGood && !leaking.isGood, text: `${rounds} rounds: ${sizes}; ${control}` };
}

/** The tests of which `npm test` takes a sample. */
async function whole() {
  const sampling = ['--findRelatedTests', 'test/support/sample.ts'];
  const all = await run(node, [jest, '--ci', ...sampling], { ...process.env, WHOLE: '1' });
  return { isGood: all.isGood, text: `${counts(all).passed} passed, ${counts(all).failed} failed` };
}

/** A training that is killed a hundred times ends with the bits of one that is not. */
async function killed() {
  const test = ['test/learn/training/killed'];
  const all = await run(node, [jest, '--ci', ...test], { ...process.env, WHOLE: '1' });
  return { isGood: all.isGood, text: all.isGood ? '100 kills: the same bits' : 'other bits' };
}

/** Faults of machines that take long, tasks without number, and networks of their own. */
async function machines() {
  const all = await run(node, [jest, '--ci', 'test/learn/machines'], {
    ...process.env,
    WHOLE: '1',
  });
  return { isGood: all.isGood, text: `${counts(all).passed} passed, ${counts(all).failed} failed` };
}

/** Posteriors with references, with as many draws as a user would take. */
async function inference() {
  const all = await run(node, [jest, '--ci', 'test/learn/inference'], {
    ...process.env,
    WHOLE: '1',
  });
  return { isGood: all.isGood, text: `${counts(all).passed} passed, ${counts(all).failed} failed` };
}

/**
 * All rules, of which `npm test` leaves out one that takes as long as the others; and the types of the sources where there
 * are none of Node and of browsers.
 */
async function lint() {
  const script = join(repository, 'scripts/check.js');
  const args = ['--max-old-space-size=6144', script];
  const rules = await run(node, args, { ...process.env, WHOLE: '1' });
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const types = await run(node, [tsc, '-p', join(repository, 'tsconfig.build.json'), '--noEmit']);
  const bad = [rules, types].find(({ isGood }) => !isGood);
  const text = bad === undefined ? 'nothing found' : bad.printed.trim().split('\n').at(-1);
  return { isGood: bad === undefined, text };
}

async function nodes(...args) {
  const result = await run(node, [script('nodes.js'), ...args]);
  const { passed, failed } = counts(result);
  return { isGood: failed === 0, text: `${passed} passed, ${failed} failed` };
}

async function bundles() {
  const { printed, isGood } = await run(node, [join(repository, 'build/scripts/bundles.js')]);
  const right = [...printed.matchAll(/^right: (.*)$/gm)].map(([, name]) => name);
  return { isGood, text: `right: ${right.join('; ')}` };
}

/** The documentation and the explorer, built and looked at in Chromium and Firefox. Each check of them is shown something wrong, too. */
async function site() {
  const built = await run(node, [join(repository, 'site/build.js')]);
  if (!built.isGood) return { isGood: false, text: 'the site is not built' };
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const types = await run(node, [tsc, '-p', join(repository, 'site/explorer')]);
  if (!types.isGood) return { isGood: false, text: types.printed.trim().split('\n').at(-1) };
  const folder = join(repository, 'site/check');
  const lines = [];
  let isGood = true;
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    const found = await run(node, [join(folder, name)]);
    // Firefox may be absent; without Chromium nothing is checked.
    if (name === 'firefox.js' && /^skipped/m.test(found.printed)) {
      lines.push(found.printed.trim().split('\n').at(-1));
      continue;
    }
    const spoilt = await run(node, [join(folder, name), '--spoilt']);
    const control = controlOf(spoilt, 'what is wrong');
    isGood &&= found.isGood && !spoilt.isGood;
    lines.push(`${name}: ${found.printed.trim().split('\n').at(-1)}, ${control}`);
  }
  return { isGood, text: lines.join('; ') };
}

/** Public packages that nobody wrote for this library, against differences. */
async function strangers() {
  const program = script('packages/check.js');
  const { printed, isGood } = await run(node, [program]);
  const spoilt = await run(node, [program, '--spoilt']);
  const lines = printed.trim().split('\n').slice(-2).join('; ');
  const control = controlOf(spoilt, 'what is wrong');
  return { isGood: isGood && !spoilt.isGood, text: `${lines}; ${control}` };
}

/** Functions of arrays against NumPy, with other calls each day; skipped without python3 and NumPy. */
async function numpy(count) {
  const program = script('numpy-python/check.js');
  const { printed, isGood } = await run(node, [program, count, String(day)]);
  const lines = printed.trim().split('\n');
  if (lines.at(-1).startsWith('skipped')) return { isGood: true, text: lines.at(-1) };
  const spoilt = await run(node, [program, '2', '1', '--spoilt']);
  const control = controlOf(spoilt, 'what is wrong');
  return { isGood: isGood && !spoilt.isGood, text: `${lines.slice(-2).join('; ')}; ${control}` };
}

/** A loop of training steps, and one that keeps its weights. */
async function memory(way, steps) {
  const program = script('training-memory.js');
  const { printed, isGood } = await run(node, [program, way, steps]);
  const leaking = await run(node, [program, way, '20000', '--leak']);
  const control = controlOf(leaking, 'a leak');
  return { isGood: isGood && !leaking.isGood, text: `${printed.split('\n')[0]}; ${control}` };
}

/** One training run under all Nodes and in Chromium. */
async function everywhere() {
  const { printed, isGood } = await run(node, [script('everywhere.js')]);
  const spoilt = await run(node, [script('everywhere.js'), '--spoilt']);
  const lines = printed.trim().split('\n').slice(0, -1).join('; ');
  const control = controlOf(spoilt, 'another loss');
  return { isGood: isGood && !spoilt.isGood, text: `${lines}; ${control}` };
}

/** Each gives a line about what was found, and whether all is well. */
const checks = {
  seeds: () => seeds(6),
  soak: () => soak('4000'),
  'training with tidy': () => memory('tidy', '100000'),
  'training, asynchronous': () => memory('async', '100000'),
  'losses everywhere': everywhere,
  'tests in whole': whole,
  'killed training': killed,
  inference,
  machines,
  'types and lint, all rules': lint,
  site,
  'public packages': strangers,
  'numpy against NumPy': () => numpy('100'),
  'bundles of everything': bundles,
  'current Nodes, all tests': () => nodes('--full', '22', '24', '26'),
  'oldest Nodes, sample': () => nodes('20.19.0', '22.12.0', '22.18.0', '24.0.0'),
};

const page = join(repository, 'benchmarks/VERIFY.md');
const head = `# Long checks

What \`npm run verify\` found, last. \`scripts/verify.js\` has the list of checks.

| check | date | Node | minutes | found |
| --- | --- | --- | ---: | --- |
`;

/** Puts a row into the page, instead of the one before. */
function keep(name, row) {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : head;
  const lines = text.split('\n').filter((line) => /^\| (?!check |---)/.test(line));
  const rows = new Map(lines.map((line) => [/^\| (.*?) \|/.exec(line)[1], line]));
  rows.set(name, `| ${[name, ...row].join(' | ')} |`);
  const ordered = Object.keys(checks).filter((check) => rows.has(check));
  writeFileSync(page, `${head}${ordered.map((check) => rows.get(check)).join('\n')}\n`);
}

const chosen = process.argv.slice(2);
const names = Object.keys(checks).filter(
  (name) => chosen.length === 0 || chosen.some((word) => name.startsWith(word)),
);
if (names.length === 0) throw new Error(`there is no check ${chosen.join(', ')}`);
let failed = 0;
for (const name of names) {
  const start = Date.now();
  const { isGood, text } = await checks[name]();
  if (!isGood) failed++;
  const minutes = ((Date.now() - start) / 60_000).toFixed(1);
  keep(name, [new Date().toISOString().slice(0, 10), process.versions.node, minutes, text]);
}
process.exitCode = failed === 0 ? 0 : 1;
console.log(`${names.length - failed} passed, ${failed} failed`);
