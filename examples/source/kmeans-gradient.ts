// The gradient of spread in kmeans.ts, written by delta-tape.

/** The value of spread, and its gradient by centers. */
export function spreadGradient(
  centers: number[][],
  points: readonly (readonly number[])[],
): { value: number; gradient: number[][] } {
  const centersBar = centers.map((row) => new Float64Array(row.length));
  let kept = column;
  let top = 0;
  let total = 0;
  for (let k = 0; k < points.length; k++) { // line 4
    const point = points[k];
    let nearest = Infinity;
    kept = withRoom(kept, top + 2 * (centers.length + 1));
    for (let k2 = 0; k2 < centers.length; k2++) { // line 6
      const center = centers[k2];
      let distance = 0;
      for (let j = 0; j < point.length; j++) { // line 8
        distance += (point[j] - center[j]) ** 2;
      }
      const nearest2 = distance < nearest ? distance : nearest;
      kept[top] = distance;
      kept[top + 1] = nearest;
      top += 2;
      nearest = nearest2;
    }
    let nearestBar = 1;
    for (let k2 = centers.length - 1; k2 >= 0; k2--) { // line 6
      top -= 2;
      const distance = kept[top];
      const nearest2 = kept[top + 1];
      const center = centers[k2];
      const centerBar = centersBar[k2];
      let distanceBar = 0;
      if (distance < nearest2) { // line 9
        distanceBar = nearestBar;
        nearestBar = 0;
      }
      for (let j = point.length - 1; j >= 0; j--) { // line 8
        centerBar[j] += -(distanceBar * (2 * (point[j] - center[j])));
      }
    }
    total += nearest;
  }
  centersBar.forEach((row) => insist(row));
  return { value: total, gradient: centersBar.map((row) => listOf(row)) };
}

/** Where numbers are kept for the way back, from call to call. */
let column: Float64Array = new Float64Array(1024);

/** A column with the same numbers, and with room for so many. */
function withRoom(full: Float64Array, size: number): Float64Array {
  if (!(size > full.length)) return full;
  column = new Float64Array(Math.max(Math.ceil(size), 2 * full.length));
  column.set(full);
  return column;
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
