/**
 * Writes assignments to several variables at once as one after the other: no variable is overwritten while a later
 * assignment reads it. Where every variable is still read, one value waits in a variable of its own. O(size of the
 * texts).
 */
import { readsOf, type Text } from './text.js';

export interface Move {
  readonly to: string;
  readonly value: Text;
}

/** @param wait writes a value into a new variable, and gives the move from that */
export function moveAll<M extends Move>(
  moves: readonly M[],
  { assign, wait }: { readonly assign: (move: M) => void; readonly wait: (move: M) => M },
): void {
  const left = new Map<string, M>();
  for (const move of moves) if (move.to !== move.value.text) left.set(move.to, move);
  /** The number of other moves left that read each variable. */
  const readers = new Map<string, number>();
  const readBy = ({ to, value }: M): string[] =>
    [...readsOf(value)].filter((name) => name !== to && left.has(name));
  for (const move of left.values())
    for (const name of readBy(move)) readers.set(name, (readers.get(name) ?? 0) + 1);
  const isFree = (name: string): boolean => (readers.get(name) ?? 0) === 0;
  const free = [...left.keys()].filter(isFree).reverse();
  const release = (move: M): void => {
    for (const name of readBy(move)) {
      readers.set(name, readers.get(name)! - 1);
      if (isFree(name)) free.push(name);
    }
  };
  for (;;) {
    for (let name = free.pop(); name !== undefined; name = free.pop()) {
      const move = left.get(name)!;
      assign(move);
      left.delete(name);
      release(move);
    }
    const [first] = left.values();
    if (first === undefined) return;
    left.delete(first.to);
    left.set(first.to, wait(first));
    release(first);
  }
}
