/**
 * The error of a native operator in a package prints a line of configuration. Put into the configuration, as
 * it is printed, it makes the program run: under Node's hooks, in a bundle, and under Jest.
 */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installed, ran } from '../../support/installed.js';

const repository = join(__dirname, '../../..');
const manifest = (field = '') => `{ "private": true${field === '' ? '' : `, ${field}`} }`;
const building = (plugin = 'deltaTape()') => `
  import { build } from 'esbuild';
  import deltaTape from 'delta-tape/esbuild';
  await build({
    entryPoints: ['main.mts'], bundle: true, outfile: 'bundle.mjs', format: 'esm', sourcemap: 'inline',
    plugins: [${plugin}],
  });`;

const files: Readonly<Record<string, string>> = {
  'node_modules/numeric/package.json': '{ "main": "./index.js" }',
  'node_modules/numeric/index.js': 'exports.twice = (x) => x * 2;\n',
  'main.mts': `
    import { grad } from 'delta-tape';
    import { twice } from 'numeric';
    console.log(grad((x: number) => twice(x) * x)(3));`,
  'jest.config.cjs': `module.exports = { preset: 'delta-tape' };`,
  'numeric.test.js': `
    const { grad } = require('delta-tape');
    const { twice } = require('numeric');
    test('f', () => expect(grad((x) => twice(x) * x)(3)).toBe(12));`,
};

let project: string;
let remove: () => void;

const write = (name: string, text: string): void => {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  writeFileSync(join(project, name), text);
};

beforeAll(async () => {
  ({ project, remove } = await installed());
  for (const tool of ['esbuild', 'jest', 'babel-jest']) {
    const path = join(project, 'node_modules', tool);
    if (!existsSync(path)) symlinkSync(join(repository, 'node_modules', tool), path);
  }
  for (const [name, text] of Object.entries(files)) write(name, text);
}, 240_000);

beforeEach(() => write('package.json', manifest()));

afterAll(() => remove());

/** What a program prints, on both channels. */
const node = async (...args: string[]): Promise<string> => {
  const { stdout, stderr } = await ran(process.execPath, args, project);
  return stdout + stderr;
};

/** What a program says that fails. */
async function refused(run: () => Promise<string>): Promise<string> {
  let printed: string;
  try {
    printed = await run();
  } catch (error) {
    return String(error);
  }
  throw new Error(`nothing was refused: ${printed}`);
}

const place = /in (exports\.)?twice at \S*node_modules.numeric.index\.js:1:\d+, a dual number met/;
const field = /"delta-tape": \{[^}]*\}/;

describe('The line that the error of a package prints', () => {
  test('has Node translate the package.', async () => {
    const run = () => node('--import', 'delta-tape/register', 'main.mts');
    const text = await refused(run);
    expect(text).toMatch(place);
    expect(text).toMatch(/in the package numeric, called from \S*main\.mts:4:\d+\./);
    write('package.json', manifest(field.exec(text)![0]));
    expect(await run()).toBe('12\n');
  });

  test('has esbuild translate the package.', async () => {
    const run = async (): Promise<string> => {
      await node('build.mjs');
      return node('--enable-source-maps', 'bundle.mjs');
    };
    write('build.mjs', building());
    const text = await refused(run);
    expect(text).toMatch(place);
    write('build.mjs', building(/deltaTape\(\{.*?\}\)/.exec(text)![0]));
    expect(await run()).toBe('12\n');
  });

  test('has Jest translate the package.', async () => {
    const run = () => node('node_modules/jest/bin/jest.js', '--rootDir', project);
    const text = await refused(run);
    expect(text).toMatch(place);
    expect(text).toMatch("with preset: 'delta-tape' in jest.config.js");
    write('package.json', manifest(field.exec(text)![0]));
    expect(await run()).toMatch('1 passed');
  });
});
