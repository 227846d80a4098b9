// The gradient of logisticLoss in logistic.ts, written by delta-tape.

interface Classifier {
  readonly weights: readonly number[];
  readonly bias: number;
}

interface Example {
  readonly features: readonly number[];
  /** 1 or -1. */
  readonly label: number;
}

/** The value of logisticLoss, and its gradient with respect to classifier. */
export function logisticLossGradient(
  classifier: Classifier,
  examples: readonly Example[],
  penalty: number = 0.1,
): { value: number; gradient: Classifier } {
  const { weights, bias } = classifier;
  const weightsBar = zeros(weights.length);
  const t = 1 / examples.length;
  let loss = 0;
  let biasBar = 0;
  for (let k = 0; k < examples.length; k++) { // line 23
    const features = examples[k].features;
    const label = examples[k].label;
    let total = 0;
    for (let k2 = 0; k2 < weights.length; k2++) { // line 24
      const x = weights[k2];
      total += x * features[k2];
    }
    const score = total + bias;
    const t2 = -label;
    const exp = Math.exp(t2 * score);
    const scoreBar = t * (1 / (1 + exp)) * exp * t2;
    for (let k2 = weights.length - 1; k2 >= 0; k2--) { // line 24
      weightsBar[k2] += scoreBar * features[k2];
    }
    loss += Math.log1p(exp);
    biasBar += scoreBar;
  }
  let total = 0;
  for (let k = 0; k < weights.length; k++) { // line 27
    const x = weights[k];
    const xBar = penalty * x;
    weightsBar[k] += xBar + xBar;
    total += x * x;
  }
  const gradient: Classifier = { weights: weightsBar, bias: biasBar };
  insist(weightsBar);
  insist([gradient.bias]);
  return { value: loss / examples.length + penalty * total, gradient };
}

function zeros(length: number): number[] {
  const list = new Array<number>(length);
  for (let k = 0; k < length; k++) list[k] = 0;
  return list;
}

/** Refuses NaN: where a slope that is not finite meets a cotangent of 0, the right answer may be 0. */
function insist(numbers: ArrayLike<number>): void {
  for (let k = 0; k < numbers.length; k++)
    if (Number.isNaN(numbers[k]))
      throw new RangeError('The derivative is NaN here. Write this code again with the option exactZeros.');
}
