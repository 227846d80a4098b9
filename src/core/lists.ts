/** What containers held when they were looked at. Lists that have not changed since are not held twice. */

/** From here on lists are compared with those that were seen last. */
const LONG = 64;
const seenLast = new WeakMap<object, readonly unknown[]>();

export const areSame = (xs: readonly unknown[], ys: readonly unknown[]): boolean =>
  xs.length === ys.length && xs.every((x, k) => Object.is(x, ys[k]));

/** The same list for what holds the same, so that looking at it often takes no more memory. */
export function remembered(original: object, children: readonly unknown[]): readonly unknown[] {
  if (children.length < LONG) return children;
  const last = seenLast.get(original);
  if (last !== undefined && areSame(last, children)) return last;
  seenLast.set(original, children);
  return children;
}
