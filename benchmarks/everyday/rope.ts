/** A rope of linked beads that fall for some steps. */
interface Bead {
  y: number;
  v: number;
  next: Bead | null;
}
export function f(k: number, damping: number): number {
  let head: Bead | null = null;
  for (let i = 4; i >= 0; i--) head = { y: -i, v: 0, next: head };
  for (let step = 0; step < 5; step++) {
    for (let b = head; b !== null && b.next !== null; b = b.next) {
      const stretch = b.y - b.next.y - 1;
      b.next.v += 0.1 * (k * stretch - 9.81 - damping * b.next.v);
      if (b !== head) b.v -= 0.1 * k * stretch;
    }
    for (let b = head; b !== null; b = b.next) b.y += 0.1 * b.v;
  }
  let lowest = 0;
  for (let b = head; b !== null; b = b.next) lowest = Math.min(lowest, b.y);
  return lowest;
}
export const inputs = (): Parameters<typeof f> => [20, 0.5];
