/** TypeScript that Babel alone cannot read as TypeScript does: what loaders make of it with a compiler of the project, and without one. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import * as library from 'delta-tape';
import * as runtime from 'delta-tape/runtime';
import { compileFile } from '../../../src/plain/loaders/compiled-file.js';
import { namespacePrograms } from '../../support/namespace-programs.js';
import { sampled } from '../../support/sample.js';

const repository = join(__dirname, '../../..');
const { grad } = library;

let folder: string;

/** A project in which a compiler is installed, and has these settings. */
function project(name: string, compiler: string | undefined, compilerOptions: object = {}): string {
  const place = join(folder, name);
  mkdirSync(join(place, 'node_modules'), { recursive: true });
  if (compiler !== undefined)
    symlinkSync(join(repository, 'node_modules', compiler), join(place, 'node_modules', compiler));
  writeFileSync(join(place, 'tsconfig.json'), `{ // settings\n"extends": "./base" }`);
  writeFileSync(join(place, 'base.json'), JSON.stringify({ compilerOptions }));
  return place;
}

interface Exports {
  readonly values: unknown;
  readonly f: (x: number) => number;
}

function exportsOf(code: string): Exports {
  const exports = {};
  const modules: Record<string, unknown> = { 'delta-tape': library, 'delta-tape/runtime': runtime };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
  const run = new Function('exports', 'require', code) as (...args: unknown[]) => void;
  run(exports, (name: string) => modules[name] ?? { sep: name });
  return exports as Exports;
}

/** The exports of a module that a loader translates in a project. */
const loaded = (place: string, code: string): Exports => {
  const options = { filename: join(place, 'module.ts') };
  return exportsOf(compileFile(code, options, { translated: true, commonjs: true }).code);
};

let projects: Readonly<
  Record<'typescript' | 'esbuild' | 'legacy' | 'legacyEsbuild' | 'none' | 'legacyAlone', string>
>;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'delta-tape-')));
  const legacy = { experimentalDecorators: true, target: 'ES2020', emitDecoratorMetadata: true };
  projects = {
    typescript: project('typescript', 'typescript'),
    esbuild: project('esbuild', 'esbuild'),
    legacy: project('legacy', 'typescript', legacy),
    legacyEsbuild: project('legacy-esbuild', 'esbuild', legacy),
    none: project('none', undefined),
    legacyAlone: project('legacy-alone', undefined, legacy),
  };
});

afterAll(() => rmSync(folder, { recursive: true }));

const both = ['typescript', 'esbuild'] as const;
const legacies = ['legacy', 'legacyEsbuild'] as const;
const everywhere = [...both, ...legacies, 'none'] as const;

/** Programs with what they export, and the derivative of f at 3. */
const programs: readonly [
  name: string,
  code: string,
  values: unknown,
  slope: number,
  where: readonly (keyof typeof projects)[],
][] = [
  [
    'module X {}',
    'module S { export const k = 2; } export const values = S.k, f = (x: number) => S.k * x * x;',
    2,
    12,
    [...both, ...legacies],
  ],
  [
    'an export let of a namespace',
    'namespace N { export let k = 3; export function bump() { return ++k; } } N.bump(); export const values = N.k, f = (x: number) => N.k * x * x;',
    4,
    24,
    [...both, ...legacies],
  ],
  [
    'a namespace in parts',
    'namespace N { export const a = 2; } namespace N { export const b = a + 1; } export const values = N, f = (x: number) => N.b * x * x;',
    { a: 2, b: 3 },
    18,
    [...both, ...legacies],
  ],
  [
    'parts by paths',
    'namespace A.B { export const x = 2; } namespace A { export const y = B.x + 1; } export const values = A.y, f = (x: number) => A.B.x * x;',
    3,
    2,
    [...both, ...legacies],
  ],
  [
    'a namespace of an enum',
    'enum E { a = 4 } namespace E { export const b = E.a + 1; } export const values = [E.a, E.b], f = (x: number) => E.b * x;',
    [4, 5],
    5,
    everywhere,
  ],
  [
    'a namespace of a class and of a function',
    'class C { static s = 1; } namespace C { export const a = 2; } function g() { return g.k; } namespace g { export const k = 3; } export const values = [C.a, g()], f = (x: number) => C.a * g.k * x;',
    [2, 3],
    6,
    everywhere,
  ],
  [
    'an alias in a namespace',
    'namespace N { export namespace M { export const a = 5; } } namespace O { export import b = N.M; } import c = O.b.a; export const values = c, f = (x: number) => O.b.a * x;',
    5,
    5,
    [...both, ...legacies],
  ],
  [
    'enums in parts',
    'enum E { a, b = 2 } enum E { c = b + 3, d } export enum F { x = 1 } export enum F { y = x + E.d } export const values = [E, F.y], f = (x: number) => E.c * F.y * x;',
    [{ 0: 'a', 2: 'b', 5: 'c', 6: 'd', a: 0, b: 2, c: 5, d: 6 }, 7],
    35,
    everywhere,
  ],
  [
    'const enums, also those that are declared',
    'const enum E { a = 1 << 2, b = a | 1, c = "text".length } export const enum F { g = E.b } declare const enum G { h = 6, i } export const values = [E.a, E.b, E.c, F.g, G.h, G.i], f = (x: number) => E.b * G.i * x;',
    [4, 5, 4, 5, 6, 7],
    35,
    everywhere,
  ],
  [
    'import x = require',
    'import path = require("path"); import type T = require("types"); export import other = require("other"); export const values = [path.sep, other.sep], f = (x: number) => path.sep.length * x;',
    ['path', 'other'],
    4,
    everywhere,
  ],
  [
    'parameters that are fields',
    'class A { constructor(readonly x: number, private y = 3, protected z?: number) {} area() { return this.x * this.y; } } class B extends A { constructor(public w: number) { super(w * w); } } export const values = { ...new B(2) }, f = (x: number) => new B(x).area();',
    { x: 4, y: 3, z: undefined, w: 2 },
    18,
    everywhere,
  ],
  [
    'fields of parameters, where they are assigned first',
    'class A { y = this.x * 2; constructor(readonly x: number) {} } export const values = new A(2).y, f = (x: number) => new A(x).y * x;',
    4,
    12,
    legacies,
  ],
  [
    'fields of other fields and later parameters',
    'class A { y = 2; z = this.y + 1; g = () => this.x; constructor(readonly x: number) {} } export const values = new A(5).z, f = (x: number) => new A(x).g() * new A(x).z;',
    3,
    3,
    everywhere,
  ],
  [
    'fields that are declared again, where those without a value are not assigned',
    'class A { x: number; constructor(x: number) { this.x = x; } } class B extends A { x: number; y?: number; area() { return this.x * this.x; } } export const values = { ...new B(2) }, f = (x: number) => new B(x).area();',
    { x: 2 },
    6,
    [...legacies, 'legacyAlone'],
  ],
  [
    'decorators of the standard',
    'function twice(g: any, { kind }: any) { return function (this: any, ...a: any[]) { return 2 * g.call(this, ...a); }; } function named(C: any, { name }: any) { C.is = name; } @named class A { declare static is: string; @twice area(x: number) { return x * x; } } export const values = A.is, f = (x: number) => new A().area(x);',
    'A',
    12,
    both,
  ],
  [
    'decorators after export',
    'const d = (C: any, c: any) => void (C.k = 3); export @d class A { declare static k: number; } export const values = A.k, f = (x: number) => A.k * x;',
    3,
    3,
    both,
  ],
  [
    'decorators of the experiment',
    'const seen: any[] = []; const p = (...a: any[]) => void seen.push(a[2]); function twice(_: any, key: string, d: PropertyDescriptor) { const g = d.value; d.value = function (...a: any[]) { return 2 * g.apply(this, a); }; } class A { constructor(@p x: number) {} @twice area(x: number) { return x * x; } } export const values = seen, f = (x: number) => new A(x).area(x);',
    [0],
    12,
    legacies,
  ],
  [
    'accessor fields',
    'class A { static accessor s = 3; accessor #p = 1; accessor x: number; constructor(x: number) { this.x = x; } area() { return this.x * this.x * A.s * this.#p; } } export const values = [A.s, "x" in A.prototype], f = (x: number) => new A(x).area();',
    [3, true],
    18,
    [...both, ...legacies],
  ],
];

describe('A project with a compiler, or none,', () => {
  test.each(
    programs.flatMap(([name, code, values, slope, where]) =>
      where.map((place) => [name, place, code, values, slope] as const),
    ),
  )('runs %s (%s).', (_, place, code, values, slope) => {
    const exports = loaded(projects[place], code);
    expect(exports.values).toEqual(values);
    expect(grad(exports.f)(3)).toBe(slope);
  });
});

describe('Without a compiler', () => {
  const sentence = (code: string, place = projects.none): Error => {
    try {
      loaded(place, code);
    } catch (error) {
      return error as Error;
    }
    throw new Error('nothing was said');
  };

  test.each([
    ['an export let', '\nnamespace N { export let k = 3; }', 2],
    ['an export let', 'namespace N {\n export import b = M; }', 2],
    ['a namespace in several parts', 'namespace N { } namespace M { }\nnamespace N { }', 2],
    ['a decorator', 'const d = () => {}; @d class A {}', 1],
    ['an accessor field', 'class A { accessor x = 1; }', 1],
    ['a using declaration', 'function f(g: any) { using h = g; }', 1],
  ])('a sentence says what to do about %s: %j.', (construct, code, line) => {
    const { message, stack } = sentence(code);
    expect(message).toMatch(`module.ts: line ${line} has ${construct}, `);
    expect(message).toMatch('npm install --save-dev typescript');
    expect(stack).toBe(`DeltaTapeError: ${message}`);
  });

  test('a sentence says what to do about a field that is made of parameters, where these are assigned first.', () => {
    const code = 'class A { y = this.f(); f() {} constructor(readonly x: number) {} }';
    expect(sentence(code, projects.legacyAlone).message).toMatch('has a field that is made of');
    expect(() => loaded(projects.none, code)).not.toThrow();
  });

  test('a sentence says where syntax is wrong, as it does with one.', () => {
    for (const place of [projects.none, projects.typescript, projects.esbuild]) {
      expect(() => loaded(place, 'const a = 1;\nconst b = ;')).toThrow(/module\.ts: .*\(2:10\)/);
    }
    expect(sentence('module X {}').stack).toMatch(
      /^SyntaxError: .*Use `namespace[^]*\(1:0\)[^]*\^$/,
    );
  });
});

test('A tool that follows gets decorators as they are.', () => {
  const code = 'const d = () => {}; @d class A { @d f(x: number) { return x * x; } }';
  const steps = { translated: true, commonjs: true, isFollowed: true };
  for (const place of [projects.none, projects.typescript]) {
    expect(compileFile(code, { filename: join(place, 'module.ts') }, steps).code).toMatch(
      /@d\s+class A/,
    );
  }
});

test('The map of a file that went through a compiler leads to its lines.', () => {
  const code =
    '\n\nnamespace N { export let k = 3; }\nexport const f = (x: number) =>\n  N.k * x;\n';
  for (const place of [projects.typescript, projects.esbuild]) {
    const options = { filename: join(place, 'module.ts') };
    const made = compileFile(code, options, { translated: true, commonjs: false });
    expect(made.map.sources).toEqual(['module.ts']);
    expect(made.map.sourcesContent).toEqual([code]);
    const line = made.code.split('\n').findIndex((text) => text.includes('const f ='));
    const map = new SourceMap(made.map as ConstructorParameters<typeof SourceMap>[0]);
    expect(map.findEntry(line, 0)).toMatchObject({ originalLine: 3 });
  }
});

test('Namespaces and enums are what TypeScript makes of them.', () => {
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  let direct = 0;
  fc.assert(
    fc.property(namespacePrograms, (code) => {
      const expected = exportsOf(ts.transpileModule(code, { compilerOptions: options }).outputText);
      for (const place of both) {
        const { values, f } = loaded(projects[place], code);
        expect(values).toEqual(expected.values);
        expect(f(2)).toBe(expected.f(2));
        expect(grad(f)(2)).toBe(expected.f(2));
      }
      try {
        expect(loaded(projects.none, code).values).toEqual(expected.values);
        direct++;
      } catch (error) {
        expect(error).toMatchObject({ code: 'needs-compiler' });
      }
    }),
    { numRuns: sampled(180) },
  );
  // Some need no compiler.
  expect(direct).toBeGreaterThan(5);
});
