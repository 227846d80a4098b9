/** Deeply nested code by the loaders: the translation needs more stack than there is, and what it makes does not. */
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as babel8 from '@babel/core';
import deltaTape from 'delta-tape/babel';
import { comparing, deep, moduleOf } from './deep-programs.js';
import { installed, ran } from '../../support/installed.js';
import { inTurn, isWhole } from '../../support/sample.js';

const repository = process.cwd();
const chain = deep['product'];
let project: string;
let remove: () => void;

beforeAll(async () => {
  ({ project, remove } = await installed());
  put('package.json', '{ "private": true, "type": "module" }');
  put('chain.ts', moduleOf(chain));
  put('main.js', comparing('chain', './chain.js'));
}, 180_000);

afterAll(() => remove());

function put(name: string, text: string): void {
  mkdirSync(join(project, name, '..'), { recursive: true });
  writeFileSync(join(project, name), text);
}

const node = async (...args: string[]): Promise<string[]> =>
  (await ran(process.execPath, args, project)).stdout.trim().split('\n');

const PATIENCE = 600_000;

describe('Deeply nested code', () => {
  const names = inTurn(Object.keys(deep), Object.keys(deep).length);

  test(
    'has the values and derivatives of a loop, in every mode, by the hooks of Node.',
    async () => {
      names.forEach((name, k) => {
        put(`deep${k}.ts`, moduleOf(deep[name]));
        put(`compare${k}.js`, comparing(name, `./deep${k}.js`));
      });
      put('all.js', names.map((_, k) => `import './compare${k}.js';`).join('\n'));
      expect(await node('--import', 'delta-tape/register', 'all.js')).toEqual(names);
    },
    PATIENCE,
  );

  test(
    'has them with arrays of floats, where recording versions are in use.',
    async () => {
      const some = inTurn(['product', 'conditions', 'else if'], 3);
      some.forEach((name, k) => {
        put(`floats${k}.ts`, moduleOf(deep[name], 'Float64Array'));
        put(`floats-compare${k}.js`, comparing(name, `./floats${k}.js`, 'Float64Array.from(xs)'));
      });
      put('floats.js', some.map((_, k) => `import './floats-compare${k}.js';`).join('\n'));
      expect(await node('--import', 'delta-tape/register', 'floats.js')).toEqual(some);
    },
    PATIENCE,
  );

  test(
    'is made anew by plain, and shown.',
    async () => {
      put(
        'plain.js',
        `import { grad } from 'delta-tape';
        import { derivativeSource, plain, translate } from 'delta-tape/plain';
        const f = plain((xs) => { ${chain.body} });
        const xs = Array.from({ length: 5000 }, () => 1);
        console.log(grad(f)(xs).every((y) => y === 1), /\\bxs(\\[|, )4999\\b/.test(derivativeSource(f)));
        try {
          translate(${JSON.stringify(chain.body.replace('return', 'x =').replace(';', '* ='))}, { filename: 'a.ts' });
        } catch (error) {
          console.log(error instanceof SyntaxError, error.code);
        }`,
      );
      expect(await node('plain.js')).toEqual(['true true', 'true BABEL_PARSE_ERROR']);
    },
    PATIENCE,
  );

  (isWhole ? test : test.skip)(
    'is translated for esbuild.',
    async () => {
      put(
        'build.js',
        `import { createRequire } from 'node:module';
        import deltaTape from 'delta-tape/esbuild';
        const { build } = createRequire(${JSON.stringify(join(repository, '_'))})('esbuild');
        await build({ entryPoints: ['main.js'], bundle: true, format: 'esm', platform: 'node',
          outfile: 'out.js', plugins: [deltaTape()] });`,
      );
      await node('build.js');
      expect(await node('out.js')).toEqual(['chain']);
    },
    PATIENCE,
  );

  test.each([
    // Objects are small here: V8 of Node 24 and 26 ends the process, or never returns, if one large array does not fit.
    ['has no memory left', 'let all; for (;;) all = { all };', 'memory'],
    ['exits', 'process.exit(3);', 'status 3'],
    ['throws', `throw new Error('thrown in the thread');`, 'thrown in the thread'],
    ['is not there', undefined, 'Cannot find module'],
  ])(
    'is refused, and nobody waits for ever, if the thread with a larger stack %s.',
    async (_, text, message) => {
      const own = dirname(createRequire(join(project, '_')).resolve('delta-tape/package.json'));
      const dying = join(project, 'node_modules/dying');
      cpSync(own, dying, { recursive: true });
      const thread = join(dying, 'dist/node/plain/loaders/large-stack-thread.js');
      if (text === undefined) rmSync(thread);
      else writeFileSync(thread, text);
      put(
        'dying.js',
        `import { DeltaTapeError } from 'dying';
        import { translate } from 'dying/plain';
        try {
          translate(${JSON.stringify(moduleOf(chain))}, { filename: 'a.ts' });
        } catch (error) {
          console.log(error instanceof DeltaTapeError, error.message);
        }`,
      );
      const [printed] = await node('--max-old-space-size=64', 'dying.js');
      expect(printed).toMatch(
        /^true .* the thread with a larger stack has ended \(.*\)\. Give parts/,
      );
      expect(printed).toMatch(message);
    },
  );

  (isWhole ? test : test.skip)(
    'is translated for Jest, with what babel-jest does after.',
    async () => {
      const [, body] = /return (.*);/.exec(deep['or'].body)!;
      put(
        'jest.config.js',
        `export default { preset: 'delta-tape', testMatch: ['**/*.spec.ts'] };`,
      );
      put(
        'a.spec.ts',
        `import { grad } from 'delta-tape';
        import { f } from './chain.js';
        const seen = jest.fn();
        test('a', () => {
          seen(grad(f)(Array.from({ length: 5000 }, () => 1))[0]);
          seen(grad((xs: number[]) => ${body})([3, 4, ...Array.from({ length: 5000 }, () => 1)])[0]);
          expect(seen.mock.calls).toEqual([[1], [4]]);
        });`,
      );
      symlinkSync(
        join(repository, 'node_modules/jest'),
        join(project, 'node_modules/jest'),
        'junction',
      );
      const jestPath = require.resolve('jest/bin/jest');
      const { stderr } = await ran(process.execPath, [jestPath, '--no-cache'], project);
      expect(stderr).toMatch('1 passed');
    },
    PATIENCE,
  );
});

describe('A run of Babel that is not ours', () => {
  type Transform = (code: string, options: object) => { readonly code: string } | null;
  const hosts: readonly (readonly [string, Transform])[] = [
    ['Babel 7', jest.requireActual<{ transformSync: Transform }>('babel-7').transformSync],
    ['Babel 8', babel8.transformSync as Transform],
  ];
  const settings = {
    filename: '/project/f.js',
    cwd: '/project',
    configFile: false,
    babelrc: false,
  };

  test.each(hosts)('says what to do where its stack does not suffice, in %s.', (_, transform) => {
    for (const name of ['product', 'or', 'methods']) {
      const code = `export function f(xs) { ${deep[name].body.replace(': number', '')} }`;
      // Babel by itself goes further than engines do.
      const deeper = code.replace(/\.map\(.*?\)\./, (part) => part.slice(0, -1).repeat(4000) + '.');
      expect(() => transform(deeper, { ...settings, plugins: [deltaTape] })).toThrow(
        /f\.js: the file is nested too deeply for the stack of this run of Babel\. Give parts of the code names/,
      );
    }
  });

  test.each(hosts)('may have another plugin that parses, in %s.', (_, transform) => {
    type Parse = (code: string, options: object) => unknown;
    const other = () => ({
      visitor: {},
      parserOverride: (code: string, options: object, parse: Parse) => parse(code, options),
    });
    for (const plugins of [
      [deltaTape, other],
      [other, deltaTape],
    ])
      expect(transform('export const f = (x) => x * x;', { ...settings, plugins })!.code).toMatch(
        '$mul(x, x)',
      );
  });
});
