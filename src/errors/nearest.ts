/** The known word that a wrong one was probably meant to be. */

/**
 * The edit distance: how many letters must be changed, added, left out, or swapped with their
 * neighbours. O(lengths).
 */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
      if (one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return last[other.length];
}

/** Without what people get wrong most easily: capitals, blanks, and what stands between words. */
const letters = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The known word that differs in fewest letters, in a third of them at most; undefined if there is none. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const wanted = letters(word);
  let best: string | undefined;
  let least = Math.floor(Math.max(wanted.length, 2) / 3) + 0.5;
  for (const candidate of known) {
    const other = letters(candidate);
    const far = distance(wanted, other) + (candidate === word ? 0 : 0.1);
    if (far < least) [best, least] = [candidate, far];
  }
  return best;
}
