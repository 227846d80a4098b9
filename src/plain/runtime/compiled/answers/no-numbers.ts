/** Looks for NaN in a gradient, which for a long one takes as long as a part of the gradient itself. */

/** True if an array holds NaN. O(length). */
export function floatsHoldNaN(of: Float64Array): boolean {
  let k = 0;
  // A sum is NaN where a summand is. It may be NaN without one, as Infinity - Infinity is: then each is looked at.
  for (; k + 7 < of.length; k += 8) {
    const first = of[k] + of[k + 1] + (of[k + 2] + of[k + 3]);
    const sum = first + (of[k + 4] + of[k + 5] + (of[k + 6] + of[k + 7]));
    if (sum !== sum) break;
  }
  for (; k < of.length; k++) if (of[k] !== of[k]) return true;
  return false;
}
