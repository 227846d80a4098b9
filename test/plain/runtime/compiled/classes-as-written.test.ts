import {
  questions,
  unchanged,
  written,
  writtenForOthers,
} from '../../../../src/plain/runtime/compiled/classes-as-written.js';
import { valueAndGrad } from '../../../../src/index.js';
import { why } from '../../../../src/plain/why.js';
import { load } from '../../../support/plain.js';

/** A class, and what it is asked for. */
function made(...fields: readonly string[][]) {
  class Parent {
    over(): number {
      return 1;
    }
  }
  class Own extends Parent {
    static rate = 2;
    static table: (number | number[])[] = [1, [2, 3]];
    static other = 3;
    at(x: number): number {
      return x;
    }
    *[Symbol.iterator](): Generator<number> {
      yield 1;
    }
    get mean(): number {
      return 1;
    }
  }
  written(Parent, ...fields);
  written(Own, ...fields, 'rate', 'table');
  return { Own, Parent, of: Own as unknown as Record<string, unknown> };
}

describe('A class', () => {
  test('that nobody changed gives what is captured.', () => {
    const { Own, Parent } = made();
    const values = [1, 2];
    expect(unchanged(values, Own, Parent)).toBe(values);
  });

  type Made = ReturnType<typeof made>;
  const changes: readonly (readonly [string, (of: Made) => unknown])[] = [
    ['a method', ({ Own }) => (Own.prototype.at = (x) => x * 2)],
    ['a method of its parent', ({ Parent }) => (Parent.prototype.over = () => 2)],
    ['another iterator', ({ Own }) => (Own.prototype[Symbol.iterator] = function* () {})],
    ['an accessor', ({ Own }) => Object.defineProperty(Own.prototype, 'mean', { get: () => 2 })],
    ['a setter', ({ Own }) => Object.defineProperty(Own.prototype, 'mean', { set: () => 2 })],
    ['a new accessor', ({ Own }) => Object.defineProperty(Own.prototype, 's', { set: () => 2 })],
    ['a missing method', ({ Own }) => Reflect.deleteProperty(Own.prototype, 'at')],
    ['a static number', ({ Own }) => (Own.rate = 3)],
    ['a static list', ({ Own }) => (Own.table = [1, [2, 3]])],
    ['an element', ({ Own }) => (Own.table[0] = 5)],
    ['an element inside', ({ Own }) => ((Own.table[1] as number[])[0] = 5)],
    ['a further element', ({ Own }) => Own.table.push(5)],
    ['another parent', ({ Own }) => void Object.setPrototypeOf(Own.prototype, {})],
    ['another parent of the class', ({ Own }) => void Object.setPrototypeOf(Own, class {})],
  ];
  test.each(changes)('with %s is noticed.', (_, change) => {
    const of = made();
    change(of);
    expect(() => unchanged([], of.Own, of.Parent)).toThrow('was changed after it was made');
  });

  test.each([
    ...changes,
    ['a method of its parent', ({ Own }) => (Own.prototype.over = () => 2)],
    ['a method that all objects have', ({ Own }) => (Own.prototype.toString = () => '')],
    [
      'an accessor of a field in its parent',
      ({ Parent }) => Object.defineProperty(Parent.prototype, 's', { set: () => 2 }),
    ],
    ['a constant field', ({ Own }) => Object.defineProperty(Own.prototype, 's', { value: 2 })],
  ] as typeof changes)('with %s is noticed by code that knows the fields, too.', (_, change) => {
    const of = made(['s', 'x']);
    for (let k = 0; k <= questions.untilMade + 1; k++)
      expect(unchanged(k, of.Own, of.Parent)).toBe(k);
    // Nothing that is compiled has to do with this name.
    Object.defineProperty(of.Own.prototype, 'unknown', { value: 1, configurable: true });
    expect(unchanged(1, of.Own, of.Parent)).toBe(1);
    change(of);
    expect(() => unchanged([], of.Own, of.Parent)).toThrow('was changed after it was made');
  });

  test('may change in what nobody asked for.', () => {
    const { Own } = made();
    Own.other = 4;
    expect(unchanged(1, Own)).toBe(1);
  });

  test('of which nothing was remembered is taken for another.', () => {
    expect(() => unchanged([], class {})).toThrow('was changed');
  });

  test('may hold itself.', () => {
    class Round {
      static table: unknown[] = [];
    }
    Round.table.push(Round.table);
    written(Round, 'table');
    expect(unchanged(1, Round)).toBe(1);
  });
});

test('A class whose instances have a length by a getter is remembered without one.', () => {
  class Queue {
    private readonly items: number[] = [];
    get length(): number {
      return this.items.length;
    }
  }
  writtenForOthers(Queue);
  expect(unchanged(1, [Queue])).toBe(1);
});

test.each([0, 1])('Other iterators of instances are noticed, also of a parent: %s.', (k) => {
  const { f, made } = load<{ f: (x: number) => number; made: () => readonly object[] }>(
    `class Grid { *[Symbol.iterator]() { yield 1; yield 2; } }
class Finer extends Grid { size = 1; }
exports.made = () => [new Grid(), new Finer()];
exports.f = f; function f(x: number): number { let s = 0; for (const k of new Finer()) s += k * x; return s * x; }`,
  );
  expect(valueAndGrad(f)(3)).toEqual({ value: 27, gradient: 18 });
  expect(why(f).answers).toBe('compiled');
  Object.assign(Object.getPrototypeOf(made()[k]) as object, {
    *[Symbol.iterator]() {
      yield 5;
    },
  });
  expect(valueAndGrad(f)(3)).toEqual({ value: 45, gradient: 30 });
});

test('Static members that other modules set are read by a run, and by compiled code once they are set back.', () => {
  const { f, made } = load<{ f: (x: number) => number; made: () => object }>(
    `class Config { static rate = 2; }
exports.made = () => new Config();
exports.f = f; function f(x: number): number { return Config.rate * x; }`,
  );
  const Config = made().constructor as unknown as { rate: number };
  const last = () =>
    why(f).versions.find(({ version }) => version === 'compiled')?.signatures?.[0].last;
  expect(valueAndGrad(f)(3)).toEqual({ value: 6, gradient: 2 });
  expect(last()).toBe('answered');
  Config.rate = 5;
  expect(valueAndGrad(f)(3)).toEqual({ value: 15, gradient: 5 });
  expect(last()).toBe('left');
  Config.rate = 2;
  expect(valueAndGrad(f)(3)).toEqual({ value: 6, gradient: 2 });
  expect(last()).toBe('answered');
});

test.each([
  ['a private list', 'static #t = [1, 2];', 'Own.#t[0]', 'Own.#t[k] = 5;'],
  ['a private object', 'static #t = { a: 1 };', 'Own.#t.a', "Own.#t['ab'[k]] = 5;"],
  ['a map', "static t = new Map([['a', 1]]);", "(Own.t.get('a') ?? 0)", "Own.t.set('a', 5);"],
  ['a set', 'static t = new Set([1]);', '(Own.t.has(1) ? 1 : 0)', 'Own.t.delete(1);'],
  ['a list', 'static t = [1, 2];', 'Own.t[0]', 'Own.t[k] = 5;'],
])('Static data that the class changes is read anew: %s.', (_, data, read, change) => {
  const { f, Own } = load<{ f: (x: number) => number; Own: { change: (k: number) => void } }>(
    `class Own { ${data} static at(x: number): number { return ${read} * x; } static change(k: number) { ${change} } }
function f(x: number): number { return Own.at(x) * x; } exports.f = f; exports.Own = Own;`,
  );
  expect(valueAndGrad(f)(3)).toEqual({ value: 9, gradient: 6 });
  Own.change(0);
  expect(valueAndGrad(f)(3)).toEqual({ value: f(3), gradient: 2 * f(1) * 3 });
  expect(f(3)).not.toBe(9);
});
