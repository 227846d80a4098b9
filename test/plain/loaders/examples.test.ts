/**
 * The loaders of plain TypeScript, each by its example project: with the package as it is
 * installed, and run as a user runs it.
 */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import type { SourceMap } from 'delta-tape/plain';
import { installed, ran } from '../../support/installed.js';
import { isWhole, testInTurn } from '../../support/sample.js';
import { copyProject } from './projects.js';

const repository = join(__dirname, '../../..');
const presets = ['@babel/preset-env', '@babel/preset-typescript'];
const tools = [
  'vite',
  'rollup',
  'esbuild',
  'webpack',
  'jest',
  'babel-jest',
  'babel-7',
  '@babel/core',
  ...presets,
];

let project: string;
let remove: () => void;

beforeAll(async () => {
  ({ project, remove } = await installed());
  for (const tool of tools) {
    const path = join(project, 'node_modules', tool);
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) symlinkSync(join(repository, 'node_modules', tool), path);
  }
}, 180_000);

afterAll(() => remove());

/** A copy of an example inside the user's project, where it finds what is installed. */
function example(name: string): string {
  const folder = join(project, name);
  copyProject(repository, name, folder);
  return folder;
}

const node = async (folder: string, ...args: string[]): Promise<string> =>
  (await ran(process.execPath, args, folder)).stdout.trim();

/** The output of a program that ends with an error. */
function failure(folder: string, ...args: string[]): string {
  const result = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  expect(result.status).toBe(1);
  return result.stdout + result.stderr;
}

const bin = (path: string): string => join(project, 'node_modules', path);

/** A project of files with these texts. */
function files(name: string, texts: Record<string, string>): string {
  for (const [file, text] of Object.entries(texts)) {
    const path = join(project, name, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return join(project, name);
}

const cube = 'export const cube = (x: number): number => x * x * x;\n';

/** Fails at its line 8, for duals and for numbers. */
const failing = `interface Point {
  x: number;
  y: number;
}

export function failing({ x, y }: Point): number {
  const product = x * y;
  if (product > 1) throw new Error('too far');
  return product;
}
`;

/** A recording version, which has a binding for two statements, and a general one with a kink. */
const explained = `import { explain, trace } from 'delta-tape';

function energy(x: number, y: number): number {
  let sum = 0;
  for (let k = 1; k < 4; k++) {
    sum += k * x * y;
  }
  const half = sum / 2;
  return half * half;
}
const distance = (x) => Math.abs(x - 1) * x;

console.log(explain(energy)(2, 3));
console.log(explain(distance)(1));
const { bindings, kinks } = trace(distance)(1);
console.log(bindings.map(({ source }) => /:\\d+:\\d+$/.exec(source)[0]).join(' '));
console.log(kinks.map(({ source }) => /[^/\\\\]+$/.exec(source)[0]).join(' '));
`;

describe('node --import delta-tape/register', () => {
  const register = ['--import', 'delta-tape/register'];

  test('tells the source line of every Let-binding and kink.', async () => {
    const folder = files('explained', { 'main.ts': explained });
    expect((await node(folder, ...register, 'main.ts')).split('\n')).toEqual([
      'Let x1 = Add (Add (Scale 3 (Var s)) (Scale 6 (Var s))) (Scale 9 (Var s)) in    -- main.ts:6',
      'Let x2 = Scale 18 (Var x1) in    -- main.ts:9',
      'Var x2',
      'Let x1 = Var s in    -- main.ts:11',
      'Let x2 = Zero in    -- main.ts:11',
      'Let x3 = Var x2 in    -- main.ts:11',
      'Var x3',
      ':11:34 :11:25 :11:25',
      'main.ts:11:25',
    ]);
  });

  test('runs the example.', async () => {
    const folder = example('plain-node');
    expect(await node(folder, ...register, 'src/main.ts')).toBe('amount 2.000, rate 0.500');
  });

  test('finds TypeScript as it is imported and required, in modules and in CommonJS.', async () => {
    const folder = files('kinds', {
      'package.json': '{ "type": "module" }',
      'main.ts': `
        import { createRequire } from 'node:module';
        import { grad } from 'delta-tape';
        import { cube } from './named.js';
        import { cube as inFolder } from './folder';
        import { cube as withoutEnding } from './named';
        import { cube as itself } from './named.ts';
        import old from './old.cjs';
        import { script } from './script.cjs';
        import { type Kind, Kinds } from './kinds.mjs';
        const require = createRequire(import.meta.url);
        const kind: Kind = Kinds.cube;
        const all = [cube, inFolder, withoutEnding, itself, old.cube, script, require('./old.cts').cube];
        console.log(kind, all.map((f) => grad(f)(2)).join());
      `,
      'named.ts': cube,
      'folder/index.ts': cube,
      'old.cts': `import all = require('./all.cjs');\nexport = { cube: (x: number) => all.ones.one * x * x * x };`,
      'all.cts': `export * as ones from './one.cjs';`,
      'one.cts': `export const one: number = 1;`,
      'script.cjs': `exports.script = (x) => x * x * require('./script2.cjs')(x);`,
      'script2.cjs': `module.exports = (x) => x * 1;`,
      'kinds.mts': `export enum Kinds { cube = 'cubes' }\nexport type Kind = Kinds;`,
    });
    expect(await node(folder, ...register, 'main.ts')).toBe('cubes 12,12,12,12,12,12,12');
  });

  test.each(['{}', '{ "type": "commonjs" }'])(
    'runs TypeScript with imports where package.json is %s.',
    async (manifest) => {
      const folder = files('untyped', {
        'package.json': manifest,
        'main.ts': `import { grad } from 'delta-tape';\nimport { cube } from './cube';\nconsole.log(grad(cube)(2));`,
        'cube.ts': cube,
        'script.ts': `const { grad } = require('delta-tape');\nconst { cube } = require('./cube');\nconsole.log(grad(cube)(2));`,
      });
      expect(await node(folder, ...register, 'main.ts')).toBe('12');
      expect(await node(folder, ...register, 'script.ts')).toBe('12');
    },
  );

  test('translates the packages of a workspace, which are links in node_modules.', async () => {
    const folder = example('plain-workspace');
    mkdirSync(join(folder, 'node_modules/@example'), { recursive: true });
    symlinkSync(join(folder, 'packages/model'), join(folder, 'node_modules/@example/model'));
    expect(await node(folder, ...register, 'packages/app/main.js')).toBe('6');
  });

  test('tells the lines of the source when a program fails.', () => {
    const folder = files('lines', {
      'package.json': '{ "type": "module" }',
      'failing.ts': failing,
      'main.ts': `import { grad } from 'delta-tape';\nimport { failing } from './failing.ts';\ngrad(failing)({ x: 2, y: 3 });`,
      'plain.cts': `import { failing } from './failing.ts';\n\nfailing({ x: 2, y: 3 });`,
    });
    expect(failure(folder, ...register, 'main.ts')).toMatch(/failing\.ts:8:\d+\)?\n/);
    expect(failure(folder, ...register, 'main.ts')).toMatch(/main\.ts:3:\d+/);
    expect(failure(folder, ...register, 'plain.cts')).toMatch(/plain\.cts:3:\d+/);
  });

  test('tells file and line of what cannot be parsed.', () => {
    const folder = files('wrong', { 'wrong.ts': 'const a = 1;\nconst b = ;\n' });
    expect(failure(folder, ...register, 'wrong.ts')).toMatch(/wrong\.ts: .*\(2:10\)/);
  });

  test('goes back through source maps that are there, and says nothing of those that are missing.', async () => {
    const folder = files('mapped', {
      'package.json': '{ "type": "module" }',
      'main.js': `import { failing } from './built.js';\nimport './missing.js';\ntry { failing(); } catch (error) { console.log(error.stack); }`,
      'built.js': `export const failing = () => { throw new Error('failed'); };\n//# sourceMappingURL=built.js.map\n`,
      'built.js.map': `{ "version": 3, "sources": ["built.ts"], "names": [], "mappings": "AAMA" }`,
      'missing.js': `export const cube = (x) => x * x * x;\n//# sourceMappingURL=missing.js.map\n`,
    });
    const { stdout, stderr } = await ran(process.execPath, [...register, 'main.js'], folder);
    expect(stdout).toMatch(/built\.ts:7:/);
    expect(stderr).toBe('');
  });

  test('translates the files that package.json and directives say.', async () => {
    const tell = (directive: string) => `${directive}\nexport const f = (x) => x * x;\n`;
    const folder = files('selected', {
      'package.json': JSON.stringify({
        type: 'module',
        'delta-tape': { exclude: ['vendor'], include: ['src', 'main.js', 'node_modules/numeric'] },
      }),
      'main.js': `
        import { grad } from 'delta-tape';
        const answers = [];
        for (const file of ['./src/f.js', './vendor/f.js', './vendor/told.js', './src/not.js', 'numeric', 'other']) {
          const { f } = await import(file);
          try { answers.push(grad(f)(3)); } catch { answers.push('alone'); }
        }
        console.log(answers.join());
      `,
      'src/f.js': tell(''),
      'src/not.js': tell(`'use no grad';`),
      'vendor/f.js': tell(''),
      'vendor/told.js': tell(`/* translated */ 'use grad';`),
      'node_modules/numeric/package.json': '{ "type": "module", "exports": "./index.js" }',
      'node_modules/numeric/index.js': tell(''),
      'node_modules/other/package.json': '{ "type": "module", "exports": "./index.js" }',
      'node_modules/other/index.js': tell(''),
    });
    expect(await node(folder, ...register, 'main.js')).toBe('6,alone,6,alone,6,alone');
  });
});

describe('delta-tape/babel', () => {
  testInTurn(0, 2)('runs the example in Jest, and keeps the lines of the source.', () => {
    const folder = example('plain-jest');
    files('plain-jest', {
      'src/failing.ts': failing,
      'src/failing.test.ts': `import { grad } from 'delta-tape';\nimport { failing } from './failing.js';\n\ntest('fails', () => {\n  grad(failing)({ x: 2, y: 3 });\n});\n`,
    });
    const printed = failure(folder, bin('jest/bin/jest.js'), '--ci');
    expect(printed).toMatch('Tests:       1 failed, 2 passed, 3 total');
    expect(printed).toMatch(/failing\.ts:8:\d+/);
    expect(printed).toMatch(/failing\.test\.ts:5:\d+/);
  });
});

describe('The preset of Jest', () => {
  testInTurn(1, 2)('runs the example, and moves mocks above imports.', () => {
    const folder = example('plain-jest-preset');
    files('plain-jest-preset', {
      'src/mock.test.ts': `import { grad } from 'delta-tape';\nimport { text } from './fit.js';\n\njest.mock('./fit.js', () => ({ text: () => 'mocked' }));\n\ntest('mocks', () => {\n  expect(text({ amount: 1, rate: 2 })).toBe('mocked');\n  expect(grad((x: number) => x * x)(3)).toBe(6);\n});\n`,
    });
    const args = [bin('jest/bin/jest.js'), '--ci'];
    const { stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect(stderr).toMatch('Tests:       3 passed, 3 total');
  });
});

(isWhole ? test : test.skip)('The preset of Jest runs tests with arrays of numpy-ts.', () => {
  const link = bin('numpy-ts');
  symlinkSync(join(repository, 'node_modules/numpy-ts'), link);
  const folder = files('jest-numpy', {
    'package.json': '{ "type": "commonjs" }',
    'jest.config.js': `module.exports = { preset: 'delta-tape' };`,
    'arrays.test.js': `const { grad } = require('delta-tape');\nconst np = require('delta-tape/numpy');\ntest('f', () => expect(grad((x) => np.sum(np.multiply(x, x)))(np.array([1, 2])).tolist()).toEqual([2, 4]));\n`,
  });
  const args = [bin('jest/bin/jest.js'), '--ci'];
  const { stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  expect(stderr).toMatch('Tests:       1 passed, 1 total');
});

describe('delta-tape/babel, by its name', () => {
  test.each(['@babel/core', 'babel-7'])('is found by %s.', async (host) => {
    const folder = files('named', {
      'main.cjs': `
        const { transformSync } = require('${host}');
        const options = { cwd: __dirname, filename: 'f.js', plugins: ['delta-tape/babel'] };
        console.log(transformSync('export const f = (x) => x * x', options).code);
      `,
    });
    expect(await node(folder, 'main.cjs')).toMatch('$mul(x, x)');
  });
});

describe('delta-tape/vite', () => {
  test('builds the example, which runs in a page.', async () => {
    const folder = example('plain-vite');
    await node(folder, bin('vite/bin/vite.js'), 'build');
    const [, script] = /src="\/(assets\/.*?\.js)"/.exec(
      readFileSync(join(folder, 'dist/index.html'), 'utf8'),
    )!;
    const output = { textContent: '' };
    const document = {
      querySelector: (name: string) => (name === 'output' ? output : null),
      querySelectorAll: () => [],
      createElement: () => ({ relList: { supports: () => true } }),
    };
    runInNewContext(readFileSync(join(folder, 'dist', script), 'utf8'), {
      document,
      SharedArrayBuffer,
    });
    expect(output.textContent).toMatch(/^Aim at 1\d\.\d degrees\.$/);
  });
});

describe('delta-tape/vite, with a worker', () => {
  test('builds the example, whose worker computes gradients.', async () => {
    const folder = example('plain-vite-worker');
    await node(folder, bin('vite/bin/vite.js'), 'build');
    const [script] = readdirSync(join(folder, 'dist/assets')).filter((name) =>
      name.startsWith('worker-'),
    );
    const answers: unknown[] = [];
    const self = {
      onmessage: undefined as unknown,
      postMessage: (data: unknown) => answers.push(data),
    };
    runInNewContext(readFileSync(join(folder, 'dist/assets', script), 'utf8'), {
      self,
      SharedArrayBuffer,
    });
    const data = [0, 1, 2, 3, 4].map((time) => [time, 2 * Math.exp(-time / 2)]);
    (self.onmessage as (message: object) => void)({ data });
    expect(answers).toEqual(['amount 2.000, rate 0.500']);
  });
});

describe('delta-tape/rollup', () => {
  test('builds the example, a library whose functions have gradients.', async () => {
    const folder = example('plain-rollup');
    await node(folder, bin('rollup/dist/bin/rollup'), '--config');
    files('plain-rollup', {
      'use.js': `import { away } from './dist/index.js';\nconsole.log(away([0, 0], [0, 90]).map((x) => x.toFixed(3)).join());`,
    });
    expect(await node(folder, 'use.js')).toBe('0.000,-111.195');
    const map = JSON.parse(readFileSync(join(folder, 'dist/index.js.map'), 'utf8')) as SourceMap;
    expect(map.sources).toEqual(['../src/index.js']);
    expect(map.sourcesContent[0]).toBe(readFileSync(join(folder, 'src/index.js'), 'utf8'));
  });
});

describe('delta-tape/esbuild', () => {
  test('builds the example, which runs.', async () => {
    const folder = example('plain-esbuild');
    await node(folder, 'build.js');
    expect(await node(folder, 'dist/main.js')).toBe('0 1 1 0');
  });

  test('keeps the lines of the source.', async () => {
    const folder = example('plain-esbuild');
    files('plain-esbuild', {
      'src/failing.ts': failing,
      'src/main.ts': `import { grad } from 'delta-tape';\nimport { failing } from './failing.js';\n\ngrad(failing)({ x: 2, y: 3 });\n`,
    });
    await node(folder, 'build.js');
    const printed = failure(folder, '--enable-source-maps', 'dist/main.js');
    expect(printed).toMatch(/failing\.ts:8:\d+/);
    expect(printed).toMatch(/main\.ts:4:\d+/);
  });
});

describe('delta-tape/webpack', () => {
  testInTurn(1, 2)('builds the example, which runs.', async () => {
    const folder = example('plain-webpack');
    await node(folder, 'build.js');
    expect(await node(folder, 'dist/main.cjs')).toBe('76 %, 24 %');
  });

  testInTurn(0, 2)(
    'builds TypeScript with imports in the project that npm init makes.',
    async () => {
      const folder = files('webpack-commonjs', {
        'package.json': '{ "type": "commonjs" }',
        'src/cube.ts': cube,
        'src/main.ts': `import { grad } from 'delta-tape';\nimport { cube } from './cube';\nconsole.log(grad(cube)(2));`,
        'build.js': `
        const webpack = require('webpack');
        const deltaTape = require('delta-tape/webpack').default;
        const options = { mode: 'production', target: 'node', entry: './src/main.ts', resolve: { extensions: ['.ts', '.js'] }, plugins: [deltaTape()] };
        webpack(options, (error, stats) => {
          if (error || stats.hasErrors()) throw error ?? new Error(stats.toString());
        });`,
      });
      await node(folder, 'build.js');
      expect(await node(folder, 'dist/main.js')).toBe('12');
    },
  );
});

describe('plain, in a REPL', () => {
  test('makes functions that have gradients, and says which variable is missing.', () => {
    const folder = example('plain-repl');
    const input = readFileSync(join(folder, 'session.js'), 'utf8');
    const repl = spawnSync(process.execPath, ['--interactive'], {
      cwd: folder,
      input,
      encoding: 'utf8',
    });
    expect(repl.stdout).toMatch((6 - Math.sin(2)).toFixed(12));
    expect(repl.stdout).toMatch((3 - Math.cos(2)).toFixed(12));
    expect(repl.stdout).toMatch('$mul');
    expect(repl.stdout + repl.stderr).toMatch(
      'energy uses a variable from outside of it that plain cannot see: stiffness.',
    );
  });
});
