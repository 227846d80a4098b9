/** Normalises each channel over a batch, with running statistics from batch to batch. */
import { registerArrayFunctions } from '../functions/array-functions.js';
import type { NDArray } from 'numpy-ts';
import { insistOnOptions } from '../errors/options.js';
import type { AnyArray } from '../numpy/array-dual.js';
import { floatTypeOf, numbersOf, sizeOf } from '../numpy/elements.js';
import type { NDArray as Floats, Numbers } from '../numpy/library.js';
import { ops } from '../numpy/ops.js';
import { fromNumbers } from '../numpy/row-batch.js';
import { elementwise } from '../numpy/rows/elementwise.js';
import { constantOf } from '../numpy/rows/building-blocks.js';
import { badOption, misfit } from './errors.js';
import { asArray, perChannel } from './operands.js';
import { insistOnEpsilon, momentsOf, scaled, standardised, type Moments } from './standardise.js';

const { add, subtract, multiply, reciprocal, sqrt } = elementwise;

/** The statistics of each channel, to be used where there is no batch. */
export interface Running {
  readonly mean: NDArray;
  readonly variance: NDArray;
}

export interface BatchNorm {
  readonly scale?: NDArray;
  readonly offset?: NDArray;
  /** The statistics that were returned before; zeros and ones at first. */
  readonly running?: Running;
  /**
   * True if the batch is normalised by itself, which is the default; false if it is normalised by `running`.
   */
  readonly training?: boolean;
  /** The part of this batch in the running statistics; 0.1 by default. */
  readonly momentum?: number;
  /** Added to variances; 1e-5 by default. */
  readonly epsilon?: number;
}

export interface BatchNormed {
  /** Of the shape of `x`. */
  readonly output: NDArray;
  /** The statistics after this batch: plain arrays, which no derivative flows through. */
  readonly running: Running;
}

/** The moments of the columns of matrices, each found once. */
function momentsIn(): (matrices: Floats) => readonly Moments[] {
  const known = new WeakMap<Floats, readonly Moments[]>();
  return (matrices) => {
    let found = known.get(matrices);
    if (found === undefined) {
      const shape = matrices.shape.slice(-2);
      const numbers = numbersOf(matrices) as Numbers;
      const size = sizeOf(shape);
      found = Array.from({ length: sizeOf(matrices.shape.slice(0, -2)) }, (_, k) =>
        momentsOf(numbers.subarray(k * size, (k + 1) * size), shape, 0),
      );
      known.set(matrices, found);
    }
    return found;
  };
}

/**
 * Brings each channel to mean 0 and variance 1 over the batch (Ioffe and Szegedy, 2015). `x` has shape
 * [batch, …, channels], and so has `output`. Scale, offset and statistics have shape [channels]. PyTorch
 * computes the same, but has channels at axis 1.
 *
 * Give the running statistics of one step to the next step: nothing is changed in place. They are
 * `1 - momentum` of the old statistics and `momentum` of those of this batch, whose variance is divided by
 * one less than its elements. Where there is no batch, say `training: false`: then `running` normalises.
 * Time and memory are linear.
 *
 * @throws DeltaTapeError if shapes do not fit; while training, if a channel has fewer than two elements;
 *   otherwise, if `running` is missing.
 * @example batchNorm(np.array([[1], [3]]), { epsilon: 0 }).output.tolist() // [[-1], [1]]
 */
export function batchNorm(x: NDArray, options: BatchNorm = {}): BatchNormed {
  insistOnOptions('batchNorm', options, {
    ...{ scale: true, offset: true, running: true, training: true, momentum: true, epsilon: true },
  });
  const { training = true, momentum = 0.1, epsilon = 1e-5 } = options;
  insistOnEpsilon('batchNorm', epsilon);
  const array = asArray('batchNorm', x);
  const { shape } = array;
  if (shape.length < 2) throw misfit('batchNorm', 'x must have shape [batch, …, channels]', shape);
  const channels = shape.slice(-1);
  const known = (what: string, given: unknown) => perChannel('batchNorm', given, what, channels);
  const [scale, offset] = [known('scale', options.scale), known('offset', options.offset)];
  const old = {
    mean: known('running.mean', options.running?.mean),
    variance: known('running.variance', options.running?.variance),
  };
  if (!training) {
    if (old.mean === undefined || old.variance === undefined)
      throw badOption('batchNorm', 'without training it needs running statistics', options.running);
    const wide = reciprocal(sqrt(add(old.variance, epsilon)));
    const standard = multiply(subtract(array, old.mean), wide);
    return { output: scaled(standard, scale, offset) as never, running: options.running! };
  }
  const count = sizeOf(shape.slice(0, -1));
  if (count < 2)
    throw misfit('batchNorm', 'training takes at least two elements of a channel', shape);
  const columns = ops.reshape(array, [count, channels[0]]);
  const standard = standardised(columns, { axis: 0, epsilon });
  const moments = momentsIn();
  /** `(1 - momentum)` of what was and `momentum` of what is, of each example. */
  const mixed = (
    of: (one: Moments) => Float64Array,
    given: AnyArray | undefined,
    initial: number,
  ) =>
    fromNumbers([columns, ...(given === undefined ? [] : [given])], ([plain, before]) => {
      const now = moments(plain).flatMap((one) => Array.from(of(one)));
      const old = before === undefined ? now.map(() => initial) : numbersOf(before);
      const numbers = now.map((a, k) => old[k] * (1 - momentum) + momentum * a);
      return constantOf([...plain.shape.slice(0, -2), channels[0]], numbers, floatTypeOf(array));
    }) as never;
  const running: Running = {
    mean: mixed(({ means }) => means, old.mean, 0),
    variance: mixed(
      ({ variances }) => variances.map((a) => (a * count) / (count - 1)),
      old.variance,
      1,
    ),
  };
  const output = scaled(ops.reshape(standard, shape), scale, offset);
  return { output, running };
}

registerArrayFunctions({ batchNorm });
