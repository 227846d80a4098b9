/** Values that compiled code does not take are named, and code that left is tried again. */
import { grad } from 'delta-tape';
import { why } from '../../../../../src/plain/why.js';
import { load } from '../../../../support/plain.js';

type F = (...args: never[]) => number;

const point = 'p: { a: number; b?: number; xs: number[] }';
const items = 'items: { weight: number; kind: string }[], on: boolean';
const { atPoint, inItems, atTuple } = load<Record<string, F>>(`
  const atPoint = (${point}): number => p.a * (p.b ?? 1) * p.xs[0];
  const inItems = (${items}): number =>
    items.reduce((s, i) => s + (i.kind === 'near' ? 1 : 2) * i.weight ** 2, 0) * (on ? 1 : 2);
  const atTuple = (t: [number, number], u: { v: number }): number => t[0] * t[1] * u.v;
  Object.assign(exports, { atPoint, inItems, atTuple });`);

function because(f: F, args: readonly unknown[], wrt: unknown = 0): string | undefined {
  try {
    (grad as unknown as (f: F, options: object) => (...of: readonly unknown[]) => unknown)(f, {
      wrt,
    })(...args);
  } catch {
    // Only the reason counts.
  }
  return why(f).versions[0].signatures?.[0].because;
}

const right = { a: 2, b: 3, xs: [4] };
class Own {
  a = 2;
  b = 3;
  xs = [4];
}

test.each<[readonly unknown[], string]>([
  [[{ b: 3, xs: [4] }], 'argument 0.a is missing'],
  [[{ ...right, a: 'x' }], 'argument 0.a is a string, and not a number'],
  [[{ ...right, xs: [4, null] }], 'argument 0.xs[1] is null, and not a number'],
  [
    [{ ...right, xs: new Int32Array(1) }],
    'argument 0.xs is a Int32Array, and not a list of numbers',
  ],
  [[{ ...right, b: '3' }], 'argument 0.b is a string, and not a number'],
  [[{ ...right, z: 5 }], 'argument 0.z holds numbers that the function does not read'],
  [[new Own()], 'argument 0 is an instance of a class, or has symbols as keys'],
  [[null], 'argument 0 is null, and not an object'],
  [
    [Object.defineProperty({ ...right }, 'a', { get: () => 2, enumerable: true })],
    'argument 0.a is not a field of the object itself, or is computed by a getter',
  ],
])('%j is left because of what it holds.', (args, reason) => {
  expect(because(atPoint, [right])).toBeUndefined();
  expect(because(atPoint, args)).toBe(reason);
  expect(because(atPoint, [right])).toBeUndefined();
});

test.each<[readonly unknown[], string]>([
  [[{}, true], 'argument 0 is an object, and not a list of objects'],
  [[[{ weight: 1, kind: 'near' }, { weight: 1 }], true], 'argument 0[1].kind is missing'],
  [[[{ weight: '1', kind: 'near' }], true], 'argument 0[0].weight is a string, and not a number'],
  [[[{ weight: 1, kind: 4 }], true], 'argument 0[0].kind is a number, and not a text'],
  [[[{ weight: 1, kind: 'near' }], 1], 'argument 1 is a number, and not a boolean'],
])('%j is left because of an element.', (args, reason) => {
  expect(because(inItems, [[{ weight: 1, kind: 'near' }], true])).toBeUndefined();
  expect(because(inItems, args)).toBe(reason);
});

test('A tuple has so many elements.', () => {
  expect(because(atTuple, [[1, 2, 3], { v: 2 }])).toBe(
    'argument 0 is a list of 3 elements, and not a list of 2 elements',
  );
  expect(because(atTuple, [[1, 2], { v: 2 }])).toBeUndefined();
});

test('Code that leaves by errors is asked seldom, until it answers again.', () => {
  const { f } = load<{ f: F }>(`const f = (x: number, n: number): number => {
    const kept = [x, x, x];
    kept[n] = x * n;
    return kept[0] * kept[1];
  };
  Object.assign(exports, { f });`);
  const last = () => why(f).versions[0].signatures?.[0].last;
  const at = (n: number) => (grad(f as (x: number, n: number) => number)(3, n), last());
  expect(at(1)).toBe('answered');
  for (let k = 0; k < 3; k++) expect(at(5)).toBe('left');
  const calls = Array.from({ length: 100 }, () => at(1));
  expect(calls.indexOf('answered')).toBeGreaterThan(30);
  expect(calls.lastIndexOf('left')).toBe(calls.indexOf('answered') - 1);
});
