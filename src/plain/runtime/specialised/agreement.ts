/** Compares the answer of specialised code with that of a run: the value bit for bit, the gradient to rounding. */

export interface Found {
  readonly value: unknown;
  readonly gradient: unknown;
}

/** Sums of many numbers in another order differ by this much, beside the largest of the numbers. */
const ROUNDING = 1e-8;

/** The same of values that come from derivatives, which runs round otherwise. */
const isNear = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' &&
  typeof other === 'number' &&
  Math.abs(one - other) <= 1e-10 * Math.max(1, Math.abs(other));

/**
 * Says how two answers differ; null if they agree. O(size).
 *
 * @param isNested true if the function takes derivatives
 */
export function difference(found: Found, expected: Found, isNested = false): string | null {
  const isSame =
    Object.is(found.value, expected.value) || (isNested && isNear(found.value, expected.value));
  if (!isSame) return `the value ${String(found.value)} instead of ${String(expected.value)}`;
  const [own, others]: number[][] = [[], []];
  if (!areAlike(found.gradient, expected.gradient, own, others))
    return 'a gradient of another form';
  const size = Math.max(1e-300, ...others.map(Math.abs).filter(Number.isFinite));
  const k = own.findIndex(
    (x, at) =>
      !Object.is(x, others[at]) &&
      x !== others[at] &&
      !(Math.abs(x - others[at]) <= ROUNDING * size),
  );
  return k < 0 ? null : `the partial derivative ${own[k]} instead of ${others[k]}`;
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
