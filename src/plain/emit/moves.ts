/**
 * Writes assignments to several variables at once as one after the other: no variable is overwritten while a later
 * assignment reads it. Where every variable is still read, one value waits in a variable of its own. O(variables²).
 */
import type { Text } from './text.js';

export interface Move {
  readonly to: string;
  readonly value: Text;
}

/** @param wait writes a value into a new variable, and gives the move from that */
export function moveAll<M extends Move>(
  moves: readonly M[],
  { assign, wait }: { readonly assign: (move: M) => void; readonly wait: (move: M) => M },
): void {
  let left = moves.filter(({ to, value }) => to !== value.text);
  while (left.length > 0) {
    const isRead = (name: string) =>
      left.some(({ to, value }) => to !== name && value.reads.has(name));
    const next = left.find(({ to }) => !isRead(to));
    if (next === undefined) {
      const [first, ...others] = left;
      left = [...others, wait(first)];
    } else {
      assign(next);
      left = left.filter((other) => other !== next);
    }
  }
}
