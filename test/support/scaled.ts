/** Numbers with an exponent of their own, which neither overflow nor vanish: m 2^e with 1 ≤ |m| < 2, or 0. */
export interface Scaled {
  readonly m: number;
  readonly e: number;
}

function normal(m: number, e: number): Scaled {
  if (m === 0) return { m: 0, e: 0 };
  const own = Math.floor(Math.log2(Math.abs(m)));
  return { m: m / 2 ** own, e: e + own };
}

/** A number of at least 2^-1022, or 0. */
export const scaled = (x: number): Scaled => normal(x, 0);
export const times = (...all: readonly Scaled[]): Scaled =>
  all.reduce((x, y) => normal(x.m * y.m, x.e + y.e), { m: 1, e: 0 });
export const over = (x: Scaled, y: Scaled): Scaled => normal(x.m / y.m, x.e - y.e);
export function plus(x: Scaled, y: Scaled): Scaled {
  if (x.m === 0 || (y.m !== 0 && y.e > x.e)) return y.m === 0 ? x : plus(y, x);
  return y.m === 0 ? x : normal(x.m + y.m * 2 ** Math.max(y.e - x.e, -1000), x.e);
}

/** x^y; exact but for the last bits where e y is. */
export function power(x: Scaled, y: number): Scaled {
  const e = Math.floor(x.e * y);
  return normal(x.m ** y * 2 ** (x.e * y - e), e);
}

/** The double, or NaN where that is none of the ordinary ones: beyond 1e±290. */
export const ordinary = ({ m, e }: Scaled): number => (Math.abs(e) < 960 ? m * 2 ** e : NaN);
