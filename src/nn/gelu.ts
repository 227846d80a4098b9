/** The Gaussian error linear unit (Hendrycks and Gimpel, 2016). */
import { registerArrayFunctions } from '../functions/array-functions.js';
import type { NDArray } from 'numpy-ts';
import { insistOnOptions } from '../errors/options.js';
import { erfc } from '../special/special.js';
import { add, exp, mul, neg, sigmoid } from '../core/primitives/table.js';
import type { Real } from '../core/real.js';
import erfcValue from '../vendor/erfc.js';
import { ops } from '../numpy/ops.js';
import { pointwise } from '../numpy/rows/pointwise.js';
import { badOption } from './errors.js';
import { asElements } from './operands.js';
import { kernel } from './kernels.js';

/** The product in which 0 wins: far out the normal distribution is exactly 0. */
const times = (x: Real, y: Real): Real => (x === 0 || y === 0 ? 0 : mul(x, y));

/** `x Φ(x)`, and its slope `Φ(x) + x φ(x)`. */
const normal = {
  value: (x: Real) => times(x, mul(0.5, erfc(mul(-Math.SQRT1_2, x)))),
  slope: (x: Real) =>
    add(
      mul(0.5, erfc(mul(-Math.SQRT1_2, x))),
      times(x, mul(1 / Math.sqrt(2 * Math.PI), exp(mul(-0.5, mul(x, x))))),
    ),
  loop: kernel((to, from) => {
    for (let k = 0; k < to.length; k++) {
      const p = 0.5 * erfcValue(-Math.SQRT1_2 * from[k]);
      to[k] = p === 0 ? 0 : from[k] * p;
    }
  }),
};

const RATE = 2 * Math.sqrt(2 / Math.PI);
const CUBIC = 0.044715;
/** `(1 + tanh u) / 2` is `sigmoid(2 u)`, which is exact far out. */
const argument = (x: Real): Real => mul(RATE, mul(x, add(1, mul(CUBIC, mul(x, x)))));

const byTanh = {
  value: (x: Real) => times(x, sigmoid(argument(x))),
  slope(x: Real) {
    const [p, q] = [sigmoid(argument(x)), sigmoid(neg(argument(x)))];
    const inner = mul(RATE, add(1, mul(3 * CUBIC, mul(x, x))));
    return add(p, times(times(p, q), times(x, inner)));
  },
  loop: kernel((to, from) => {
    for (let k = 0; k < to.length; k++) {
      const x = from[k];
      const p = 1 / (1 + Math.exp(-RATE * x * (1 + CUBIC * x * x)));
      to[k] = p === 0 ? 0 : x * p;
    }
  }),
};

const geluOf = ({ value, slope, loop }: typeof normal) => {
  const slopeOf = pointwise({ name: 'slope of gelu', scalar: slope });
  return pointwise({
    name: 'gelu',
    scalar: value,
    value: loop,
    formulas: [[(c, [x]) => ops.times(c, slopeOf(x)), [0]]],
  });
};
const [exact, approximate] = [geluOf(normal), geluOf(byTanh)];

/**
 * `x Φ(x)` of each element, in the shape of `x`, where Φ is the normal distribution. PyTorch computes this by default.
 * With `approximate: 'tanh'` it is `x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2`, which JAX computes by default. Time and
 * memory are linear.
 *
 * @throws DeltaTapeError if `x` is neither an array nor a real, or if `approximate` is anything else.
 * @example gelu(np.array([0, 100])).tolist() // [0, 100]
 */
export function gelu(x: NDArray, options: { readonly approximate?: 'tanh' } = {}): NDArray {
  insistOnOptions('gelu', options, { approximate: true });
  const { approximate: by } = options;
  if (by !== undefined && by !== 'tanh')
    throw badOption('gelu', "approximate must be 'tanh' or left out", by);
  return (by === 'tanh' ? approximate : exact)(asElements('gelu', x)) as never;
}

registerArrayFunctions({ gelu });
