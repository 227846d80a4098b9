/**
 * Compiled code asks its questions about arguments at each call: an answer never rests on the arguments
 * of the call before.
 */
import { valueAndGrad } from 'delta-tape';
import { load } from '../../../../support/plain.js';
import { withoutCompiled } from '../../../../support/tiers.js';

type Point = { x: number; y: number };
interface Item {
  readonly weight: number;
  readonly at?: readonly number[];
  readonly kind: string;
}

const { product, total } = load<{
  product: (p: Point) => number;
  total: (scale: number, items: readonly Item[]) => number;
}>(`
  const product = (p: { x: number; y: number }): number => p.x * p.y ** 2;
  interface Item { weight: number; at?: number[]; kind: 'near' | 'far' }
  const total = (scale: number, items: Item[]): number => {
    let sum = 0;
    for (const { weight, at, kind } of items)
      sum += (kind === 'near' ? scale : 1) * weight * (at === undefined ? 1 : at[0] * scale);
    return sum;
  };
  Object.assign(exports, { product, total });`);

let asked = 0;
const withGetter = (of: object, key: string): never =>
  Object.defineProperty({ ...of }, key, { enumerable: true, get: () => ++asked }) as never;

/** The result of a call, or the kind of its error, with the keys of the gradient in their order. */
function outcome(f: (...args: never[]) => number, args: readonly unknown[]): string {
  try {
    return JSON.stringify(
      (valueAndGrad as (f: unknown) => (...args: readonly unknown[]) => unknown)(f)(...args),
    );
  } catch (error) {
    return String((error as { code?: string }).code ?? error);
  }
}

const points: readonly unknown[] = [
  { x: 2, y: 3 },
  { y: 3, x: 2 },
  { x: 2, y: 3, note: 'text' },
  { x: 2, y: 3, z: 4 },
  Object.defineProperty({ x: 2, y: 3 }, 'hidden', { value: 5 }),
  Object.assign(Object.create({ y: 3 }) as object, { x: 2 }),
  { x: 2, y: 3, [Symbol('s')]: 1 },
  { x: 2, y: 3 },
];

test('Keys of an object may be others than before, and come in another order.', () => {
  for (const point of points) {
    const found = outcome(product as never, [point]);
    expect(found).toBe(withoutCompiled(() => outcome(product as never, [point])));
  }
  expect(outcome(product as never, [points[1]])).toBe('{"value":18,"gradient":{"y":12,"x":9}}');
});

const items: readonly (readonly unknown[])[] = [
  [],
  [
    { weight: 2, kind: 'near' },
    { weight: 3, at: [5], kind: 'far' },
  ],
  [
    { weight: 3, at: [5], kind: 'far' },
    { kind: 'near', at: undefined, weight: 2 },
  ],
  [{ weight: 2, kind: 'elsewhere' }],
  [{ weight: 2, kind: 3 }],
  [{ weight: '2', kind: 'near' }],
  [null],
];

test('Objects in arrays are asked for each field, whether it is there, and what it is.', () => {
  for (const list of items) {
    const found = outcome(total as never, [2, list]);
    expect(found).toBe(withoutCompiled(() => outcome(total as never, [2, list])));
  }
  expect(outcome(total as never, [2, items[1]])).toBe('{"value":34,"gradient":17}');
});

test('A getter is asked by nobody but the function.', () => {
  expect(outcome(total as never, [2, [withGetter({ kind: 'near' }, 'weight')]])).toMatch(
    /"value":/,
  );
  const before = asked;
  (total as (...of: unknown[]) => number)(2, [withGetter({ kind: 'near' }, 'weight')]);
  expect(asked - before).toBe(before);
});
