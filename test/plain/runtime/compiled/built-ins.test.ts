/** Functions of the language that a program replaces: a run answers then, which calls what is there. */
import '../../../support/any-runs.js';
import { valueAndGrad } from 'delta-tape';
import { why } from '../../../../src/plain/why.js';
import { answers, modules, type F } from '../../../support/linked-modules.js';

interface Found {
  readonly value: number;
  readonly gradient: readonly number[];
}
const of = (f: F) => valueAndGrad(f as never) as unknown as (p: number[]) => Found;

/** A replacement of something, with the value that is put back. */
type Replaced = readonly [object, PropertyKey, unknown];
const replaced: Record<string, readonly [string, Replaced]> = {
  'Number.isInteger': [
    '(p) => (Number.isInteger(p[0]) ? p[0] * 3 : p[1])',
    [Number, 'isInteger', () => true],
  ],
  'at of arrays': [
    '(p) => p.at(-1) * p[1]',
    [
      Array.prototype,
      'at',
      function (this: number[]) {
        return this[0];
      },
    ],
  ],
  'Object.keys': [
    `(p) => { const o = { a: p[0], b: p[1] }; let s = 0; for (const k of Object.keys(o)) s += o[k] * o[k]; return s; }`,
    [Object, 'keys', () => ['b']],
  ],
  'what patterns find': [
    `(p) => { const m = 'a1b22'.match(/[a-z](\\d\\d)/); return m ? p[0] * m[1].length : p[1]; }`,
    [RegExp.prototype, 'exec', () => null],
  ],
  'delete of maps': [
    `(p) => { const m = new Map<string, number>(); m.set('a', p[0]); m.set('b', p[1]); m.delete('a'); let s = 0; for (const v of m.values()) s += v * v; return s; }`,
    [Map.prototype, 'delete', () => false],
  ],
  'next of generators': [
    `(p) => { function* g() { yield p[0]; yield p[1]; } let s = 2; for (const v of g()) s += v * v; return s; }`,
    [
      (Object.getPrototypeOf(function* () {}) as { prototype: object }).prototype,
      'next',
      () => ({ value: 0, done: true }),
    ],
  ],
  'the size of maps': [
    `(p) => { const m = new Map<string, number>(); m.set('a', p[0]); return p[0] * p[1] * m.size; }`,
    [Map.prototype, 'size', 9],
  ],
  Boolean: ['(p) => p[0] * p.filter(Boolean).length', [globalThis, 'Boolean', () => false]],
  'call of functions': [
    '(p) => { const g = (x: number) => x * x; return g.call(null, p[0]) * p[1]; }',
    [Function.prototype, 'call', () => 3],
  ],
  'what concat takes apart': [
    '(p) => p[0] * p[1] * p.concat([3, 4]).length',
    [Array.prototype, Symbol.isConcatSpreadable, false],
  ],
  'toFixed of numbers': [
    `(p) => { const m = new Map<string, number>(); m.set((1.5).toFixed(p.length), p[0]); return (m.get('1.50') ?? 2) * p[1]; }`,
    [Number.prototype, 'toFixed', () => 'seven'],
  ],
  'map of one kind of typed arrays': [
    '(p) => { const q = new Int16Array([1, 2, 3]); return p[0] * p[1] * q.map((x) => 2 * x).length; }',
    [
      Int16Array.prototype,
      'map',
      function (this: Int16Array) {
        return this.slice(0, 1);
      },
    ],
  ],
  'from of one kind of typed arrays': [
    '(p) => p[0] * p[1] * Int16Array.from([1, 2, 3]).length',
    [Int16Array, 'from', () => [1]],
  ],
  'from of the usual typed arrays': [
    '(p) => p[0] * p[1] * Float64Array.from([1, 2, 3]).length',
    [Float64Array, 'from', () => [1]],
  ],
  'an element that all arrays inherit': ['(p) => (p[5] ?? 2) * p[1]', [Array.prototype, 5, 11]],
  'an element that all objects inherit': ['(p) => (p[7] ?? 2) * p[1]', [Object.prototype, 7, 11]],
};

/** The result of some work while something is replaced. */
function whileReplaced<T>([object, name, value]: Replaced, work: () => T): T {
  const before = Object.getOwnPropertyDescriptor(object, name);
  const ways = { enumerable: before === undefined, configurable: true, writable: true };
  Object.defineProperty(object, name, { ...ways, value });
  try {
    return work();
  } finally {
    if (before !== undefined) Object.defineProperty(object, name, before);
    else Reflect.deleteProperty(object, name);
    if (before === undefined && Array.isArray(object)) object.length = 0;
  }
}

test.each(Object.entries(replaced))('A run answers where %s was replaced.', (_, [text, change]) => {
  const { f } = modules({ program: `export const f = ${text};` })('program') as Record<string, F>;
  const p = [0.4, 1.3];
  expect(answers(f, [p])).toBe(true);
  const before = f(p) as unknown as number;
  const [plain, { value }, version] = whileReplaced(
    change,
    () => [f(p), of(f)(p), why(f as never).versions[0]] as const,
  );
  expect(plain).not.toBe(before);
  expect(value).toBe(plain);
  expect(version.exists).toBe(false);
  expect(version.obstacle?.what).toContain('was replaced after');
  expect(answers(f, [p])).toBe(true);
});

test('A method that a program adds to all arrays costs no function its compiled gradient.', () => {
  const { f } = modules({ program: 'export const f = (p: number[]) => p[0] * p[1];' })(
    'program',
  ) as Record<string, F>;
  (Array.prototype as { sum?: unknown }).sum = () => 3;
  try {
    expect(answers(f, [[0.4, 1.3]])).toBe(true);
  } finally {
    delete (Array.prototype as { sum?: unknown }).sum;
  }
});

test('A function of Math that is replaced is refused: values would not fit derivatives.', () => {
  const { f } = modules({ program: 'export const f = (p) => Math.hypot(p[0], p[1]);' })(
    'program',
  ) as Record<string, F>;
  const change = [Math, 'hypot', (a: number, b: number) => a * b] as const;
  const found = whileReplaced(change, () => {
    try {
      return of(f)([3, 4]);
    } catch (error) {
      return (error as { code: string }).code;
    }
  });
  expect(found).toBe('replaced-function');
  expect(of(f)([3, 4]).gradient).toEqual([0.6, 0.8]);
});
