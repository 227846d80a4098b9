/** The command as a user runs it: the lines of docs/command.md, in processes of their own, and what needs packages. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const repository = join(__dirname, '../..');
const command = join(repository, 'dist/node/cli/main.js');
const text = readFileSync(join(repository, 'docs/command.md'), 'utf8');
const blocks = [...text.matchAll(/^```(\S+)\n([^]*?)^```$/gm)].map(([, kind, body]) => ({
  kind,
  body,
}));

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'delta-tape-command-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(repository, join(folder, 'node_modules/delta-tape'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  for (const { kind, body } of blocks)
    if (/\.(ts|csv)$/.test(kind)) writeFileSync(join(folder, kind), body);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The words of a line, which may stand in quotation marks. */
const wordsOf = (line: string): string[] =>
  [...line.trim().matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare,
  );

const ran = (words: readonly string[]) =>
  spawnSync(process.execPath, [command, ...words], { cwd: folder, encoding: 'utf8' });

const lines = blocks.flatMap(({ kind, body }, k) =>
  kind === 'sh' ? [[body.trim(), blocks[k + 1]] as const] : [],
);

test('The page shows lines with what they print.', () => {
  expect(lines.length).toBeGreaterThan(4);
  expect(lines.every(([, { kind }]) => kind === 'console')).toBe(true);
});

test.each(lines)('%s prints what the page says.', (line, { body }) => {
  const [, , ...words] = wordsOf(line);
  const { stdout, stderr } = ran(words);
  expect(stdout + stderr).toBe(body);
});

test('A drawing and a picture are SVG.', () => {
  const fit = ['fit', 'cooling.csv', '--model', 'a + b * minutes', '--svg', 'fit.svg'];
  const results = [
    ran(fit),
    ran(['explain', 'spring.ts#stretch', '--at', '[0, 2]', '--svg', 'lets.svg']),
  ];
  expect(results.map(({ status, stderr }) => [status, stderr])).toEqual([
    [0, ''],
    [0, ''],
  ]);
  const [picture, drawing] = ['fit.svg', 'lets.svg'].map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  );
  expect(picture.match(/aria-roledescription="circle"/g)).toHaveLength(18);
  expect(picture).toContain('>residual<');
  expect(drawing).toMatch(/^<\?xml[^]*<svg[^]*>s\[0\] = 0<[^]*>x1 = 1</);
});

test('A third of a million rows are fitted within 250 MB.', () => {
  const rows = Array.from({ length: 300_000 }, (_, k) => {
    const t = k / 30_000;
    return `${t.toFixed(6)},${(2.5 * Math.exp(-0.4 * t) + 0.3 + 0.05 * Math.sin(7 * k)).toFixed(6)}`;
  });
  writeFileSync(join(folder, 'many.csv'), `t,y\n${rows.join('\n')}\n`);
  const memory = 'process.on("exit", () => console.error(process.resourceUsage().maxRSS / 1024));';
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      ...['--import', `data:text/javascript,${encodeURIComponent(memory)}`, command],
      ...['fit', 'many.csv', '--model', 'a*exp(-b*t)+c'],
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  expect(stdout).toMatch(/^a +2\.5/m);
  expect(Number(stderr)).toBeLessThan(250);
});

test('Data come through a pipe.', () => {
  const { stdout, status } = spawnSync(process.execPath, [command, 'fit', '-', '--model', 'a*x'], {
    input: 'x;y\n1;2,5\n2;5,0\n',
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^a +2\.5 /m)]);
});

describe('Errors of modules are told without a stack:', () => {
  test.each([
    [
      'late.mjs',
      'export const f = (x) => x * x; setTimeout(() => { throw new Error("late"); }, 1);',
      /^delta-tape: late$/,
      3,
    ],
    [
      'refused.mjs',
      'Promise.reject(new Error("refused")); export const f = (x) => x;',
      /^delta-tape: refused$/,
      3,
    ],
    [
      'loading.mjs',
      'throw new Error("loading");',
      /^delta-tape: loading.mjs cannot be loaded: loading$/,
      3,
    ],
    [
      'broken.ts',
      'export const f = (x => x',
      /^delta-tape: broken.ts cannot be loaded: SyntaxError: .*\(\d+:\d+\)$/,
      3,
    ],
    [
      'notes.txt',
      'hello',
      /^delta-tape: notes.txt is not a module: give a file of TypeScript or JavaScript.$/,
      2,
    ],
  ])('%s', (name, body, said, exit) => {
    writeFileSync(join(folder, name), body);
    const { status, stderr } = ran(['grad', `${name}#f`, '--at', '1']);
    expect([status, stderr.trimEnd()]).toEqual([exit, expect.stringMatching(said)]);
  });
});

test('A reader that goes away early is no error.', () => {
  const line = `"${process.execPath}" "${command}" explain "spring.ts#stretch" --at "[${Array.from({ length: 20_000 }, (_, k) => k).join(',')}]"`;
  writeFileSync(join(folder, 'early.sh'), `${line} | head -n 1\n`);
  const { stdout, stderr } = spawnSync('sh', ['early.sh'], { cwd: folder, encoding: 'utf8' });
  expect([stdout.split('\n').length, stderr]).toEqual([2, '']);
});

test('A file outside of every project that has the library is an error that says what to install.', () => {
  const alone = mkdtempSync(join(tmpdir(), 'delta-tape-alone-'));
  writeFileSync(join(alone, 'f.mjs'), 'export const f = (x) => x * x;');
  const { status, stderr } = ran(['grad', `${join(alone, 'f.mjs')}#f`, '--at', '1']);
  rmSync(alone, { recursive: true });
  expect(status).toBe(2);
  expect(stderr).toMatch(/run npm install delta-tape there\.\n$/);
});
