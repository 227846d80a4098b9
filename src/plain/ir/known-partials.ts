/**
 * Partials of rows that take lists or call such rows, as functions on numbers that make no lists. They have the bits of
 * the table's, which a test compares.
 */
type Numeric = (...args: readonly number[]) => number;

const isNearOne = (share: number): boolean => share > 0.95 || share < -0.95;

/** The share of number `by` in the length of a vector, which comes last; from the others where it is almost all. */
const cosine =
  (by: number): Numeric =>
  (...args) => {
    const count = args.length - 1;
    const length = args[count];
    if (length === 0) return 0; // exact 0: the convention of hypot at the origin
    const share = args[by] / length;
    if (!isNearOne(share)) return share;
    let others = 0;
    for (let k = 0; k < count; k++) {
      const other = args[k] / length;
      if (k < by && isNearOne(other)) return share;
      if (k !== by) others += other * other;
    }
    const size = Math.sqrt(1 - others);
    return share > 0 ? size : -size;
  };

/** x / radius², without overflow. */
function angular(x: number, radius: number): number {
  return radius === 0 ? 0 : x / radius / radius; // exact 0: the convention of atan2 at the origin
}

/** By row, the partial with respect to each argument. */
export const knownPartials: Readonly<Record<string, (by: number) => Numeric>> = {
  hypot: cosine,
  atan2: (by) =>
    by === 0 ? (y, x) => angular(x, Math.hypot(x, y)) : (y, x) => -angular(y, Math.hypot(x, y)),
};
