/** Functions of numpy-ts whose result has no derivative. */
import { comparisons } from './comparisons.js';

/** The functions that are computed from primals, and are constants. */
export const constants = [
  ...comparisons,
  ...['isnan', 'isinf', 'isfinite'],
  ...[
    'isposinf',
    'isneginf',
    'signbit',
    'logical_and',
    'logical_or',
    'logical_not',
    'logical_xor',
    'all',
    'any',
  ],
  ...[
    'argmax',
    'argmin',
    'argsort',
    'argwhere',
    'nonzero',
    'flatnonzero',
    'count_nonzero',
    'allclose',
    'isclose',
  ],
  ...[
    'array_equal',
    'array_equiv',
    'shape',
    'ndim',
    'size',
    'zeros_like',
    'ones_like',
    'empty_like',
  ],
  ...[
    'argpartition',
    'searchsorted',
    'isreal',
    'iscomplex',
    'isrealobj',
    'iscomplexobj',
    'lexsort',
    'linalg.matrix_rank',
  ],
  ...['nanargmax', 'nanargmin', 'digitize', 'isin', 'in1d', 'spacing', 'isscalar', 'iterable'],
  ...['diag_indices_from', 'tril_indices_from', 'triu_indices_from', 'einsum_path'],
] as const;
