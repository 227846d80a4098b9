/** Compares the answer of specialised code with that of a run: the value bit for bit, derivatives to rounding. */
import { asBlock, blocks, isBlock } from '../../../core/block.js';

/** Sums of many numbers in another order differ by this much, beside the largest of the numbers. */
const ROUNDING = 1e-8;

/** The same of values that come from derivatives, which runs round otherwise. */
const isNear = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' &&
  typeof other === 'number' &&
  Math.abs(one - other) <= 1e-10 * Math.max(1, Math.abs(other));

/** Parts of an answer that are not derivatives. */
const values: readonly string[] = ['value', 'aux'];

/**
 * Says how two answers differ: values bit for bit, derivatives to rounding; null if they agree. O(size).
 *
 * @param isNested true if the function takes derivatives
 */
export function difference(found: object, expected: object, isNested = false): string | null {
  const names = values.filter((name) => name in expected);
  for (const name of names) {
    const what = ofValues(partOf(found, name), partOf(expected, name), isNested);
    if (what !== null) return what;
  }
  const [own, others]: number[][] = [[], []];
  const rest = [found, expected].map((of) => (names.length === 0 ? of : without(of, names)));
  if (!areAlike(rest[0], rest[1], own, others)) return 'a derivative of another form';
  const size = Math.max(1e-300, ...others.map(Math.abs).filter(Number.isFinite));
  const k = own.findIndex(
    (x, at) =>
      !Object.is(x, others[at]) &&
      x !== others[at] &&
      !(Math.abs(x - others[at]) <= ROUNDING * size),
  );
  return k < 0 ? null : `the partial derivative ${own[k]} instead of ${others[k]}`;
}

const partOf = (of: object, name: string): unknown => (of as Record<string, unknown>)[name];

/** The rest of an answer but functions, which are held when they are called. */
const without = (of: object, names: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(of).filter(([key, part]) => !names.includes(key) && typeof part !== 'function'),
  );

function ofValues(found: unknown, expected: unknown, isNested: boolean): string | null {
  const [own, others]: number[][] = [[], []];
  if (!areAlike(found, expected, own, others))
    return `the value ${String(found)} instead of ${String(expected)}`;
  const k = own.findIndex(
    (x, at) => !Object.is(x, others[at]) && !(isNested && isNear(x, others[at])),
  );
  return k < 0 ? null : `the value ${own[k]} instead of ${others[k]}`;
}

/** True if two trees have one form; their numbers are noted. */
function areAlike(one: unknown, other: unknown, own: number[], others: number[]): boolean {
  if (typeof one === 'number' && typeof other === 'number') {
    own.push(one);
    others.push(other);
    return true;
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other);
  if (one === other) return true;
  if (isBlock(one) && isBlock(other)) {
    const [left, right] = [one, other].map((of) => Array.from(blocks.kind!.numbers(asBlock(of))));
    own.push(...left);
    others.push(...right);
    return asBlock(one).shape.join() === asBlock(other).shape.join();
  }
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  const [keys, more] = [one, other].map((of) => Reflect.ownKeys(of));
  if (keys.length !== more.length || keys.some((key, k) => key !== more[k])) return false;
  const all = [one, other].map((of) =>
    of instanceof Map || of instanceof Set
      ? ([...of] as unknown[])
      : keys.map((key) => Reflect.get(of, key) as unknown),
  );
  return (
    all[0].length === all[1].length &&
    all[0].every((part, k) => areAlike(part, all[1][k], own, others))
  );
}
