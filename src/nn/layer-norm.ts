/** Normalises each example over its features. */
import { registerArrayFunctions } from '../functions/array-functions.js';
import type { NDArray } from 'numpy-ts';
import { insistOnOptions } from '../errors/options.js';
import { sizeOf } from '../numpy/elements.js';
import { ops } from '../numpy/ops.js';
import { asArray, perChannel } from './operands.js';
import { axisOf } from '../numpy/rows/reductions.js';
import { insistOnEpsilon, scaled, standardised } from './standardise.js';

export interface LayerNorm {
  /** The factor of each feature, of the shape of the axes that are normalised. */
  readonly scale?: NDArray;
  /** The offset that is added to each feature then. */
  readonly offset?: NDArray;
  /** The first axis that is normalised, together with those after it: the last by default. */
  readonly axis?: number;
  /** Added to variances; 1e-5 by default. */
  readonly epsilon?: number;
}

/**
 * Brings each example to mean 0 and variance 1 over its features (Ba and others, 2016). The result has the shape of `x`.
 * The variance is divided by the number of features, as in PyTorch. Time and memory are linear.
 *
 * @throws DeltaTapeError if `axis` is out of bounds, or if scale or offset have another shape than the features.
 * @example layerNorm(np.array([[1, 3]]), { epsilon: 0 }).tolist() // [[-1, 1]]
 */
export function layerNorm(x: NDArray, options: LayerNorm = {}): NDArray {
  insistOnOptions('layerNorm', options, { scale: true, offset: true, axis: true, epsilon: true });
  const { axis = -1, epsilon = 1e-5 } = options;
  insistOnEpsilon('layerNorm', epsilon);
  const array = asArray('layerNorm', x);
  const { shape } = array;
  const features = shape.slice(axisOf('nn.layerNorm', shape, axis));
  const scale = perChannel('layerNorm', options.scale, 'scale', features);
  const offset = perChannel('layerNorm', options.offset, 'offset', features);
  const width = sizeOf(features);
  const count = sizeOf(shape.slice(0, shape.length - features.length));
  const rows = ops.reshape(array, [count, width]);
  const standard = standardised(rows, { axis: 1, epsilon });
  return scaled(ops.reshape(standard, shape), scale, offset) as never;
}

registerArrayFunctions({ layerNorm });
