/** A hidden Markov model: the log likelihood of what is seen, by the forward algorithm. */
interface Model {
  initial: number[];
  transition: number[][];
  means: number[];
  sds: number[];
}
const softmax = (logits: number[]): number[] => {
  const max = Math.max(...logits);
  const exps = logits.map((l) => Math.exp(l - max));
  const total = exps.reduce((a, b) => a + b, 0);
  return exps.map((e) => e / total);
};
const gaussian = (x: number, mean: number, sd: number) =>
  Math.exp(-0.5 * ((x - mean) / sd) ** 2) / (sd * Math.sqrt(2 * Math.PI));

export function f(model: Model, observations: number[]): number {
  const A = model.transition.map(softmax);
  let logLik = 0;
  let alpha = softmax(model.initial);
  observations.forEach((x, t) => {
    const predicted =
      t === 0 ? alpha : alpha.map((_, j) => alpha.reduce((s, a, i) => s + a * A[i][j], 0));
    const joint = predicted.map((p, k) => p * gaussian(x, model.means[k], model.sds[k]));
    const total = joint.reduce((a, b) => a + b, 0);
    logLik += Math.log(total);
    alpha = joint.map((v) => v / total);
  });
  return -logLik;
}
export const inputs = (): Parameters<typeof f> => [
  {
    initial: [0.1, 0, -0.1],
    transition: [
      [2, 0, 0],
      [0, 2, 0],
      [0, 0.5, 1.5],
    ],
    means: [-1, 0, 2],
    sds: [0.5, 0.7, 1],
  },
  Array.from({ length: 100 }, (_, i) => Math.sin(i / 7) * 1.5 + 0.3 * Math.sin(i * 5.1)),
];
