/** Integrals by the rule of trapezoids after substitutions that press both ends together (Takahasi and Mori, 1974). */

/** Where to integrate: a place for each t, and how fast it moves. */
export type Place = (t: number) => readonly [x: number, slope: number];

const bent = (t: number) => (Math.PI / 2) * Math.sinh(t);
const bentSlope = (t: number) => (Math.PI / 2) * Math.cosh(t);

export const line: Place = (t) => [Math.sinh(bent(t)), Math.cosh(bent(t)) * bentSlope(t)];
export const halfLine: Place = (t) => [Math.exp(bent(t)), Math.exp(bent(t)) * bentSlope(t)];
export const unitInterval: Place = (t) => {
  const x = 1 / (1 + Math.exp(-2 * bent(t)));
  return [x, 2 * x * (1 - x) * bentSlope(t)];
};

const STEP = 1 / 16;

export function integral(place: Place, f: (x: number) => number): number {
  let total = 0;
  for (let t = -4.25; t <= 4.25; t += STEP) {
    const [x, slope] = place(t);
    const y = slope === 0 ? 0 : f(x) * slope;
    if (Number.isFinite(y)) total += STEP * y;
  }
  return total;
}

/** The lower triangular factor of a small covariance. */
export function cholesky(matrix: readonly (readonly number[])[]): number[][] {
  const factor = matrix.map((row) => row.map(() => 0));
  matrix.forEach((row, i) => {
    for (let j = 0; j <= i; j++) {
      const rest = row[j] - factor[j].reduce((s, x, k) => (k < j ? s + x * factor[i][k] : s), 0);
      factor[i][j] = i === j ? Math.sqrt(rest) : rest / factor[j][j];
    }
  });
  return factor;
}
