/** The rounding error of a product, as a double (Dekker, 1971). */

/** Far from the ends of the range, a factor is moved there by a power of two. */
const scaleOf = (x: number): number => {
  const size = Math.abs(x);
  return size > 1e150 ? 2 ** -500 : size < 1e-150 ? 2 ** 500 : 1;
};

const upperHalf = (x: number): number => {
  const moved = 134217729 * x;
  return moved - (moved - x);
};

/** x y less the double nearest to it. It is exact where neither it nor the product leaves the range. */
export function productError(x: number, y: number): number {
  const [p, q] = [scaleOf(x), scaleOf(y)];
  if (p !== 1 || q !== 1) return x === 0 || y === 0 ? 0 : productError(x * p, y * q) / p / q;
  const [a, b] = [upperHalf(x), upperHalf(y)];
  const [c, d] = [x - a, y - b];
  return c * d - (x * y - a * b - c * b - a * d);
}

/** x y - z, rounded once or twice. */
export const productLess = (x: number, y: number, z: number): number => {
  const product = x * y;
  return Number.isFinite(product) ? product - z + productError(x, y) : product - z;
};
