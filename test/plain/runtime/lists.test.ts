/** Arrays, and what stands for typed arrays, with duals in them, against the same calls on numbers. */
import fc from 'fast-check';
import { Dual, grad, jvp, primalOf, type Real } from 'delta-tape';
import * as $ from '../../../src/plain/runtime/index.js';
import { RealArray, realArray } from '../../../src/core/floats/real-array.js';
import { anyNumber } from '../values.js';
import { sampled } from '../../support/sample.js';

type Args = readonly unknown[];
/** Operators as JavaScript has them, or of the runtime; `real` makes a dual there. */
interface Language {
  readonly real: (x: number) => unknown;
  readonly sub: (x: unknown, y: unknown) => unknown;
  readonly mul: (x: unknown, y: unknown) => unknown;
  readonly lt: (x: unknown, y: unknown) => boolean;
}
const javascript: Language = {
  real: (x) => x,
  sub: (x, y) => (x as number) - (y as number),
  mul: (x, y) => (x as number) * (y as number),
  lt: (x, y) => (x as number) < (y as number),
};
/** Numbers as constants plus a multiple of the input, which is 1. */
const onDuals = (one: Real): Language => ({
  real: (x) => $.mul(x, one),
  sub: $.sub,
  mul: $.mul,
  lt: $.lt,
});

type Call = readonly [method: string, args: (language: Language) => Args];

const index = fc.oneof(
  fc.integer({ min: -4, max: 4 }),
  fc.double({ min: -4, max: 4, noNaN: true }),
);
const indices = (maxLength: number) => fc.array(index, { maxLength });
const placed = (l: Language, list: readonly number[]) => list.map(l.real);

const callOf = (method: string, args: (language: Language) => Args): Call => [method, args];
const one = (...names: string[]) => fc.constantFrom(...names);

const asking = one('filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex');
const common: fc.Arbitrary<Call>[] = [
  fc.tuple(asking, anyNumber).map(([m, y]) => callOf(m, (l) => [(x: unknown) => l.lt(x, y)])),
  asking.map((m) => callOf(m, (l) => [(x: unknown) => l.sub(x, 1)])),
  fc.constant(callOf('map', (l) => [(x: unknown, k: number) => l.mul(x, k)])),
  one('reduce', 'reduceRight').map((m) => callOf(m, (l) => [l.sub, l.real(0.5)])),
  one('sort', 'toSorted').map((m) => callOf(m, () => [])),
  one('sort', 'toSorted').map((m) => callOf(m, (l) => [l.sub])),
  one('reverse', 'toReversed', 'keys', 'values', 'entries').map((m) => callOf(m, () => [])),
  fc
    .tuple(one('includes', 'indexOf', 'lastIndexOf'), anyNumber, indices(1))
    .map(([m, x, at]) => callOf(m, (l) => [l.real(x), ...placed(l, at)])),
  one('join', 'toString').map((m) => callOf(m, () => [])),
  fc.constant(callOf('join', () => ['; '])),
  index.map((k) => callOf('at', (l) => [l.real(k)])),
  fc.tuple(index, anyNumber).map(([k, x]) => callOf('with', (l) => [l.real(k), l.real(x)])),
  indices(2).map((at) => callOf('slice', (l) => placed(l, at))),
  indices(3).map((at) => callOf('copyWithin', (l) => placed(l, at))),
  fc
    .tuple(anyNumber, indices(2))
    .map(([x, at]) => callOf('fill', (l) => [l.real(x), ...placed(l, at)])),
];
const ofArrays: fc.Arbitrary<Call>[] = [
  ...common,
  indices(2).map((at) => callOf('splice', (l) => [...placed(l, at), l.real(1), 2])),
  fc.constant(callOf('concat', (l) => [[l.real(1)], 2])),
  fc.constant(callOf('flatMap', (l) => [(x: unknown) => [x, l.mul(x, 2)]])),
  fc.constant(callOf('push', (l) => [l.real(1)])),
];
const ofTyped: fc.Arbitrary<Call>[] = [
  ...common,
  indices(2).map((at) => callOf('subarray', (l) => placed(l, at))),
  fc
    .tuple(fc.array(anyNumber, { maxLength: 3 }), index)
    .map(([xs, k]) => callOf('set', (l) => [xs.map(l.real), l.real(k)])),
];

/** The visible parts of a value: its primals, and whether it is a typed array. */
function seen(value: unknown): unknown {
  if (value instanceof Dual) return primalOf(value);
  if (typeof value !== 'object' || value === null) return value;
  if ('next' in value) return Array.from(value as never, seen);
  const kinds = [Float64Array, Float32Array].map((C) => $.instanceOf(value, C));
  return [kinds, $.own(Array.isArray)(value), Array.from(value as ArrayLike<unknown>, seen)];
}

function outcome(receiver: unknown, [method, args]: Call, language: Language, by: Invoke): unknown {
  let result: unknown;
  try {
    result = seen(by(receiver, method, args(language)));
  } catch (error) {
    result = (error as Error).constructor.name;
  }
  return { result, receiver: seen(receiver) };
}
type Invoke = (receiver: unknown, method: string, args: Args) => unknown;
const natively: Invoke = (o, method, args) =>
  (o as Record<string, (...args: Args) => unknown>)[method](...args);
const called: Invoke = (o, method, args) => $.call(o, method, ...args);

type Make = (list: unknown[], language: Language) => unknown;

function sameOutcome(makeNative: Make, makeOnDuals: Make, calls: fc.Arbitrary<Call>) {
  const lists = fc.array(anyNumber, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(lists, fc.array(fc.boolean()), calls, (xs, dual, call) => {
      const expected = outcome(makeNative([...xs], javascript), call, javascript, natively);
      const found: unknown[] = [];
      const f = (input: Real): Real => {
        const l = onDuals(input);
        const mixed = xs.map((x, k) => (dual[k] ? l.real(x) : x));
        found.push(outcome(makeOnDuals(mixed, l), call, l, called));
        return input;
      };
      grad(f)(1);
      jvp((x: Real) => grad(f)(x))([1], [1]);
      expect(found).toEqual([expected, expected]);
      // Without duals, versions do what the native methods do.
      const plain = outcome(makeOnDuals([...xs], javascript), call, javascript, called);
      expect(plain).toEqual(expected);
    }),
    { numRuns: sampled(150) },
  );
}

describe('A method of an array with duals does what it does on numbers:', () => {
  test.each(ofArrays.map((calls, k) => [k, calls] as const))('%#.', (_, calls) => {
    sameOutcome(
      (xs) => xs,
      (xs) => xs,
      calls,
    );
  });
});

describe.each([Float64Array, Float32Array])('What stands for a typed array: %p', (C) => {
  test.each(ofTyped.map((calls, k) => [k, calls] as const))('has its methods: %#.', (_, calls) => {
    sameOutcome(
      (xs) => new C(xs as number[]),
      (xs) => $.construct(C, xs),
      calls,
    );
  });

  test('has other properties than elements.', () => {
    for (const xs of [new C(1), realArray(C.name as 'Float64Array', [0])]) {
      $.set(xs, 'label', 'abc');
      $.set(xs, '0', '7');
      expect([$.get(xs, 'label'), $.get(xs, 0)]).toEqual(['abc', 7]);
    }
  });

  test('is made by from and of, of a length, a list, an iterable and another one.', () => {
    grad((x: Real) => {
      const made = [
        $.call(C, 'from', [1, x]),
        $.call(C, 'from', [1, 2], (y: unknown) => $.mul(x, y)),
        $.call(C, 'of', 1, x),
        $.construct(C, new Set([1, 2])),
        $.construct(C, { length: 2, 0: x }),
        $.construct(C, $.construct(C, [x, 1])),
        $.construct(C, x),
        $.construct($.own(C), '2'),
      ];
      for (const xs of made) expect(xs).toBeInstanceOf(RealArray);
      expect(made.map((xs) => seen(xs))).toEqual(
        [
          [1, 2],
          [2, 4],
          [1, 2],
          [1, 2],
          [2, NaN],
          [2, 1],
          [0, 0],
          [0, 0],
        ].map((xs) => seen(new C(xs))),
      );
      return x;
    })(2);
  });

  test('takes what a typed array takes, and has no other elements.', () => {
    const xs = $.construct(C, 2) as Real[];
    $.set(xs, 0, '0.1');
    $.set(xs, '1', null);
    for (const key of [2, -1, 0.5, '-0', 'Infinity']) $.set(xs, key, 7);
    expect(seen(xs)).toEqual(seen(new C([0.1, 0])));
    expect(Object.keys(xs)).toEqual(['0', '1']);
    expect(() => $.set(xs, 'length', 3)).toThrow(TypeError);
    expect(() => $.set(xs, 0, 1n)).toThrow(TypeError);
    expect(() => $.set(xs, 0, Symbol('s'))).toThrow(TypeError);
  });

  test('has no more methods, and no other name, than a typed array.', () => {
    // Outside of a run there is nothing but the typed array itself.
    grad((input: Real) => {
      const xs = $.construct(C, 2) as Record<string, unknown>;
      for (const name of ['push', 'concat', 'flat', 'splice']) expect(xs[name]).toBeUndefined();
      expect([Object.prototype.toString.call(xs), xs.constructor]).toEqual([
        `[object ${C.name}]`,
        C,
      ]);
      expect([xs.BYTES_PER_ELEMENT, xs.byteLength]).toEqual([
        C.BYTES_PER_ELEMENT,
        C.BYTES_PER_ELEMENT * 2,
      ]);
      expect($.instanceOf(xs, Array)).toBe(false);
      expect($.instanceOf(xs, Object)).toBe(true);
      expect($.call([xs, [1]], 'flat')).toEqual([xs, 1]);
      expect(([] as unknown[]).concat(xs)).toEqual([xs]);
      return input;
    })(1);
    const buffer = () => ($.construct(C, 2) as Float64Array).buffer;
    expect(() => grad((x: Real) => (buffer(), x))(1)).toThrow('buffer');
    expect(buffer().byteLength).toBe(2 * C.BYTES_PER_ELEMENT);
  });

  test('shares its elements with a subarray, both ways and through subarrays of that.', () => {
    const f = (x: Real): Real => {
      const xs = $.construct(C, 4) as Real[];
      const part = $.call(xs, 'subarray', 1, 3) as Real[];
      const inner = $.call(part, 'subarray', 1) as Real[];
      $.set(xs, 2, x);
      $.set(part, 0, $.mul(x, x));
      $.set(inner, 0, $.mul(inner[0], 3));
      $.set(inner, 1, 100);
      expect(seen(xs)).toEqual(seen(new C([0, 4, 6, 0])));
      const keys = $.call(Object, 'keys', part);
      expect([part.length, inner.length, Array.isArray(part), keys]).toEqual([
        2,
        1,
        true,
        ['0', '1'],
      ]);
      return $.add(xs[1], xs[2]) as Real;
    };
    expect(grad(f)(2)).toBe(4 + 3);
  });
});

test('Elements of 32 bits are rounded where they are stored, and their derivative is kept.', () => {
  const f = (x: Real): Real => ($.construct(Float32Array, [$.mul(x, 0.1)]) as Real[])[0];
  expect(jvp(f)([1], [1])).toEqual({ value: Math.fround(0.1), tangent: 0.1 });
});
