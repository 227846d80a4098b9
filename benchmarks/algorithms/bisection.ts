/** Yields of bonds by bisection, and what their spread is worth. */
function present(rate: number, coupons: Float64Array): number {
  let value = 0;
  coupons.forEach((coupon, k) => {
    value += coupon / (1 + rate) ** (k + 1);
  });
  return value;
}

function yieldOf(price: number, coupons: Float64Array): number {
  let low = -0.5;
  let high = 1;
  while (high - low > 1e-10) {
    const middle = (low + high) / 2;
    if (present(middle, coupons) > price) low = middle;
    else high = middle;
  }
  // A step of Newton's method carries the derivative.
  const h = 1e-4;
  const slope = (present(high + h, coupons) - present(high - h, coupons)) / (2 * h);
  return high - (present(high, coupons) - price) / slope;
}

export const f = (coupons: Float64Array, price: number): number =>
  100 * (yieldOf(price, coupons) - yieldOf(1.02 * price, coupons));

export const inputs = (n: number): Parameters<typeof f> => [
  Float64Array.from({ length: n }, (_, k) => (k === n - 1 ? 104 : 4 + Math.sin(k))),
  95,
];
