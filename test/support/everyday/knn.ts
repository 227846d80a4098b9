interface Sample {
  features: number[];
  label: number;
}
function distance(a: number[], b: number[], w: number[]): number {
  return Math.sqrt(a.reduce((s, v, i) => s + w[i] * (v - b[i]) ** 2, 1e-9));
}
export function f(w: number[], train: Sample[], test: Sample[], k: number): number {
  let loss = 0;
  for (const { features, label } of test) {
    const neighbours = train
      .map((s) => ({ d: distance(features, s.features, w), label: s.label }))
      .sort((a, b) => a.d - b.d)
      .slice(0, k);
    const weights = neighbours.map((n) => Math.exp(-n.d));
    const total = weights.reduce((a, b) => a + b, 0);
    const prediction = neighbours.reduce((s, n, i) => s + weights[i] * n.label, 0) / total;
    loss += (prediction - label) ** 2;
  }
  return loss / test.length;
}
const make = (n: number, shift: number) =>
  Array.from({ length: n }, (_, i) => ({
    features: [Math.sin(i + shift), Math.cos(2 * i + shift), Math.sin(3 * i)],
    label: i % 3,
  }));
export const inputs = () => [[1, 0.5, 2], make(40, 0), make(10, 0.3), 5];
