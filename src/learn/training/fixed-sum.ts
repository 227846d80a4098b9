/** A fixed tree of additions over a row: whoever adds which part of it, the whole has the same bits. */

/** The items of a row from one on, up to before another. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** Both halves. The first is a power of two long, so that pairs are added first, and then pairs of pairs. */
function halvesOf({ from, to }: Part): [Part, Part] {
  let half = 1;
  while (2 * half < to - from) half *= 2;
  return [
    { from, to: from + half },
    { from: from + half, to },
  ];
}

/** The fewest parts of the tree over a whole row that a range consists of, in order. */
export function partsWithin(range: Part, whole: Part): Part[] {
  if (range.from <= whole.from && whole.to <= range.to) return [whole];
  if (range.to <= whole.from || whole.to <= range.from) return [];
  return halvesOf(whole).flatMap((half) => partsWithin(range, half));
}

/**
 * The sum of a part. Sums that are known are asked for in order; those of single items must be.
 *
 * @param add may write into the first one
 */
export function sumOf<T>(
  part: Part,
  known: (part: Part) => T | undefined,
  add: (one: T, other: T) => T,
): T {
  const sum = known(part);
  if (sum !== undefined) return sum;
  const [one, other] = halvesOf(part);
  return add(sumOf(one, known, add), sumOf(other, known, add));
}
