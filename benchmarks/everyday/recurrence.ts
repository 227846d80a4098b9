/** A recurrence whose values a map remembers. */
export function f(a: number, b: number, n: number): number {
  const memo = new Map<number, number>();
  const term = (k: number): number => {
    if (k < 2) return k === 0 ? a : b;
    const known = memo.get(k);
    if (known !== undefined) return known;
    const made = Math.sin(term(k - 1)) + 0.5 * term(k - 2) * a;
    memo.set(k, made);
    return made;
  };
  return term(n);
}
export const inputs = (): Parameters<typeof f> => [0.8, 1.3, 20];
