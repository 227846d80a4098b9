/** `delta-tape include`: what it adds to package.json, and what it refuses. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../src/cli/command-line.js';

let folder: string;
const before = process.cwd();

const write = (name: string, content: object | string): void => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
};
const manifest = () => readFileSync(join(folder, 'package.json'), 'utf8');

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'delta-tape-')));
  write('node_modules/a/package.json', { dependencies: { b: '1', 'delta-tape': '1' } });
  write('node_modules/a/node_modules/b/package.json', { dependencies: { '@s/c': '1', gone: '1' } });
  write('node_modules/@s/c/package.json', { dependencies: { a: '1' } });
  write('node_modules/delta-tape/package.json', {});
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

/** The output, and the exit code. Each call is of another process, so that package.json is read anew. */
async function included(...words: string[]): Promise<readonly [number, string]> {
  let printed = '';
  const stream = { write: (text: string) => ((printed += text), true) };
  let exit = -1;
  await jest.isolateModulesAsync(async () => {
    const { run: isolated } = (await import('../../src/cli/command-line.js')) as {
      run: typeof run;
    };
    exit = await isolated(['include', ...words], { out: stream, err: stream } as never);
  });
  return [exit, printed];
}

test('It adds packages, with what they need, and says so when all are there.', async () => {
  write('package.json', '{\n    "name": "x",\n    "delta-tape": { "exclude": ["old"] }\n}');
  expect(await included('a')).toEqual([0, `${join(folder, 'package.json')}: added a, @s/c, b.\n`]);
  const include = ['.', 'node_modules/a', 'node_modules/@s/c', 'node_modules/b'];
  const expected = { name: 'x', 'delta-tape': { exclude: ['old'], include } };
  expect(manifest()).toBe(JSON.stringify(expected, null, 4));
  expect(await included('a', 'node_modules/@s/c')).toEqual([
    0,
    'a, @s/c, b: translated already.\n',
  ]);
  expect(manifest()).toBe(JSON.stringify(expected, null, 4));
});

test('It keeps patterns that are there, the end of lines, and adds what they leave out.', async () => {
  write('package.json', '{\r\n\t"delta-tape": { "include": ["src", "@s/*"] }\r\n}\r\n');
  expect(await included('a', '--json')).toEqual([
    0,
    `${JSON.stringify({ added: ['a', 'b'] }, null, 2)}\n`,
  ]);
  expect(manifest()).toMatch(/^\{\r\n\t"delta-tape": \{\r\n[^]*\}\r\n$/);
  expect(JSON.parse(manifest())).toEqual({
    'delta-tape': { include: ['src', '@s/*', 'node_modules/a', 'node_modules/b'] },
  });
});

test('It refuses packages that are not installed, and folders without a package.json.', async () => {
  write('package.json', '{}');
  expect(await included('gone')).toEqual([
    2,
    `delta-tape: there is no package gone in node_modules of ${folder}.\n`,
  ]);
  expect(manifest()).toBe('{}');
  rmSync(join(folder, 'package.json'));
  expect(await included('a')).toEqual([
    2,
    `delta-tape: there is no package.json in ${folder} or above.\n`,
  ]);
  expect((await included())[1]).toMatch('PACKAGE... is missing');
});
