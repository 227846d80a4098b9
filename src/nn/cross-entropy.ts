/** Labels, and losses of scores against labels. */
import { registerArrayFunctions } from '../functions/array-functions.js';
import type { NDArray } from 'numpy-ts';
import { insistOnOptions } from '../errors/options.js';
import { isReal } from '../core/real.js';
import { applyRow } from '../numpy/apply.js';
import { ArrayDual, type AnyArray, type Operand } from '../numpy/array-dual.js';
import { floatTypeOf, isFloat, made, numbersOf, zeros } from '../numpy/elements.js';
import { isArray, type FloatType, type NDArray as Floats } from '../numpy/library.js';
import { ops } from '../numpy/ops.js';
import type { ArrayRow, Batched, Examples } from '../numpy/row.js';
import { inFront } from '../numpy/row-batch.js';
import { holdsExamples, ofPlain } from '../numpy/batch-run.js';
import { mean } from '../numpy/rows/reductions.js';
import { badOption, misfit } from './errors.js';
import { asArray, wholeNumbers } from './operands.js';
import { changeOfShares, excessOf, logSoftmax, share, shares, topOf } from './softmax.js';

interface Labelled {
  /** One for each lane. */
  readonly labels: Int32Array;
}

const widthOf = (x: { readonly shape: readonly number[] }) => x.shape[x.shape.length - 1];

/** The same labels in each example. */
const ofEach =
  (again: (xs: readonly Operand[], options: Labelled) => Operand) =>
  (examples: Examples<Labelled>): Batched => {
    const { size, options } = examples;
    const { length } = options.labels;
    const labels = Int32Array.from({ length: size * length }, (_, k) => options.labels[k % length]);
    return inFront(again)({ ...examples, options: { labels } });
  };

/** The shares of scores, less 1 at the labels: the gradient of a cross-entropy. */
const missingRow: ArrayRow<Labelled> = {
  name: 'crossEntropy',
  value([x], { labels }) {
    const array = x as Floats;
    const [z, to] = made(array.shape, floatTypeOf(array));
    const [numbers, width] = [numbersOf(array), widthOf(array)];
    const found = new Float64Array(to.length);
    labels.forEach((label, k) => {
      share(found, numbers, k * width, (k + 1) * width);
      found[k * width + label] -= 1;
    });
    to.set(found);
    return z;
  },
  keeps: () => [0],
  pullback: (c, [x]) => [changeOfShares(c, shares(x))],
  pushforward: ([t], [x]) => changeOfShares(t, shares(x)),
  batch: ofEach(([x], options) => applyRow(missingRow, [x], options)),
};

/** The cross-entropy of each lane, which keeps its axis. */
const entropyRow: ArrayRow<Labelled> = {
  name: 'crossEntropy',
  value([x], { labels }) {
    const array = x as Floats;
    const [numbers, width] = [numbersOf(array), widthOf(array)];
    const [z, to] = made([...array.shape.slice(0, -1), 1], floatTypeOf(array));
    const found: { [k: number]: number } = {};
    labels.forEach((label, k) => {
      const [from, end] = [k * width, (k + 1) * width];
      const top = topOf(numbers, from, end);
      if (Math.abs(top) < Infinity)
        to[k] = top - numbers[from + label] + excessOf(numbers, from, end, top);
      else {
        share(found, numbers, from, end);
        to[k] = -Math.log(found[from + label]);
      }
    });
    return z;
  },
  keeps: () => [0],
  pullback: (c, [x], _, __, options) => [ops.times(c, applyRow(missingRow, [x], options))],
  pushforward: ([t], [x], _, options) =>
    ops.sum(ops.times(t, applyRow(missingRow, [x], options)), -1, true),
  batch: ofEach(([x], options) => applyRow(entropyRow, [x], options)),
};

/** Of each lane, in the shape of the lanes. */
function losses(x: AnyArray, targets: unknown): Operand {
  const lanes = x.shape.slice(0, -1);
  if (holdsExamples(targets)) {
    // Labels that differ from example to example.
    const given = targets as Operand;
    const shape = isReal(given) ? [] : given.shape;
    if (String(shape) === String(lanes))
      return losses(x, oneHot(given as Labels, widthOf(x), floatTypeOf(x)) as never);
  }
  const isArrayLike = isArray(targets) || targets instanceof ArrayDual;
  if (isArrayLike && String(targets.shape) === String(x.shape)) {
    const logs = logSoftmax(x) as Operand;
    return ops.negative(ops.sum(ops.times(asArray('crossEntropy', targets), logs), -1));
  }
  if (targets instanceof ArrayDual)
    throw misfit(
      'crossEntropy',
      `probabilities must have the shape of the scores, [${x.shape.join(', ')}]`,
      targets.shape,
    );
  const { numbers: labels, shape } = wholeNumbers('crossEntropy', targets, widthOf(x));
  if (String(shape) !== String(lanes))
    throw misfit(
      'crossEntropy',
      `labels of scores of shape [${x.shape.join(', ')}] must have shape [${lanes.join(', ')}]`,
      shape,
    );
  const each = applyRow(entropyRow, [x], { labels }) as AnyArray;
  return lanes.length === 0 ? ops.sum(each) : ops.reshape(each, lanes);
}

/** Whole numbers: an array or lists of them. */
export type Labels =
  | { readonly shape: readonly number[]; readonly dtype: string }
  | Int32Array
  | Uint8Array
  | readonly number[]
  | readonly (readonly number[])[]
  | number;

/** The way many losses become one: their mean, their sum, or not at all. */
export type Reduction = 'mean' | 'sum' | 'none';

/**
 * The cross entropy of scores and labels: `log Σ e^x - x[label]` along the last axis. `scores` has
 * shape [batch, classes], or any shape with the classes last. `labels` has that shape without the last
 * axis, and holds whole numbers. You can also give the probabilities of the classes, as an array of the
 * shape of `scores`. The result is the mean of the losses, a real. With `reduction: 'sum'` it is their
 * sum, with `'none'` the array of all. The mean of no losses is NaN.
 *
 * Give the scores themselves, not their softmax. Large scores do not overflow. A score of −Infinity elsewhere than at the
 * label has a gradient of exactly 0. Labels have no derivative; probabilities have one. Time and memory are linear, and
 * the gradient is one loop.
 *
 * @throws DeltaTapeError if shapes do not fit, or if a label is not a class.
 * @example crossEntropy(np.array([[0, 0], [100, 0]]), [1, 0]) // 0.34657359027997264
 */
export function crossEntropy(
  scores: NDArray,
  labels: Labels,
  options?: { readonly reduction?: 'mean' | 'sum' },
): number;
export function crossEntropy(
  scores: NDArray,
  labels: Labels,
  options: { readonly reduction: 'none' },
): NDArray;
export function crossEntropy(
  scores: NDArray,
  labels: Labels,
  options: { readonly reduction?: Reduction } = {},
): unknown {
  insistOnOptions('crossEntropy', options, { reduction: true });
  const { reduction = 'mean' } = options;
  const x = asArray('crossEntropy', scores);
  if (x.shape.length === 0)
    throw misfit('crossEntropy', 'scores must have shape [batch, classes]', []);
  const each = losses(x, labels);
  switch (reduction) {
    case 'mean':
      return isReal(each) ? each : mean(each);
    case 'sum':
      return ops.sum(each);
    case 'none':
      return each;
    default:
      throw badOption('crossEntropy', "reduction must be 'mean', 'sum' or 'none'", reduction);
  }
}

/**
 * An array with 1 at the place of each label and 0 elsewhere. Labels of shape [...] give an array of shape [..., count].
 * Time and memory are linear in the result.
 *
 * @throws DeltaTapeError if `count` is not a size, or if a label is not below it.
 * @example oneHot([2, 0], 3).tolist() // [[0, 0, 1], [1, 0, 0]]
 */
export function oneHot(labels: Labels, count: number, dtype: FloatType = 'float64'): NDArray {
  if (!(Number.isInteger(count) && count >= 0))
    throw badOption('oneHot', 'count must be a whole number', count);
  if (!isFloat(dtype)) throw badOption('oneHot', "dtype must be 'float64' or 'float32'", dtype);
  if (holdsExamples(labels))
    return ofPlain(
      labels as Operand,
      (own) => oneHot(own as Labels, count, dtype) as never,
    ) as never;
  const { numbers, shape } = wholeNumbers('oneHot', labels, count);
  const [array, to] = zeros([...shape, count], dtype);
  for (let k = 0; k < numbers.length; k++) to[k * count + numbers[k]] = 1;
  return array as never;
}

registerArrayFunctions({ crossEntropy, oneHot });
