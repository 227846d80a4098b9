/** Mean field of an Ising model on a torus: its free energy after some steps of iteration. */
const N = 12;
const neighbours = (grid: number[][], i: number, j: number): number =>
  grid[(i + 1) % N][j] + grid[(i + N - 1) % N][j] + grid[i][(j + 1) % N] + grid[i][(j + N - 1) % N];

function freeEnergy(m: number[][], J: number, h: number[][], beta: number): number {
  let energy = 0;
  let entropy = 0;
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < N; j++) {
      energy -= 0.5 * J * m[i][j] * neighbours(m, i, j) + h[i][j] * m[i][j];
      const p = (1 + m[i][j]) / 2;
      entropy -= p * Math.log(p + 1e-12) + (1 - p) * Math.log(1 - p + 1e-12);
    }
  }
  return energy - entropy / beta;
}
export function f(coupling: number, field: number[][], beta: number): number {
  let m = field.map((row) => row.map((h) => Math.tanh(beta * h)));
  for (let step = 0; step < 10; step++) {
    m = m.map((row, i) =>
      row.map(
        (old, j) =>
          0.5 * old + 0.5 * Math.tanh(beta * (coupling * neighbours(m, i, j) + field[i][j])),
      ),
    );
  }
  return freeEnergy(m, coupling, field, beta);
}
export const inputs = (): Parameters<typeof f> => [
  0.3,
  Array.from({ length: N }, (_, i) =>
    Array.from({ length: N }, (__, j) => 0.2 * Math.sin(i * 5 + j * 3)),
  ),
  0.8,
];
