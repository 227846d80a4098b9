/** A natural cubic spline whose pieces are put together from behind. */
interface Piece {
  x: number;
  a: number;
  b: number;
  c: number;
  d: number;
}
function natural(xs: number[], ys: number[]): Piece[] {
  const n = xs.length - 1;
  const h = xs.slice(1).map((x, i) => x - xs[i]);
  const l = [1];
  const mu = [0];
  const z = [0];
  for (let i = 1; i < n; i++) {
    const alpha = (3 * (ys[i + 1] - ys[i])) / h[i] - (3 * (ys[i] - ys[i - 1])) / h[i - 1];
    l.push(2 * (xs[i + 1] - xs[i - 1]) - h[i - 1] * mu[i - 1]);
    mu.push(h[i] / l[i]);
    z.push((alpha - h[i - 1] * z[i - 1]) / l[i]);
  }
  const pieces: Piece[] = [];
  let next = 0;
  for (let i = n - 1; i >= 0; i--) {
    const c = z[i] - mu[i] * next;
    const b = (ys[i + 1] - ys[i]) / h[i] - (h[i] * (next + 2 * c)) / 3;
    pieces.unshift({ x: xs[i], a: ys[i], b, c, d: (next - c) / (3 * h[i]) });
    next = c;
  }
  return pieces;
}
export function f(ys: number[], xs: number[], at: number[]): number {
  const pieces = natural(xs, ys);
  let sum = 0;
  for (const t of at) {
    let piece = pieces[0];
    for (const p of pieces) if (p.x <= t) piece = p;
    const dx = t - piece.x;
    sum += piece.a + dx * (piece.b + dx * (piece.c + dx * piece.d));
  }
  return sum;
}
export const inputs = (): Parameters<typeof f> => [
  [0, 0.8, 0.9, 0.1, -0.8, -1, -0.3, 0.7],
  [0, 1, 2, 3, 4, 5, 6, 7],
  [0.5, 2.2, 3.9, 6.4],
];
