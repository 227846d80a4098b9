/** The contents that containers had at some time. A list that has not changed since is kept once. */
import { DeltaDual } from '../../tape/columns.js';

/** From here on lists are compared with those that were seen last. */
const LONG = 64;
const seenLast = new WeakMap<object, readonly unknown[]>();

/** Elements of packed arrays have a new handle each time. */
export const isSame = (x: unknown, y: unknown): boolean =>
  Object.is(x, y) ||
  (x instanceof DeltaDual && y instanceof DeltaDual && x.run === y.run && x.id === y.id);

export const areSame = (xs: readonly unknown[], ys: readonly unknown[]): boolean =>
  xs.length === ys.length && xs.every((x, k) => isSame(x, ys[k]));

/** The same list for what holds the same, so that looking at it often takes no more memory. */
export function remembered(original: object, children: readonly unknown[]): readonly unknown[] {
  if (children.length < LONG) return children;
  const last = seenLast.get(original);
  if (last !== undefined && areSame(last, children)) return last;
  seenLast.set(original, children);
  return children;
}
