/** The plugins of bundlers write derivatives as files. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { gradientSource } from 'delta-tape/compile';
import { sourceWriter } from '../../../src/plain/loaders/written-sources.js';

const repository = join(__dirname, '../../..');
let folder: string;
const inFolder = (name: string) => join(folder, name);
const read = (name: string) => readFileSync(inFolder(name), 'utf8');

const model = 'export const model = (x: number[], a: number) => x[0] * a + Math.sin(x[1]);\n';
const sources = [
  { from: 'model.ts', to: 'model-gradient.ts', wrt: [0, 1] },
  { from: 'model.ts', to: 'model-jvp.ts', kind: 'jvp' },
] as const;

beforeEach(() => {
  // Inside of the repository, where packages are found.
  folder = mkdtempSync(join(repository, 'node_modules', '.written-'));
  writeFileSync(inFolder('model.ts'), model);
  writeFileSync(
    inFolder('main.ts'),
    "import { modelGradient } from './model-gradient.js';\nexport default modelGradient([2, 0], 3);\n",
  );
});

afterEach(() => rmSync(folder, { recursive: true }));

const builds = {
  vite: `import { build } from 'vite';
    const lib = { entry: 'main.ts', formats: ['es'], fileName: () => 'main.js' };
    await build({ root: '.', configFile: false, logLevel: 'silent', plugins: [plugin], build: { lib } });`,
  esbuild: `import { build } from 'esbuild';
    await build({ entryPoints: ['main.ts'], bundle: true, format: 'esm', outfile: 'dist/main.js', plugins: [plugin] });`,
};

test.each(Object.entries(builds))('%s writes them before it builds.', (name, script) => {
  buildSync({
    entryPoints: [join(repository, `src/plain/loaders/${name}.ts`)],
    outfile: inFolder('plugin.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'error',
  });
  const options = JSON.stringify({ include: ['none.ts'], sources });
  const show = "console.log(JSON.stringify((await import('./dist/main.js')).default));";
  writeFileSync(
    inFolder('build.mjs'),
    `import deltaTape from './plugin.mjs';\nconst plugin = deltaTape(${options});\n${script}\n${show}`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, ['build.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({ value: 6, gradient: [[3, 1], 2] });
  expect(read('model-jvp.ts')).toBe(gradientSource(model, { kind: 'jvp', filename: 'model.ts' }));
});

test('A file is written again only if it would be another, and only for its module.', async () => {
  const write = sourceWriter(sources, folder);
  await write(inFolder('main.ts'));
  expect(existsSync(inFolder('model-jvp.ts'))).toBe(false);
  await write();
  writeFileSync(inFolder('model-jvp.ts'), 'changed');
  await write(inFolder('model.ts'));
  expect(read('model-jvp.ts')).toContain('modelJvp');
  writeFileSync(inFolder('model.ts'), model.replace('sin', 'cos'));
  await write(inFolder('model.ts'));
  expect(read('model-jvp.ts')).toContain('-Math.sin');
});

test('Functions of other files come along, and the file is written again when these change.', async () => {
  writeFileSync(
    inFolder('user.ts'),
    "import { model } from './model.js';\nexport const user = (x: number[]) => model(x, 2);\n",
  );
  const write = sourceWriter([{ from: 'user.ts', to: 'user-gradient.ts', name: 'user' }], folder);
  await write(inFolder('model.ts'));
  expect(existsSync(inFolder('user-gradient.ts'))).toBe(false);
  await write();
  expect(read('user-gradient.ts')).toContain('Math.cos');
  writeFileSync(inFolder('model.ts'), model.replace('sin', 'exp'));
  await write(inFolder('model.ts'));
  expect(read('user-gradient.ts')).toContain('Math.exp');
  const missing = sourceWriter([{ from: 'gone.ts', to: 'x.ts', name: 'f' }], folder);
  writeFileSync(
    inFolder('gone.ts'),
    "import { g } from './none';\nexport const f = (x: number) => g(x);",
  );
  await expect(missing()).rejects.toThrow(/a function of .\/none, which is not given/);
});

test('Sources without their places are refused.', () => {
  expect(() => sourceWriter([{ from: 'model.ts' }] as never, folder)).toThrow(/from and to/);
  expect(() => sourceWriter('model.ts' as never, folder)).toThrow(/from and to/);
});
