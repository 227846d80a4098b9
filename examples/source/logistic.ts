export interface Classifier {
  readonly weights: readonly number[];
  readonly bias: number;
}

export interface Example {
  readonly features: readonly number[];
  /** 1 or -1. */
  readonly label: number;
}

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + x * b[i], 0);

/** The mean logistic loss, with a penalty on the weights. */
export function logisticLoss(
  classifier: Classifier,
  examples: readonly Example[],
  penalty = 0.1,
): number {
  const { weights, bias } = classifier;
  let loss = 0;
  for (const { features, label } of examples) {
    const score = dot(weights, features) + bias;
    loss += Math.log1p(Math.exp(-label * score));
  }
  return loss / examples.length + penalty * dot(weights, weights);
}
