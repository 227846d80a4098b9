/** Where a line of one text stands in another one, which holds a part of it with other indentation. */

/** The number of lines around that are the same, in a row, up and down. */
function context(one: readonly string[], k: number, other: readonly string[], j: number): number {
  let up = 0;
  while (k - up > 0 && j - up > 0 && one[k - up - 1] === other[j - up - 1]) up++;
  let down = 0;
  while (k + down + 1 < one.length && one[k + down + 1] === other[j + down + 1]) down++;
  return up + down;
}

/**
 * The line of `part` that is line `line` of `whole`; undefined if it is not there, or if two lines could be meant.
 * Lines count from 1. O(lines).
 */
export function sameLine(whole: string, line: number, part: string): number | undefined {
  const [own, others] = [whole, part].map((text) => text.split('\n').map((one) => one.trim()));
  const found = others.flatMap((text, j) =>
    text !== '' && text === own[line - 1] ? [{ j, score: context(own, line - 1, others, j) }] : [],
  );
  found.sort((a, b) => b.score - a.score);
  if (found.length === 0 || found[0].score === found[1]?.score) return undefined;
  return found[0].j + 1;
}
