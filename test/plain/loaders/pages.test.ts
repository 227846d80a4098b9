/**
 * Pages as the plugin builds them: what they load with the compiler and without it, as the guide says; that they work where code
 * may not be made from text; and that a page fetches the compiler when derivatives take long.
 */
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { ran } from '../../support/installed.js';

const repository = join(__dirname, '../../..');
const page = `import { grad } from 'delta-tape';
  const slope = grad((x: number) => x * x);
  export const shown = slope(3);`;
const methods = `import { grad } from 'delta-tape';
  const slope = grad((xs: number[]) => xs.map((x) => Math.sin(x)).reduce((sum, x) => sum + x, 0));
  export const shown = slope([0, 1]);`;
const later = `import { grad } from 'delta-tape';
  import { why } from 'delta-tape/plain';
  const f = (xs: number[]) => {
    let sum = 0;
    for (let k = 0; k < 300; k++) for (const x of xs) sum += Math.sin(x * k) * x;
    return sum;
  };
  const slope = grad(f);
  const before = slope([1, 2]).join();
  const end = Date.now() + 20_000;
  while (why(f).answers !== 'specialised' && Date.now() < end) {
    slope([1, 2]);
    await new Promise((done) => setTimeout(done));
  }
  const after = slope([1, 2]);
  const near = before.split(',').every((x, k) => Math.abs(Number(x) - after[k]) < 1e-9 * Math.abs(after[k]));
  console.log(why(f).answers, near);`;
const told = `import { grad } from 'delta-tape';
  import { why } from 'delta-tape/plain';
  const f = (x: number) => x ** 3;
  const slope = grad(f);
  const values = [2, 2, 2].map((x) => slope(x));
  const { what } = why(f).versions.find(({ version }) => version === 'compiled')!.obstacle!;
  export const shown = [values, what];`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'delta-tape-pages-'));
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Built {
  readonly text: string;
  readonly files: readonly string[];
  readonly inputs: readonly string[];
}

/** Builds a page by esbuild, with the plugin. */
async function built(text: string, compiler?: string, more = ''): Promise<Built> {
  const name = `page${readdirSync(folder).length}`;
  writeFileSync(join(folder, `${name}.ts`), text);
  const options = compiler === undefined ? '' : `{ compiler: '${compiler}' }`;
  const script = `import { build } from 'esbuild';
    import deltaTape from ${JSON.stringify(join(repository, 'dist/node/plain/loaders/esbuild.js'))};
    const library = {
      name: 'library',
      setup: ({ onResolve, resolve }) => onResolve({ filter: /^delta-tape/ }, ({ path, kind, resolveDir }) =>
        resolveDir === ${JSON.stringify(repository)} ? undefined : resolve(path, { kind, resolveDir: ${JSON.stringify(repository)} })),
    };
    const { metafile } = await build({
      entryPoints: ['${name}.ts'], bundle: true, minify: true, platform: 'browser', metafile: true, outdir: '${name}',
      logLevel: 'error', tsconfigRaw: {}, plugins: [deltaTape(${options}), library],
      ${more || `format: 'iife', globalName: 'page',`}
    });
    const { inputs } = metafile.outputs['${name}/${name}.js'];
    console.log(JSON.stringify(Object.keys(inputs)));`;
  writeFileSync(join(folder, `${name}.build.js`), script);
  const { stdout } = await ran(process.execPath, [`${name}.build.js`], folder);
  return {
    text: readFileSync(join(folder, name, `${name}.js`), 'utf8'),
    files: readdirSync(join(folder, name)).map((file) => join(folder, name, file)),
    inputs: JSON.parse(stdout) as string[],
  };
}

const sizes = (text: string) => [text.length / 1000, gzipSync(text).length / 1000] as const;
const shownBy = (text: string, strings: boolean): unknown => {
  const context = createContext({}, { codeGeneration: { strings, wasm: false } });
  return JSON.parse(runInContext(`${text}; JSON.stringify(page.shown)`, context) as string);
};
const ofCompiler =
  /plain\/(specialise|ir|analyse|improve|differentiate|emit|core|runtime\/(compiled|specialised))\//;

const guide = readFileSync(join(repository, 'docs/how-to/browser-and-worker.md'), 'utf8');
/** The sizes that the guide names in the row of a page. */
function statedFor(row: string): readonly number[] {
  const line = guide.split('\n').find((one) => one.startsWith(`| ${row}`))!;
  return [...line.matchAll(/(\d+) kB/g)].map(([, size]) => Number(size));
}

test.each([
  ['one plain function', page, undefined, 110, 40],
  ['plain functions with methods of arrays', methods, undefined, 125, 46],
  ['the first page, with the compiler', page, 'at once', 720, 240],
] as const)(
  'A page of %s is as large as the guide says.',
  async (row, text, compiler, most, packed) => {
    const found = sizes((await built(text, compiler)).text);
    expect(found[0]).toBeLessThan(most);
    expect(found[1]).toBeLessThan(packed);
    const stated = statedFor(row);
    expect(stated).toHaveLength(2);
    found.forEach((size, k) => expect(Math.abs(size - stated[k])).toBeLessThan(0.02 * size + 1));
  },
);

test('A page has nothing of the compiler, unless it wants it.', async () => {
  const [without, whole] = await Promise.all([built(page), built(page, 'at once')]);
  expect(without.inputs.filter((path) => ofCompiler.test(path))).toEqual([]);
  expect(whole.inputs.filter((path) => ofCompiler.test(path)).length).toBeGreaterThan(100);
});

test('A page works where code may not be made from text, and why says so where there is a compiler.', async () => {
  expect(shownBy((await built(page)).text, false)).toBe(6);
  expect(shownBy((await built(methods)).text, false)).toEqual([1, Math.cos(1)]);
  const values = [12, 12, 12];
  const missing = shownBy((await built(told)).text, false);
  expect(missing).toEqual([
    values,
    expect.stringContaining('the compiler is not part of the bundle'),
  ]);
  const forbidden = shownBy((await built(told, 'at once')).text, false);
  expect(forbidden).toEqual([values, expect.stringContaining('content security policy')]);
});

test('A page fetches the compiler as a chunk once derivatives have taken long.', async () => {
  const { files } = await built(later, 'later', `format: 'esm', splitting: true,`);
  expect(files.some((file) => /compiler-\w+\.js$/.test(file))).toBe(true);
  const entry = files.find((file) => /page\d+\.js$/.test(file))!;
  expect((await ran(process.execPath, [entry], folder)).stdout.trim()).toBe('compiled true');
}, 120_000);
