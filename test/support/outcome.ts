/** The results or errors of calls; and whether numbers of two versions count as the same. */
export function outcome<T>(work: () => T): T | string {
  try {
    return work();
  } catch (error) {
    return String(error);
  }
}

export const close = (one: number, other: number): boolean =>
  Object.is(one, other) ||
  Math.abs(one - other) <= 1e-9 * (1 + Math.abs(one) + Math.abs(other)) ||
  // Where numbers are not finite, NaN spreads in another way.
  !Number.isFinite(one) ||
  !Number.isFinite(other);
