/**
 * The package as a user gets it: packed, installed into an empty project,
 * imported, type-checked, bundled.
 */
import { cpSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build } from 'esbuild';
import { rollup, type RollupLog } from 'rollup';
import { satisfies } from 'semver';
import { installed, ran } from './support/installed.js';

const repository = join(__dirname, '..');
const typescript = require.resolve('typescript/bin/tsc');

interface Manifest {
  readonly exports: Record<string, string | Target>;
}

/** Files of an export: its types, what Node loads, and what bundlers take. */
interface Target {
  readonly types: string;
  readonly node: string;
  readonly default: string;
}
const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as Manifest;
const entries = Object.keys(manifest.exports)
  // What exports nothing is tested where it is used.
  .filter((path) => !['./package.json', './register', './methods'].includes(path))
  .map((path) => path.replace('.', 'delta-tape'));

let project: string;
let packedFiles: readonly string[];
let remove: () => void;

/** Runs a program in the user's project and returns what it prints; fails with its whole output. */
const run = async (program: string, args: readonly string[]): Promise<string> =>
  (await ran(program, args, project)).stdout.trim();

async function runFile(name: string, text: string): Promise<string> {
  writeFileSync(join(project, name), text);
  return run(process.execPath, [name]);
}

beforeAll(async () => {
  ({ project, files: packedFiles, remove } = await installed());
}, 180_000);

afterAll(() => remove());

describe('The package', () => {
  test('holds the build and what describes it, and nothing else.', () => {
    const others = packedFiles.filter(
      (path) => !/^(dist\/.*\.(js|js\.map|d\.ts)|package\.json|LICENSE|README\.md)$/.test(path),
    );
    expect(others).toEqual(['dist/build.json', 'dist/vendor/LICENSES.txt']);
    expect(packedFiles).toContain('LICENSE');
  });

  test('names what is bundled in it, with the licences.', () => {
    const text = readFileSync(join(repository, 'dist/vendor/LICENSES.txt'), 'utf8');
    for (const name of ['@babel/core', '@babel/parser', '@stdlib/math-base-special-erf']) {
      expect(text).toMatch(new RegExp(`^${name} [0-9.]+ \\((MIT|Apache-2.0)\\)$`, 'm'));
    }
    for (const words of ['Sebastian McKenzie', 'TERMS AND CONDITIONS', 'Sun Microsystems']) {
      expect(text).toContain(words);
    }
  });

  test('says for every export what Node loads, so that all have one state.', () => {
    const targets = Object.values(manifest.exports).filter((target) => typeof target !== 'string');
    const expected = targets.map((target) => target.default.replace('./dist/', './dist/node/'));
    expect(targets.map(({ node }) => node)).toEqual(expected);
  });

  test('has every file that its exports name.', () => {
    const named = Object.values(manifest.exports).flatMap((target) =>
      typeof target === 'string' ? target : [target.types, target.node, target.default],
    );
    expect(packedFiles).toEqual(
      expect.arrayContaining(named.map((path) => path.replace('./', ''))),
    );
  });
});

describe('An installed package', () => {
  test('reserves nothing when it is imported, but when a run begins.', async () => {
    const text = `
      import { grad, mul, sin } from 'delta-tape';
      import * as more from 'delta-tape/solve';
      const gibibytes = () => process.memoryUsage().arrayBuffers > 2 ** 30;
      console.log(sin(mul(2, 3)) < 0, gibibytes(), grad((x) => mul(x, x))(3), gibibytes());
    `;
    expect(await runFile('reserves.mjs', text)).toBe('true false 6 true');
  });

  test('has one state in Node, whatever is imported: runs, duals and errors are the same.', async () => {
    const text = `
      import { grad, mul, DeltaTapeError } from 'delta-tape';
      import { mul as asRuntime } from 'delta-tape/runtime';
      import { plain } from 'delta-tape/plain';
      const square = plain((x) => x * x);
      console.log(grad((x) => mul(asRuntime(x, x), square(x)))(3));
      try { plain(1); } catch (error) { console.log(error instanceof DeltaTapeError); }
    `;
    expect((await runFile('state.mjs', text)).split('\n')).toEqual(['108', 'true']);
  });

  test('gives a gradient to an ES module.', async () => {
    const text = `
      import { grad, mul } from 'delta-tape';
      console.log(grad((x) => mul(x, x))(3));
    `;
    expect(await runFile('module.mjs', text)).toBe('6');
  });

  test('gives a gradient to a CommonJS module.', async () => {
    const text = `
      const { grad, mul } = require('delta-tape');
      console.log(grad((x) => mul(x, x))(3));
    `;
    expect(await runFile('module.cjs', text)).toBe('6');
  });

  test('tells the line of a kink in a module, and whether it can in a bundle.', async () => {
    const text = `
      import { abs, grad, lt, mul, trace } from 'delta-tape';
      const f = (x) => grad((y) => mul(y, abs(x)))(1);
      const g = (x) => (lt(x, 0) ? 0 : x);
      console.log(trace(f)(0).kinks[0].source, trace(g)(0).kinks[0].source);
    `;
    const [first, second] = (await runFile('kinks.mjs', text)).split(' ');
    expect(first).toMatch(/^file:.*\/kinks\.mjs:3:\d+$/);
    expect(second).toMatch(/^file:.*\/kinks\.mjs:4:\d+$/);
    const bundled = { stdin: { contents: text, resolveDir: project }, bundle: true, write: false };
    const { outputFiles } = await build({ ...bundled, format: 'esm', logLevel: 'silent' });
    expect(await runFile('bundle.mjs', outputFiles![0].text)).toBe('undefined undefined');
  });

  test.each(entries)('can be imported and required as %s.', async (entry) => {
    const text = `
      import { createRequire } from 'node:module';
      import * as imported from '${entry}';
      const required = createRequire(import.meta.url)('${entry}');
      const names = Object.keys(imported);
      console.log(names.length > 0, names.every((name) => Object.is(required[name], imported[name])));
    `;
    expect(await runFile('entry.mjs', text)).toBe('true true');
  });

  test('has types that infer and refuse, strictly and without any `any`.', async () => {
    const folder = join(project, 'types');
    cpSync(join(__dirname, 'support/types'), folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'ES2022',
          module: 'NodeNext',
          strict: true,
          // Not those of the language, which take most of the time.
          skipDefaultLibCheck: true,
          // A library of the user exports gradients: their types must have
          // names to be written down.
          declaration: true,
          outDir: 'emitted',
          types: [],
        },
      }),
    );
    expect(await run(process.execPath, [typescript, '-p', folder])).toBe('');
  });
});

interface Lock {
  readonly packages: Record<string, { readonly engines?: { readonly node?: string } }>;
}

describe('An installation', () => {
  const packages = (): [string, Lock['packages'][string]][] => {
    const lock = readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8');
    return Object.entries((JSON.parse(lock) as Lock).packages);
  };

  test('is of at most 90 packages and 25 MB on the disk.', () => {
    expect(packages().map(([path]) => path)).toContain('node_modules/delta-tape');
    expect(packages().length).toBeLessThanOrEqual(90);
    const bytes = readdirSync(join(project, 'node_modules'), { recursive: true, encoding: 'utf8' })
      .map((path) => statSync(join(project, 'node_modules', path)))
      .reduce((sum, file) => sum + 4096 * Math.ceil(file.size / 4096), 0);
    expect(bytes).toBeGreaterThan(2e6);
    expect(bytes).toBeLessThanOrEqual(25e6);
  });

  test('asks for no newer Node than the library does.', () => {
    const accepts = ({ engines }: Lock['packages'][string], version: string): boolean =>
      satisfies(version, engines?.node ?? '*');
    const refusing = packages().filter(([, manifest]) => !accepts(manifest, '20.19.0'));
    expect(refusing).toEqual([]);
    expect(accepts({ engines: { node: '^22.18.0' } }, '20.19.0')).toBe(false);
  });
});

describe('A bundle that Rollup makes of everything', () => {
  test('runs, with no warning, and with nothing left to be imported.', async () => {
    const text = `
      import { checkGradient, digamma, erf, erfc, grad, lgamma, mul, polygamma } from 'delta-tape';
      import { root } from 'delta-tape/solve';
      const sum = (x) => mul(erf(x), mul(erfc(x), mul(lgamma(x), digamma(x))));
      console.log(polygamma(1, 1), grad(sum)(1.5), checkGradient(sum)(1.5).ok);
      console.log(typeof root);
    `;
    writeFileSync(join(project, 'everything.mjs'), text);
    const logs: RollupLog[] = [];
    const bundle = await rollup({
      input: join(project, 'everything.mjs'),
      plugins: [nodeResolve()],
      onLog: (_, log) => logs.push(log),
    });
    const { output } = await bundle.generate({ format: 'es' });
    expect(logs).toEqual([]);
    expect(output.map(({ fileName }) => fileName)).toEqual(['everything.js']);
    expect(output[0].imports).toEqual([]);
    expect(await runFile('rolled.mjs', output[0].code)).toBe(await runFile('unrolled.mjs', text));
  });
});

describe('A bundle for browsers that imports grad and mul', () => {
  const entry = `
    import { grad, mul } from 'delta-tape';
    export const slope = grad((x) => mul(x, x))(3);
    export const curvature = grad((x) => grad((y) => mul(y, mul(y, y)))(x))(2);
    export const floats = grad((xs) => mul(xs[0], xs[1]))(new Float64Array([2, 5])).join();
  `;
  const right = { slope: 6, curvature: 12, floats: '5,2' };
  let code: string;

  const bundle = async (contents: string, minify = false): Promise<string> => {
    const result = await build({
      minify,
      stdin: { contents, resolveDir: project },
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'iife',
      globalName: 'bundle',
      logLevel: 'silent',
    });
    return result.outputFiles[0].text;
  };

  /** Runs text where there is standard JavaScript and nothing else. */
  const runBare = (text: string, strings: boolean): unknown =>
    runInContext(text, createContext({}, { codeGeneration: { strings, wasm: false } }));
  const runBundle = (strings: boolean): unknown =>
    JSON.parse(runBare(`${code}; JSON.stringify(bundle)`, strings) as string);

  beforeAll(async () => {
    code = await bundle(entry);
  });

  test('is as large as the README says, minified, and at most 45 kB.', async () => {
    const text = await bundle(`export { grad, mul } from 'delta-tape';`, true);
    expect(text.length).toBeLessThanOrEqual(45_000);
    const readme = readFileSync(join(repository, 'README.md'), 'utf8');
    const [, stated] = /imports only `grad` and `mul`\s+has (\d+) kB/.exec(readme)!;
    expect(Math.abs(text.length / 1000 - Number(stated))).toBeLessThan(1.5);
  });

  test('leaves Immutable out, which a bundle with the Delta language has.', async () => {
    const traces = /OrderedMap/;
    expect(code).not.toMatch(traces);
    expect(await bundle(`export { evalDelta } from 'delta-tape/delta';`)).toMatch(traces);
  });

  test('leaves other rows out, which a bundle with the operators as methods has.', async () => {
    const traces = /'?name'?: "atan2"/;
    expect(await bundle(`export { grad, mul } from 'delta-tape';`)).not.toMatch(/name: "sin"/);
    expect(await bundle(`import 'delta-tape/methods';`)).toMatch(traces);
  });

  test('leaves the special functions out, which a bundle with lgamma has.', async () => {
    const traces = /@stdlib|gammaln/;
    expect(code).not.toMatch(traces);
    expect(await bundle(`export { lgamma } from 'delta-tape';`)).toMatch(traces);
  });

  test('leaves the law checker and its random numbers out, which a bundle with it has.', async () => {
    const traces = /xoroshiro128plus|linear pullback/;
    expect(code).not.toMatch(traces);
    expect(await bundle(`export { checkGradient } from 'delta-tape';`)).toMatch(traces);
  });

  test('leaves the solvers out, which a bundle with root has.', async () => {
    const traces = /LuDecomposition/;
    expect(code).not.toMatch(traces);
    expect(await bundle(`export { root } from 'delta-tape/solve';`)).toMatch(traces);
  });

  test('needs no module of Node, which would not be bundled.', async () => {
    expect(code).not.toMatch(/\brequire\(|\bnode:/);
    await expect(bundle(`import 'node:fs';`)).rejects.toThrow('Could not resolve "node:fs"');
  });

  test('runs on standard JavaScript alone.', () => {
    expect(runBare('[typeof process, typeof require].join()', true)).toBe('undefined,undefined');
    expect(runBundle(true)).toEqual(right);
  });

  test('is as right where making code from strings is forbidden.', () => {
    expect(() => runBare('new Function("")', false)).toThrow('Code generation from strings');
    expect(runBundle(false)).toEqual(right);
  });
});
