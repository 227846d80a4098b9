/**
 * The package as a user gets it: packed, installed into an empty project,
 * imported, type-checked, bundled.
 */
import {
  cpSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { satisfies } from 'semver';
import ts from 'typescript';
import { everything } from './support/everything.js';
import { installed, ran } from './support/installed.js';
import { isWhole } from './support/sample.js';

const repository = join(__dirname, '..');

interface Manifest {
  readonly main: string;
  readonly types: string;
  readonly typesVersions: { readonly '*': Record<string, readonly string[]> };
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
  // What exports nothing is tested where it is used; arrays need an optional package (below).
  .filter(
    (path) => !['./package.json', './register', './methods', './numpy', './nn'].includes(path),
  )
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
      (path) =>
        !/^(dist\/.*\.(js|js\.map|d\.ts)|package\.json|LICENSE|(docs\/.*|README|CHANGELOG)\.md)$/.test(
          path,
        ),
    );
    expect(others).toEqual([
      'dist/build.json',
      'dist/vendor/LICENSES.txt',
      'docs/explorer.png',
      'docs/how-to/worker.yaml',
    ]);
    expect(packedFiles).toContain('LICENSE');
  });

  test('holds every page that its README links to, but for those of the project.', () => {
    const readme = readFileSync(join(repository, 'README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path);
    const missing = links.filter((path) => !packedFiles.includes(path));
    expect(missing).toEqual(['examples/digits', 'CONTRIBUTING.md']);
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

  test('says where its types are to tools that read no exports, such as ts-jest without a tsconfig.json.', () => {
    const targets = Object.entries(manifest.exports).flatMap(([path, target]) =>
      typeof target === 'string' ? [] : [[path.slice(2), target] as const],
    );
    const [[, all], ...others] = targets;
    expect([manifest.main, manifest.types]).toEqual([all.node, all.types]);
    const expected = others.map(([path, { types }]) => [path, [types]]);
    expect(Object.entries(manifest.typesVersions['*'])).toEqual(expected);
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

describe('An error that ends a program', () => {
  /** The first line that is printed. */
  const first = async (text: string, ...args: string[]): Promise<string> => {
    writeFileSync(join(project, 'failing.mjs'), text);
    const printed = ran(process.execPath, [...args, 'failing.mjs'], project);
    const { stderr } = await printed.then(
      () => ({ stderr: '' }),
      (error: Error) => ({ stderr: error.message.replace(/^Command failed.*\n/, '') }),
    );
    return stderr.trim().split('\n')[0];
  };

  test('begins with its message, and not with a line of the library.', async () => {
    const operator = `import { mul } from 'delta-tape';\nmul('a', 2);`;
    expect(await first(operator)).toMatch(/^DeltaTapeError: argument 1 of mul must be a real/);
    const nested = `import { grad } from 'delta-tape';\ngrad((x) => x + 1)(2);`;
    expect(await first(nested)).toMatch(
      /^DeltaTapeError: at .*failing\.mjs:2:\d+, a dual number met/,
    );
  });

  test('begins with the line of the program that made it.', async () => {
    const own = `import { grad } from 'delta-tape';\ngrad((x) => { throw new Error('own'); })(2);`;
    expect(await first(own)).toMatch(/failing\.mjs:2$/);
    const notAFunction = `import { grad } from 'delta-tape';\ngrad((x) => x.f(1))(2);`;
    const register = ['--import', 'delta-tape/register'];
    expect(await first(notAFunction, ...register)).toMatch(/failing\.mjs:2$/);
  });

  test('says how to install an optional package that is missing.', async () => {
    const arrays = `import * as np from 'delta-tape/numpy';\nconsole.log(np);`;
    const printed = await ran(
      process.execPath,
      ['--import', 'delta-tape/register', '--input-type=module', '--eval', arrays],
      project,
    ).catch((error: Error) => error.message);
    expect(printed).toMatch('npm install numpy-ts');
  });
});

describe('What tells bundlers of pure calls', () => {
  test('may be told again.', async () => {
    const dist = join(project, 'told');
    for (const name of ['core', 'special'])
      cpSync(join(repository, 'dist', name), join(dist, name), { recursive: true });
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
    const modules = files.filter((file) => file.endsWith('.js'));
    const texts = () => modules.map((file) => readFileSync(join(dist, file), 'utf8'));
    const before = texts();
    for (const name of ['cos', 'lgamma'])
      expect(before.join('')).toMatch(`const ${name} = /* @__PURE__ */ primitive(`);
    await run(process.execPath, [join(repository, 'scripts/pure.js'), dist]);
    expect(texts().join('') === before.join('')).toBe(true);
  });
});

describe('An installed package', () => {
  test('reserves nothing when it is imported, but when a run begins.', async () => {
    const text = `
      let reserved = 0;
      globalThis.SharedArrayBuffer = class extends SharedArrayBuffer {
        constructor(bytes) {
          super(bytes);
          reserved += bytes;
        }
      };
      const { grad, mul, sin } = await import('delta-tape');
      await import('delta-tape/solve');
      console.log(sin(mul(2, 3)) < 0, reserved, grad((x) => mul(x, x))(3), reserved > 2 ** 26);
    `;
    expect(await runFile('reserves.mjs', text)).toBe('true 0 6 true');
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

  test('can be imported and required as every export, which is one module then.', async () => {
    const text = `
      import { createRequire } from 'node:module';
      const require = createRequire(import.meta.url);
      const told = [];
      for (const entry of ${JSON.stringify(entries)}) {
        const required = require(entry);
        const imported = await import(entry);
        const names = Object.keys(imported);
        const isOne = names.every((name) => Object.is(required[name], imported[name]));
        told.push([entry, names.length > 0 && isOne]);
      }
      console.log(JSON.stringify(told));
    `;
    const told = JSON.parse(await runFile('entries.mjs', text)) as unknown;
    expect(told).toEqual(entries.map((entry) => [entry, true]));
  });

  test('takes arrays where numpy-ts is installed, and misses it by its name elsewhere.', async () => {
    const text = `
      import { grad } from 'delta-tape';
      import * as np from 'delta-tape/numpy';
      console.log(grad((x) => np.sum(np.multiply(x, np.tanh(x))))(np.array([0, 1])).tolist()[0]);
    `;
    await expect(runFile('arrays.mjs', text)).rejects.toThrow("package 'numpy-ts'");
    const link = join(project, 'node_modules/numpy-ts');
    symlinkSync(join(repository, 'node_modules/numpy-ts'), link, 'junction');
    try {
      expect(await runFile('arrays.mjs', text)).toBe('0');
      const bundle = { stdin: { contents: text, resolveDir: project }, bundle: true, write: false };
      const { outputFiles } = await build({
        ...{ ...bundle, format: 'esm', platform: 'node', logLevel: 'silent' },
      });
      expect(await runFile('arrays-bundle.mjs', outputFiles![0].text)).toBe('0');
    } finally {
      unlinkSync(link);
    }
  });

  test('has types that infer and refuse, strictly and without any `any`.', () => {
    const folder = join(project, 'types');
    cpSync(join(__dirname, 'support/types'), folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    const module = ts.ModuleKind.NodeNext;
    const target = ts.ScriptTarget.ES2022;
    const options = { target, module, strict: true, types: [] };
    // A library of the user exports gradients: their types must have names to be written down.
    const emitted = { declaration: true, outDir: join(folder, 'emitted') };
    const paths = files.map((name) => join(folder, name));
    const program = ts.createProgram(paths, { ...options, ...emitted });
    const used = paths.map((path) => program.getSourceFile(path)!);
    // Those of the language and of other packages take most of the time.
    const ours = program
      .getSourceFiles()
      .filter(({ fileName }) => fileName.includes('/delta-tape/dist/'));
    const found = [
      ...program.getGlobalDiagnostics(),
      ...program.getOptionsDiagnostics(),
      ...[...used, ...ours].flatMap((source) => program.getSyntacticDiagnostics(source)),
      ...[...used, ...ours].flatMap((source) => program.getSemanticDiagnostics(source)),
      ...used.flatMap((source) => program.emit(source).diagnostics),
    ];
    expect(ours.length).toBeGreaterThan(20);
    expect(ts.formatDiagnostics(found, ts.createCompilerHost(options))).toBe('');
  });
});

describe('The types of arrays', () => {
  const resolutions = {
    NodeNext: { module: ts.ModuleKind.NodeNext },
    Node16: { module: ts.ModuleKind.Node16 },
    bundlers: {
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    },
  };

  /** The errors in a file of the user, and in declarations of the package. */
  function complaints(name: string, resolution: keyof typeof resolutions): string {
    const folder = join(project, 'array-types');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    // They are no modules here, where arrays have the types that TypeScript finds for the sources.
    const text = readFileSync(join(__dirname, 'support/array-types', `${name}.txt`), 'utf8');
    writeFileSync(join(folder, name), text);
    const options = { ...resolutions[resolution], target: ts.ScriptTarget.ES2022 };
    const settings = { ...options, strict: true, types: [], noEmit: true };
    const program = ts.createProgram([join(folder, name)], settings);
    const checked = program
      .getSourceFiles()
      .filter(({ fileName }) => /array-types|delta-tape\/dist\/(numpy|nn|vendor)/.test(fileName));
    const found = checked.flatMap((source) => program.getSemanticDiagnostics(source));
    return ts.formatDiagnostics(found, ts.createCompilerHost(settings));
  }
  const withNumPy = <T>(body: () => T): T => {
    const link = join(project, 'node_modules/numpy-ts');
    symlinkSync(join(repository, 'node_modules/numpy-ts'), link, 'junction');
    try {
      return body();
    } finally {
      unlinkSync(link);
    }
  };

  test('are there for Node, as for bundlers, where they are those of numpy-ts.', () => {
    expect(complaints('arrays.ts', 'NodeNext')).toBe('');
    expect(withNumPy(() => complaints('same.ts', 'bundlers'))).toBe('');
    if (isWhole) {
      expect(complaints('arrays.ts', 'Node16')).toBe('');
      expect(withNumPy(() => complaints('arrays.ts', 'bundlers'))).toBe('');
    }
  });

  test('are missed where they are none.', () => {
    // For Node numpy-ts itself has none.
    expect(withNumPy(() => complaints('same.ts', 'NodeNext'))).toContain(
      "'false' does not satisfy",
    );
  });

  test('are the declarations of numpy-ts, but for the endings of files.', () => {
    const copy = join(repository, 'dist/vendor/numpy-ts');
    const files = readdirSync(copy, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.d.ts'),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const path of files) {
      const read = (folder: string) => readFileSync(join(folder, path), 'utf8');
      const text = read(copy).replace(/(?:\/index)?\.js(?=['"])/g, '');
      const theirs = read(join(repository, 'node_modules/numpy-ts/dist/types'));
      expect(text.endsWith(theirs.replace(/\/index(?=['"])/g, ''))).toBe(true);
      expect(text.length - theirs.length).toBeLessThan(200);
    }
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

  test('is of at most 90 packages and 31 MB on the disk, and as large as the page of limits says.', () => {
    expect(packages().map(([path]) => path)).toContain('node_modules/delta-tape');
    expect(packages().length).toBeLessThanOrEqual(90);
    const bytes = readdirSync(join(project, 'node_modules'), { recursive: true, encoding: 'utf8' })
      .map((path) => statSync(join(project, 'node_modules', path)))
      .reduce((sum, file) => sum + 4096 * Math.ceil(file.size / 4096), 0);
    // The lowering that `specialise` replaces is still there.
    expect(bytes).toBeLessThanOrEqual(31e6);
    const page = readFileSync(join(repository, 'docs/limits.md'), 'utf8');
    const [, count, megabytes] = /An installation has (\d+) packages and (\d+) MB/.exec(page)!;
    expect(Math.abs(packages().length - Number(count))).toBeLessThan(3);
    expect(Math.abs(bytes / 1e6 - Number(megabytes))).toBeLessThan(1.5);
  });

  test('asks for no newer Node than the library does.', () => {
    const accepts = ({ engines }: Lock['packages'][string], version: string): boolean =>
      satisfies(version, engines?.node ?? '*');
    const refusing = packages().filter(([, manifest]) => !accepts(manifest, '20.19.0'));
    expect(refusing).toEqual([]);
    expect(accepts({ engines: { node: '^22.18.0' } }, '20.19.0')).toBe(false);
  });
});

describe('A bundle for browsers of everything', () => {
  test('runs on standard JavaScript alone, and prints what is printed without it.', async () => {
    writeFileSync(join(project, 'everything.mjs'), everything);
    const result = await build({
      entryPoints: [join(project, 'everything.mjs')],
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'iife',
      logLevel: 'silent',
    });
    expect(result.warnings).toEqual([]);
    const page = createContext({ SharedArrayBuffer });
    runInContext(result.outputFiles![0].text, page);
    const unbundled = `import './everything.mjs';\nconsole.log(printed);`;
    expect(page.printed).toBe(await runFile('unbundled.mjs', unbundled));
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
    return result.outputFiles![0].text;
  };

  /** Runs text where there is standard JavaScript and nothing else. */
  const runBare = (text: string, strings: boolean): unknown =>
    runInContext(
      text,
      createContext({ SharedArrayBuffer }, { codeGeneration: { strings, wasm: false } }),
    );
  const runBundle = (strings: boolean): unknown =>
    JSON.parse(runBare(`${code}; JSON.stringify(bundle)`, strings) as string);

  beforeAll(async () => {
    code = await bundle(entry);
  });

  test('is as large as the page of limits says, minified, and at most 58 kB.', async () => {
    const text = await bundle(`export { grad, mul } from 'delta-tape';`, true);
    expect(text.length).toBeLessThanOrEqual(58_000);
    const page = readFileSync(join(repository, 'docs/limits.md'), 'utf8');
    const [, stated] = /imports only `grad` and `mul`\s+has (\d+) kB/.exec(page)!;
    expect(Math.abs(text.length / 1000 - Number(stated))).toBeLessThan(1.5);
    const names = 'grad, mul, erf, erfc, lgamma, digamma, polygamma';
    const special = await bundle(`export { ${names} } from 'delta-tape';`, true);
    const [, more] = /Special functions are long: (\d+) kB/.exec(page)!;
    const difference = (special.length - text.length) / 1000;
    expect(Math.abs(difference - Number(more))).toBeLessThan(1.5);
  });

  test('leaves Immutable out, which a bundle with the Delta language has.', async () => {
    const traces = /OrderedMap/;
    expect(code).not.toMatch(traces);
    expect(await bundle(`export { evalDelta } from 'delta-tape/delta';`)).toMatch(traces);
  });

  test('leaves other rows out, which a bundle with the operators as methods has.', async () => {
    const traces = /primitive\("atan2"/;
    expect(await bundle(`export { grad, mul } from 'delta-tape';`)).not.toMatch(/primitive\("sin"/);
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

  test('has the partials as the table writes them, whatever it calls the operators.', async () => {
    const text = await bundle(
      `import { tan } from 'delta-tape';
       import { partialTexts } from './node_modules/delta-tape/dist/plain/front/row-texts.js';
       export const { row } = tan.primitive;
       export const texts = [...partialTexts(row), ...row.partials.map(String)];`,
      true,
    );
    const [written, renamed] = runBare(`${text}; bundle.texts`, true) as readonly string[];
    expect(written).toBe('(_, z) => add(1, mul(z, z))');
    expect(renamed).not.toMatch(/\b(add|mul)\(/);
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
