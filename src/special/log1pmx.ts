/** log(1 + x) - x by the series of the inverse hyperbolic tangent near 0, where the two would cancel. */
export function log1pmxValue(x: number): number {
  if (!(x > -0.5 && x < 1)) return x === Infinity ? -Infinity : Math.log1p(x) - x;
  const r = x / (2 + x);
  const square = r * r;
  let sum = 0;
  for (let k = 37; k >= 3; k -= 2) sum = sum * square + 1 / k;
  return r * (2 * square * sum - x);
}
