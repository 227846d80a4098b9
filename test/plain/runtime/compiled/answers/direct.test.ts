/** Gradients in common shapes are those that any other shape would be given. */
import { setFlagsFromString } from 'node:v8';
import { runInThisContext } from 'node:vm';
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import {
  countOf,
  inputsWithBlocks,
  rebuildAll,
} from '../../../../../src/derivatives/argument-shapes.js';
import {
  directGradient,
  directGradients,
} from '../../../../../src/plain/runtime/compiled/answers/direct.js';
import { load } from '../../../../support/plain.js';
import { sampled } from '../../../../support/sample.js';

/** The keys of the objects in a tree, in the order of its reals. */
const keysIn = (of: unknown): string[][] => {
  if (typeof of !== 'object' || of === null || ArrayBuffer.isView(of)) return [];
  const own = Array.isArray(of) ? [] : [Object.keys(of)];
  return [...own, ...Object.values(of).flatMap(keysIn)];
};

test.each([
  ['a number', 3, [5], 5],
  ['an array of floats', Float64Array.of(1, 2), Float64Array.of(3, 4), Float64Array.of(3, 4)],
  ['a list', [1, 2], Float64Array.of(3, 4), [3, 4]],
  ['a list of lists', [[1], [2]], Float64Array.of(3, 4), [[3], [4]]],
  ['an object', { y: 1, x: [2] }, [3, 4], { y: 3, x: [4] }],
  ['an empty list', [], new Float64Array(0), []],
  ['a list with something else in it', [1, 'a', null], Float64Array.of(3), [3, 'a', null]],
  [
    'a list with a hole at its end',
    Object.assign(new Array(2), [1]),
    Float64Array.of(3, 4),
    undefined,
  ],
  ['a list with a hole', Object.assign([1], { 2: 2 }), Float64Array.of(3, 4), undefined],
  [
    'an object with something else in it',
    { x: 1, y: 'a', z: undefined },
    [3],
    { x: 3, y: 'a', z: undefined },
  ],
  ['other floats', Float32Array.of(1), Float64Array.of(3), undefined],
  ['integers', [Int32Array.of(1)], [3], undefined],
  ['too few numbers', [1, 2], [3], undefined],
  ['too many numbers', [1, 2], [3, 4, 5], undefined],
])('The gradient by %s has its shape, or is left to others.', (_, of, cotangents, expected) => {
  expect(directGradient(of, cotangents as number[], keysIn(of))).toEqual(expected);
});

test('Lists of numbers in a gradient hold numbers, and not objects for these.', () => {
  setFlagsFromString('--allow-natives-syntax');
  const isOfNumbers = runInThisContext('(list) => %HasDoubleElements(list)') as (
    list: object,
  ) => boolean;
  const anywhere = (of: unknown) => Array.from({ length: 2 }, () => of);
  const rows: (readonly number[])[] = [];
  const mixed: unknown[][] = [];
  for (let k = 0; k < 200; k++) {
    rows.push(...(directGradient([[1, 2], [3]], [0.5, 1.5, 2.5], []) as number[][]));
    mixed.push(anywhere(anywhere(0.5)));
  }
  expect(rows.every(isOfNumbers)).toBe(true);
  // A list in which anything stands is noticed.
  expect(mixed.every(isOfNumbers)).toBe(false);
});

test('The gradient by any tree is what is made otherwise.', () => {
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      fc.double(),
      fc.constantFrom(null, true, 'a'),
      fc.float64Array({ maxLength: 3 }),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.string({ maxLength: 3 }), tie('tree'), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    ),
  }));
  let count = 0;
  fc.assert(
    fc.property(tree, tree, (one, other) => {
      const sizes = (of: unknown) => (typeof of === 'number' ? 1 : JSON.stringify(of).length);
      const numbers = Float64Array.from({ length: sizes(one) + sizes(other) }, (_, k) => k + 0.5);
      let inputs;
      try {
        inputs = inputsWithBlocks([one, other], [0, 1]);
      } catch {
        return; // One of them holds no reals.
      }
      const cotangents = numbers.slice(0, countOf(inputs));
      const direct = directGradients([one, other], cotangents, keysIn([one, other]));
      if (direct === undefined) return;
      count++;
      expect(direct).toStrictEqual(rebuildAll(inputs, cotangents));
    }),
    { numRuns: sampled(100) },
  );
  expect(count).toBeGreaterThan(5);
});

test('Each gradient is an array of its own.', () => {
  const { f } = load<{ f: (x: Float64Array) => number }>(
    'exports.f = f; function f(x: Float64Array) { return x[0] * x[1]; }',
  );
  const both = valueAndGrad(f);
  const first = both(Float64Array.of(2, 3)).gradient;
  const second = both(Float64Array.of(5, 7)).gradient;
  expect([...first, ...second]).toEqual([3, 2, 7, 5]);
});

test('The places of inputs are those of the list that is given, also if it changes.', () => {
  const { f } = load<{ f: (x: number, y: number) => number }>(
    'exports.f = f; function f(x: number, y: number) { return x * x * y; }',
  );
  const wrt: (0 | 1)[] = [0, 1];
  const both = valueAndGrad(f, { wrt });
  expect(both(3, 5).gradient).toEqual([30, 9]);
  wrt.reverse();
  expect(both(3, 5).gradient).toEqual([9, 30]);
  expect(valueAndGrad(f, { wrt: 1 })(3, 5).gradient).toBe(9);
  expect(both(3, 5).gradient).toEqual([9, 30]);
});
