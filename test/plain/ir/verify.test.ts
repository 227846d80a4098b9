/** The verifier accepts what lowering makes, and objects to code that is none. */
import { Builder, value } from '../../../src/plain/ir/build.js';
import { interpret } from '../../../src/plain/ir/interpret.js';
import type { Func, Value } from '../../../src/plain/ir/ir.js';
import { print } from '../../../src/plain/ir/print.js';
import { verify } from '../../../src/plain/ir/verify.js';

/** A function of a number and an array. */
function func(fill: (b: Builder, x: Value, xs: Value) => readonly Value[]): Func {
  const builder = new Builder();
  const [x, xs] = [value('x', 'f64'), value('xs', { storage: 'Float64Array' })];
  return { name: 'f', region: builder.region([x, xs], () => fill(builder, x, xs)) };
}

const right = func((b, x, xs) => {
  b.each(b.constant(0), b.length(xs), b.constant(1), (i) =>
    b.store(xs, i, b.prim('mul', [x, b.load(xs, i)])),
  );
  return [b.load(xs, b.constant(1))];
});

test('Right code passes, and does what it says.', () => {
  expect(verify(right)).toEqual([]);
  expect(interpret(right, [2, Float64Array.of(1, 5)])).toEqual([10]);
});

test('Code is printed with a name for each value.', () => {
  expect(print(right)).toBe(`f(x: f64, xs: Float64Array) {
  v1 = 0
  v2 = length(xs)
  v3 = 1
  for i = v1; < v2; += v3 {
    v4 = xs[i]
    v5 = mul(x, v4)
    xs[i] = v5
  }
  v6 = 1
  v7 = xs[v6]
  return v7
}`);
});

const wrong: readonly (readonly [what: string, complaint: string, f: Func])[] = [
  [
    'a value that nothing defines',
    'y is not defined in let',
    func((b, x) => [b.prim('add', [x, value('y', 'f64')])]),
  ],
  [
    'a value of a region that is closed',
    'inner is not defined in let',
    func((b, x, xs) => {
      let inner = x;
      b.each(b.constant(0), b.length(xs), b.constant(1), (i) => (inner = b.load(xs, i, 'inner')));
      return [b.prim('add', [x, inner])];
    }),
  ],
  [
    'a value that is defined twice',
    'x is defined twice',
    func((b, x) => {
      b.add({ tag: 'let', value: x, op: { tag: 'const', value: 1, args: [] } });
      return [x];
    }),
  ],
  [
    'a wrong number of arguments',
    'mul takes 2 numbers, not 1',
    func((b, x) => [b.prim('mul', [x])]),
  ],
  ['a row that is none', 'there is no row twice', func((b, x) => [b.prim('twice', [x])])],
  ['a number as an array', 'load: x is not an array', func((b, x) => [b.load(x, x)])],
  [
    'an array as a number',
    'prim: xs is Float64Array, not f64',
    func((b, x, xs) => [b.prim('add', [x, xs])]),
  ],
  [
    'a test that is a number',
    'if: x is f64, not bool',
    func((b, x) => {
      const empty = { params: [], body: [], yields: [] };
      b.add({ tag: 'if', test: x, then: empty, otherwise: empty, results: [] });
      return [x];
    }),
  ],
  [
    'branches that give different numbers of values',
    'what a region yields: 0 values for 1',
    func((b, x) => {
      const empty = { params: [], body: [], yields: [] };
      const result = value('r', 'f64');
      b.add({
        tag: 'if',
        test: b.truthy(x),
        then: { ...empty, yields: [x] },
        otherwise: empty,
        results: [result],
      });
      return [result];
    }),
  ],
];

test.each(wrong)('The verifier objects to %s.', (_, complaint, f) => {
  expect(verify(f)).toContain(complaint);
});

test('What is taken comes in the order in which it was kept.', () => {
  const f = func((b, x) => {
    const [two, one, other] = [b.constant(2), value('one', 'f64'), value('other', 'f64')];
    b.add({ tag: 'keep', block: 0, values: [x, two] });
    b.add({ tag: 'take', block: 0, values: [one, other] });
    return [one, other];
  });
  expect(verify(f)).toEqual([]);
  expect(interpret(f, [7, new Float64Array(0)])).toEqual([7, 2]);
});
