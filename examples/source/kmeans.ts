/** The sum of the squared distances of points to the nearest of some centers. */
export function spread(centers: number[][], points: readonly (readonly number[])[]): number {
  let total = 0;
  for (const point of points) {
    let nearest = Infinity;
    for (const center of centers) {
      let distance = 0;
      for (let j = 0; j < point.length; j++) distance += (point[j] - center[j]) ** 2;
      if (distance < nearest) nearest = distance;
    }
    total += nearest;
  }
  return total;
}
