/**
 * The functions that networks need and NumPy lacks. They work on arrays, plain or under differentiation of any
 * order. Channels and features are the last axis. Meanings are those of PyTorch and JAX.
 */
import '../numpy/index.js';

export { relu, sigmoid, softplus } from './activations.js';
export { batchNorm, type BatchNorm, type BatchNormed, type Running } from './batch-norm.js';
export { conv2d, type Conv2d } from './conv.js';
export { crossEntropy, oneHot, type Labels, type Reduction } from './cross-entropy.js';
export { dropout, type Dropout } from './dropout.js';
export { embedding } from './embedding.js';
export { gelu } from './gelu.js';
export { layerNorm, type LayerNorm } from './layer-norm.js';
export { avgPool, maxPool, type Pool } from './pooling.js';
export { logSoftmax, logSumExp, softmax } from './softmax.js';
export type { Padding, Pair } from './windows.js';
