/**
 * A 32-bit seed for one of the many purposes of a seed (the last step of MurmurHash3, for each number).
 * Generators take such a seed only: the first numbers of a seed that is small itself are all alike.
 */
export function seedOf(seed: number, ...purpose: readonly number[]): number {
  let hash = seed | 0;
  for (const number of purpose) {
    hash = Math.imul(hash ^ Math.imul(number + 1, 0x9e3779b1), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return hash;
}
