/** Fig. 9 as a translator: what it writes runs, with the bits and the Let-bindings of the function. */
import { join } from 'node:path';
import fc from 'fast-check';
import ts from 'typescript';
import * as library from 'delta-tape';
import { monadicSource } from 'delta-tape/compile';
import * as monad from 'delta-tape/monad';
import { grad, trace, type Trace } from '../../../src/index.js';
import type { M, MReal } from '../../../src/monad/index.js';
import { asMonadic } from '../../support/interpret.js';
import { load, run } from '../../support/plain.js';
import { programs } from '../../support/programs.js';
import { sampled } from '../../support/sample.js';
import { inMath, textOf } from '../../support/term-texts.js';
import { Library } from '../../support/typescript.js';

type Monadic = (...args: never[]) => M<unknown>;
type Plain = (...args: never[]) => unknown;

const options = {
  compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
};

function monadicIn(text: string, name?: string): Monadic {
  const source = monadicSource(text, name === undefined ? {} : { name });
  const code = ts.transpileModule(source, options).outputText;
  const found = run<Record<string, Monadic>>(code, (from) =>
    from === 'delta-tape/monad' ? monad : library,
  );
  return found[name ?? Object.keys(found)[0]];
}

interface Bindings {
  readonly value: unknown;
  readonly edges: readonly (readonly (readonly [number, number])[])[];
}

/** Edges as the engine shows them: those with a partial of 0 are none. */
const edgesIn = (
  delta: library.Real | ReturnType<typeof monad.dual>['delta'],
): (readonly [number, number])[] => {
  if (typeof delta === 'number' || !('tag' in delta)) return [];
  if (delta.tag === 'Add') return [...edgesIn(delta.left), ...edgesIn(delta.right)];
  const [factor, end] = delta.tag === 'Scale' ? [delta.factor, delta.delta] : [1, delta];
  return end.tag === 'Var' && factor !== 0 ? [[end.id, factor]] : [];
};

const primals = (tree: unknown): unknown => library.stopGradient(tree);

/** The result of one run of a monadic program, and its bindings. */
function monadically(f: (xs: MReal[]) => M<unknown>, at: readonly number[]): Bindings {
  const duals = at.map((x, k) => monad.dual(x, { tag: 'Var', id: k + 1 }));
  const [value, { binds }] = monad.runState(f(duals), monad.initialState(at.length + 1));
  const edges = [...binds].reverse().map(([, delta]) => edgesIn(delta));
  return { value: primals(value), edges };
}

/** The same by the engine, where each operation has a binding. */
function directly(f: Plain, at: readonly number[]): Bindings {
  const traced = trace as unknown as (
    f: Plain,
    options: object,
  ) => (xs: readonly number[]) => Trace<unknown>;
  const { value, bindings } = traced(f, { byOperation: true })([...at]);
  return {
    value,
    edges: bindings.map(({ edges }) => edges.map(({ arg, partial }) => [arg, partial] as const)),
  };
}

/** The errors of the compiler on modules, by their names. */
function complaintsOf(texts: ReadonlyMap<string, string>): string[] {
  const compiled = new Library(join(__dirname, '../../..'), [], texts);
  return [...texts.keys()].flatMap((name) => compiled.errorsOf(name));
}

/** The function `name` of a module, translated as plain TypeScript. */
const plainIn = (text: string, name: string): Plain =>
  load<Record<string, Plain>>(
    `${text.replace(/export (const|function)/g, '$1')}\nexports.f = ${name};`,
  )['f'];

const ofList = (f: Monadic) => f as unknown as (xs: MReal[]) => M<unknown>;

describe('A random program as a monadic one', () => {
  test('gives the same bits and the same Let-bindings as the engine, and as Fig. 9 read as an interpreter.', () => {
    let compared = 0;
    fc.assert(
      fc.property(programs(), ({ term: given, point }) => {
        const term = inMath(given);
        const text = textOf(term, point.length);
        const found = monadically(ofList(monadicIn(text)), point);
        expect(found).toEqual(monadically(asMonadic(term), point));
        expect(found).toEqual(directly(plainIn(text, 'program'), point));
        if (found.edges.length > 2) compared++;
      }),
      { numRuns: sampled(90) },
    );
    expect(compared).toBeGreaterThan(sampled(90) / 4);
  });

  test('is noticed if a factor is lost.', () => {
    const f = monadicIn('const f = ([x, y]: number[]) => x * y + x;');
    const wrong = plainIn('const f = ([x, y]: number[]) => x * y + y;', 'f');
    expect(monadically(ofList(f), [2, 3])).not.toEqual(directly(wrong, [2, 3]));
  });
});

/** Programs of one list of numbers. */
const fixed: readonly (readonly [name: string, text: string])[] = [
  [
    'closures',
    'const times = (k: number) => (x: number) => k * x;\nexport const f = ([x, y]: number[]) => times(y)(x) + 1;',
  ],
  [
    'functions of functions',
    'const twice = (g: (x: number) => number): ((x: number) => number) => (x) => g(g(x));\nexport const f = ([x]: number[]) => twice(twice(Math.sin))(x);',
  ],
  [
    'recursion',
    'function power(x: number, n: number): number {\n  return n === 0 ? 1 : x * power(x, n - 1);\n}\nexport const f = ([x]: number[]) => power(x, 5);',
  ],
  [
    'pairs',
    'const swap = ([x, y]: [number, number]): [number, number] => [y, x];\nexport const f = ([x, y]: number[]) => { const [a, b] = swap([x, y]); return a / b; };',
  ],
  [
    'objects',
    'interface Point { readonly x: number; readonly y: number }\nconst scaled = (p: Point, k: number): Point => ({ ...p, x: k * p.x });\nexport const f = ([x, y]: number[]) => { const { x: a, y: b } = scaled({ x, y }, 3); return a - b; };',
  ],
  [
    'sums',
    "type Shape = { kind: 'circle'; r: number } | { kind: 'box'; a: number; b: number };\nfunction area(s: Shape): number {\n  switch (s.kind) {\n    case 'circle': return Math.PI * s.r ** 2;\n    default: return s.a * s.b;\n  }\n}\nexport const f = ([x, y]: number[]) => area({ kind: 'circle', r: x }) + area({ kind: 'box', a: x, b: y });",
  ],
  [
    'folds',
    'export const f = (xs: number[]) => xs.map((x, k) => x * (k + 1)).reduce((s, x) => s + x * x, 0);',
  ],
  [
    'array literals that are filled',
    'export const f = (xs: number[]) => { const out = [0, 0, 0]; for (let k = 0; k < xs.length; k++) out[k] = xs[k] * xs[k]; out[0] += xs[1]; return out[0] * out[1]; };',
  ],
  [
    'made arrays',
    'export const f = (xs: number[]) => { const sums = Array.from({ length: xs.length - 1 }, (_, k) => xs[k] + xs[k + 1]); return sums.reduce((s: number, x) => s * x, 1); };',
  ],
  [
    'loops of every kind',
    'export const f = ([x, y]: number[]) => { let s = 0; for (const z of [x, y]) s += z; let k = 3; while (k > 0) { if (k === 2) { k--; continue; } s *= x; k--; } do { s -= y; } while (s > 10); outer: for (;;) { for (;;) break outer; } return s; };',
  ],
  [
    'conditionals on reals',
    'export const f = ([x, y]: number[]) => (x > y && !(x === 0) ? Math.max(x, y, 1) : x !== y ? x % y : 0);',
  ],
  [
    'conditions that are numbers',
    'export const f = (xs: number[]) => { const x = xs[0]; const y = xs[1]; let s = 0; if (x) s += x; if (y - 3) s += y; return s; };',
  ],
  [
    'steps and bits',
    'export const f = ([x, y]: number[]) => x * Math.floor(y) + (y | 0) * Math.sign(x);',
  ],
  [
    'numbers that become indices',
    'const at = (xs: number[], k: number): number => xs[k];\nexport const f = (xs: number[]) => at(xs, Math.round(xs[1]) - 2) * at(xs, 0);',
  ],
  [
    'a filter',
    'export const f = (xs: number[]) => xs.filter((x) => x > 2).map((x) => x * x).concat([xs[0]]).reduce((s, x) => s + x, 0);',
  ],
  [
    'constants of the module',
    'const data = [{ t: 1, y: 2 }, { t: 3, y: 4 }];\nexport const f = ([a, b]: number[]) => data.reduce((s, { t, y }) => s + (a * t + b - y) ** 2, 0);',
  ],
  [
    'variables that closures change',
    'export const f = ([x, y]: number[]) => { let s = 1; const add = (z: number) => { s += z * s; }; add(x); add(y); return s; };',
  ],
  [
    'mutual recursion',
    'function even(x: number, n: number): number { return n === 0 ? x : odd(x * x, n - 1); }\nfunction odd(x: number, n: number): number { return n === 0 ? -x : even(Math.sin(x), n - 1); }\nexport const f = ([x]: number[]) => even(x, 5);',
  ],
  [
    'data that is recursive',
    'type Tree = { left: Tree; right: Tree } | { leaf: number };\nconst total = (t: Tree): number => ("leaf" in t ? t.leaf * t.leaf : total(t.left) + total(t.right));\nexport const f = ([x, y]: number[]) => total({ left: { leaf: x }, right: { left: { leaf: y }, right: { leaf: x } } });',
  ],
  [
    'methods in objects',
    'const shape = { area: (r: number) => r * r, double(x: number) { return 2 * x; } };\nexport const f = ([x]: number[]) => shape.double(shape.area(x));',
  ],
  [
    'names that the library has',
    'export const f = ([mul, add]: number[]) => { const Do = mul * add; const M = Do + 1; return M * Do; };',
  ],
  [
    'functions that return trees',
    'export const f = ([x, y]: number[]) => ({ p: [x * y, 2], q: { r: x } });',
  ],
  [
    'swaps',
    'export const f = ([x, y]: number[]) => { const a = [x, y]; [a[0], a[1]] = [a[1], a[0] * 2]; return a[0] - a[1]; };',
  ],
  [
    'roots and powers',
    'export const f = ([x, y]: number[]) => Math.sqrt(x) ** y + Math.hypot(x, y, 1) + Math.atan2(x, +(x * y)) + -x / Math.exp(y);',
  ],
];

describe('A fixed program as a monadic one', () => {
  test.each(fixed)('has the bits and the Let-bindings of the engine: %s.', (_, text) => {
    const point = [2, 3];
    const f = monadicIn(text, 'f');
    const found = monadically(ofList(f), point);
    expect(found).toEqual(directly(plainIn(text, 'f'), point));
  });

  test('is TypeScript of strict projects.', () => {
    const texts = fixed.map(([name, text]) => [name, monadicSource(text, { name: 'f' })] as const);
    expect(complaintsOf(new Map(texts))).toEqual([]);
    const spoilt = monadicSource('const f = (x: number) => 2 * x;').replace(
      'mul(2, x)',
      "mul(2, 'x')",
    );
    expect(complaintsOf(new Map([['spoilt', spoilt]]))).not.toEqual([]);
  });

  test('is as deep as memory allows.', () => {
    const text =
      'export const f = (x: number, n: number): number => (n <= 0 ? x : Math.sin(f(x, n - 1)));';
    const f = monadicIn(text) as unknown as (x: MReal, n: number) => M<MReal>;
    expect(monad.grad((x: MReal) => f(x, 100_000))(0)).toBe(1);
  });

  test('has the gradient of the function.', () => {
    const text =
      'export const f = (xs: number[]) => xs.reduce((s, x, k) => s + Math.sin(x * k) * s, 1);';
    const f = ofList(monadicIn(text)) as (xs: MReal[]) => M<MReal>;
    const plain = plainIn(text, 'f') as unknown as (xs: number[]) => number;
    expect(monad.grad(f)([1, 2, 3])).toEqual(grad(plain)([1, 2, 3]));
  });
});

describe('The text', () => {
  test('can be read beside the figure.', () => {
    const text =
      'const times = (k: number) => (x: number) => k * x;\nexport const f = (x: number, y: number): number => times(y)(x) + 1;\n';
    expect(monadicSource(text, { name: 'f', filename: 'f.ts' }))
      .toBe(`// f in f.ts as a monadic program, written by delta-tape.
import { Do, operators, pure, type M, type MReal } from 'delta-tape/monad';

const { add, mul } = operators;

const times = (k: MReal) => pure((x: MReal) => mul(k, x));

export const f = (x: MReal, y: MReal): M<MReal> => Do(function* () {
  return yield* add(yield* (yield* times(y))(x), 1);
});
`);
  });

  test('may be that of a function.', () => {
    expect(monadicSource((x: number) => x * x)).toContain('mul(x, x)');
  });

  test('leaves out what the function does not use.', () => {
    const text = 'const unused = (x: number) => x * x;\nexport const f = (x: number) => -x;';
    expect(monadicSource(text, { name: 'f' })).not.toContain('unused');
  });
});

describe('A construct outside of the translation', () => {
  test.each([
    [
      'a class',
      'class A {}\nexport const f = (x: number) => {\n  const a = new A();\n  return x;\n};',
      3,
    ],
    ['try', 'export const f = (x: number) => {\n  try { return x; } catch { return 0; }\n};', 2],
    [
      'a generator',
      'export const f = (x: number) => {\n\n  const g = function* () { yield x; };\n  return x;\n};',
      3,
    ],
    ['a variable from elsewhere', 'export const f = (x: number) => x * k;', 1],
    ['an import', "import { k } from './k.js';\nexport const f = (x: number) => x * k;", 2],
    ['a text with a real', "export const f = (x: number) => {\n  return 'x is ' + x;\n};", 2],
    ['an order of reals', 'export const f = (xs: number[]) => xs.sort((a, b) => a - b)[0];', 1],
    [
      'a condition of unknown kind',
      'export const f = (x: number, o: { g?: { y: number } }) => (o.g ? x : 1);',
      1,
    ],
    ['a typed array', 'export const f = (x: number) => new Float64Array(2)[0] + x;', 1],
    ['reduce without a start', 'export const f = (xs: number[]) => xs.reduce((s, x) => s + x);', 1],
    ['this', 'export const f = (x: number) => ({ y: x, g() { return this.y; } }).g();', 1],
    ['arguments', 'export function f(x: number) {\n  return x * arguments.length;\n}', 2],
    ['a generic object', 'export const f = (x: number) => new Map([[1, x]]).get(1)!;', 1],
    [
      'a value of the module that is computed',
      'const g = (x: number) => x * x;\nconst k = g(2);\nexport const f = (x: number) => k * x;',
      2,
    ],
  ])('is refused with its line: %s.', (_, text, line) => {
    expect(() => monadicSource(text, { name: 'f' })).toThrow(
      expect.objectContaining({
        code: 'not-as-monadic',
        message: expect.stringMatching(
          new RegExp(`^the monadic program of f .*\\(line ${line}\\)\\. To`),
        ) as string,
      }) as Error,
    );
  });
});
