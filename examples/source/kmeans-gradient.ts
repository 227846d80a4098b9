// The gradient of spread in kmeans.ts, written by delta-tape.

/** The value of spread, and its gradient with respect to centers. */
export function spreadGradient(
  centers: number[][],
  points: readonly (readonly number[])[],
): { value: number; gradient: number[][] } {
  const centersBar = centers.map((row) => new Float64Array(row.length));
  let total = 0;
  for (let k = 0; k < points.length; k++) { // line 4
    const point = points[k];
    let nearest = Infinity;
    let last = -1;
    for (let k2 = 0; k2 < centers.length; k2++) { // line 6
      const center = centers[k2];
      let distance = 0;
      for (let j = 0; j < point.length; j++) { // line 8
        distance += (point[j] - center[j]) ** 2;
      }
      if (distance < nearest) { // line 9
        nearest = distance;
        last = k2;
      }
    }
    if (last >= 0) { // line 6
      const center = centers[last];
      const centerBar = centersBar[last];
      for (let j = point.length - 1; j >= 0; j--) { // line 8
        centerBar[j] += -(2 * (point[j] - center[j]));
      }
    }
    total += nearest;
  }
  centersBar.forEach((row) => insist(row));
  return { value: total, gradient: centersBar.map((row) => listOf(row)) };
}

/** The same numbers in a list, faster than by Array.from. */
function listOf(floats: Float64Array): number[] {
  const list = new Array<number>(floats.length);
  for (let k = 0; k < floats.length; k++) list[k] = floats[k]!;
  return list;
}

/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function insist(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError('The derivative is NaN here. Write this code again with the option exactZeros.');
}
