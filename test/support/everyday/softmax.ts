interface Row {
  sepal: number;
  petal: number;
  width: number;
  species: 'setosa' | 'virginica' | 'versicolor';
}
const SPECIES = ['setosa', 'virginica', 'versicolor'] as const;
interface Weights {
  W: number[][];
  b: number[];
}
function logits({ W, b }: Weights, row: Row): number[] {
  const x = [row.sepal, row.petal, row.width];
  return W.map((w, c) => w.reduce((s, wi, i) => s + wi * x[i], b[c]));
}
export function f(weights: Weights, rows: Row[], l2 = 0.01): number {
  let loss = 0;
  for (const row of rows) {
    const z = logits(weights, row);
    const m = Math.max(...z);
    const lse = m + Math.log(z.map((v) => Math.exp(v - m)).reduce((a, b) => a + b));
    loss += lse - z[SPECIES.indexOf(row.species)];
  }
  const reg = weights.W.flat().reduce((s, w) => s + w * w, 0);
  return loss / rows.length + l2 * reg;
}
export const inputs = () => [
  {
    W: [
      [0.1, 0.2, 0.3],
      [0.3, -0.1, 0.2],
      [0, 0.5, -0.4],
    ],
    b: [0, 0.1, -0.1],
  },
  Array.from({ length: 30 }, (_, i) => ({
    sepal: Math.sin(i),
    petal: Math.cos(i),
    width: i / 30,
    species: (['setosa', 'virginica', 'versicolor'] as const)[i % 3],
  })),
];
