interface Grid {
  nx: number;
  ny: number;
  u: Float64Array;
}
const idx = (g: Grid, i: number, j: number) => i * g.ny + j;
function laplacian(g: Grid, i: number, j: number): number {
  const { u } = g;
  return (
    u[idx(g, i - 1, j)] +
    u[idx(g, i + 1, j)] +
    u[idx(g, i, j - 1)] +
    u[idx(g, i, j + 1)] -
    4 * u[idx(g, i, j)]
  );
}
function step(g: Grid, D: number, dt: number): Grid {
  const next = new Float64Array(g.u);
  for (let i = 1; i < g.nx - 1; i++)
    for (let j = 1; j < g.ny - 1; j++)
      next[idx(g, i, j)] +=
        dt * (D * laplacian(g, i, j) + g.u[idx(g, i, j)] * (1 - g.u[idx(g, i, j)]));
  return { ...g, u: next };
}
export function f(
  D: number,
  u0: Float64Array,
  nx: number,
  ny: number,
  target: Float64Array,
): number {
  let grid: Grid = { nx, ny, u: u0 };
  for (let t = 0; t < 20; t++) grid = step(grid, D, 0.05);
  return grid.u.reduce((s, v, k) => s + (v - target[k]) ** 2, 0);
}
export const inputs = () => [
  0.3,
  Float64Array.from({ length: 144 }, (_, k) => Math.sin(k) ** 2),
  12,
  12,
  new Float64Array(144).fill(0.5),
];
