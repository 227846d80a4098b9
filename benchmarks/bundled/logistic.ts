/** Logistic regression with a penalty. */
import { valueAndGrad } from 'delta-tape';

export interface Example {
  features: number[];
  label: number;
}

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

export function predict(weights: number[], features: number[]): number {
  let sum = weights[0];
  for (let i = 0; i < features.length; i++) sum += weights[i + 1] * features[i];
  return sigmoid(sum);
}

export function loss(weights: number[], examples: Example[], penalty: number): number {
  let total = 0;
  for (const { features, label } of examples) {
    const p = predict(weights, features);
    total -= label * Math.log(p) + (1 - label) * Math.log(1 - p);
  }
  const size = weights.reduce((sum, w) => sum + w * w, 0);
  return total / examples.length + penalty * size;
}

export function train(examples: Example[], steps: number): number[] {
  let weights = new Array<number>(examples[0].features.length + 1).fill(0);
  for (let k = 0; k < steps; k++) {
    const { gradient } = valueAndGrad(loss)(weights, examples, 0.01);
    weights = weights.map((w, i) => w - 0.5 * gradient[i]);
  }
  return weights;
}
