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
  [...line.trim().matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare);

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

test('A file outside of every project that has the library is an error that says what to install.', () => {
  const alone = mkdtempSync(join(tmpdir(), 'delta-tape-alone-'));
  writeFileSync(join(alone, 'f.mjs'), 'export const f = (x) => x * x;');
  const { status, stderr } = ran(['grad', `${join(alone, 'f.mjs')}#f`, '--at', '1']);
  rmSync(alone, { recursive: true });
  expect(status).toBe(2);
  expect(stderr).toMatch(/run npm install delta-tape there\.\n$/);
});
