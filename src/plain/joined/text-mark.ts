/** A short name for a text, by which modules know at run time that another one is what it was. */

/** Some 53 bits, in letters and digits: texts that differ have other marks. O(length). */
export function markOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let k = 0; k < text.length; k++) {
    const unit = text.charCodeAt(k);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}
