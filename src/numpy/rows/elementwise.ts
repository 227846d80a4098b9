/** The elementwise functions of NumPy: their scalar functions, kernels and formulas. */
import * as table from '../../core/primitives/table.js';
import type { Real } from '../../core/real.js';
import type { Operand } from '../array-dual.js';
import { asInNumPy } from '../as-in-numpy.js';
import { floatTypeOf, made, numbersOf } from '../elements.js';
import { ops } from '../ops.js';
import * as scalars from './scalars.js';
import { alike, asArray, pointwise, product, type Pointwise } from './pointwise.js';
import { type NDArray, type Plain, numpy } from '../library.js';

type Kernel1 = (x: NDArray) => NDArray;
type Kernel2 = (x: NDArray, y: Plain) => NDArray;
type Formulas = NonNullable<Pointwise['formulas']>;
type OfAny = (...xs: readonly Operand[]) => Operand;

const of1 = (
  name: string,
  scalar: Pointwise['scalar'],
  kernel: Kernel1,
  formulas?: Formulas,
): OfAny => {
  const value = (x: Plain) => kernel(asArray(x, undefined));
  return pointwise({ name, scalar, value, ...(formulas && { formulas }) });
};
const commutative: ReadonlySet<string> = new Set(['add', 'multiply']);
const of2 = (
  name: string,
  scalar: Pointwise['scalar'],
  kernel: Kernel2,
  formulas?: Formulas,
): OfAny => {
  const value = alike(kernel, commutative.has(name));
  return pointwise({ name, scalar, value, ...(formulas && { formulas }) });
};
/** Names of functions that are loops here, on all arrays of floats. */
export const loops = new Set<string>();
/** Without a kernel: those of numpy-ts 1.7 do not broadcast, or are not exact (`i0`). */
const looped = (name: string, scalar: Pointwise['scalar']): OfAny => {
  const f = pointwise({ name, scalar });
  loops.add(name);
  return f;
};
/** A scalar function that is not in the table by itself. */
const scalarOf = (f: (...xs: never[]) => unknown) => f as Pointwise['scalar'];

const { times, negative } = {
  times: (x: Operand, y: Operand) => ops.times(x, y),
  negative: (x: Operand) => ops.negative(x),
};

/** `1 - z²`; far out it has lost its digits, and `1 - |z|` is `e^-2|x| (1 + |z|)`. */
function slopesOfTanh(x: NDArray, z: NDArray): NDArray {
  const [array, to] = made(z.shape, floatTypeOf(z));
  const [xs, zs] = [numbersOf(x), numbersOf(z)];
  for (let k = 0; k < to.length; k++) {
    const far = Math.abs(zs[k]);
    to[k] = far > 0.99 ? Math.exp(-2 * Math.abs(xs[k])) * (1 + far) ** 2 : 1 - zs[k] * zs[k];
  }
  return array;
}

/** The scalar product in which 0 wins. */
const scalarTimes = (x: Real, y: Real): Real => (x === 0 || y === 0 ? 0 : table.mul(x, y));

const both: Formulas = [
  [(c, [, y]) => times(c, y), [1]],
  [(c, [x]) => times(c, x), [0]],
];

const multiplied = alike(numpy.multiply, true);

ops.times = pointwise({
  name: 'multiply',
  scalar: scalarOf(scalarTimes),
  value: (x, y) => product(multiplied, x, y),
  formulas: both,
});

export const add = of2('add', table.add, numpy.add, [
  [(c) => c, []],
  [(c) => c, []],
]);
export const subtract = of2('subtract', table.sub, numpy.subtract, [
  [(c) => c, []],
  [(c) => negative(c), []],
]);
export const multiply = of2('multiply', table.mul, numpy.multiply, both);
export const divide = of2('divide', table.div, numpy.divide, [
  [(c, [, y]) => times(c, reciprocal(y)), [1]],
  [(c, [, y], z) => negative(times(c, divide(z, y))), [1, 'z']],
]);
const negative_ = of1('negative', table.neg, numpy.negative, [[(c) => negative(c), []]]);
export const reciprocal: OfAny = of1(
  'reciprocal',
  scalarOf((x: Real) => table.div(1, x)),
  numpy.reciprocal,
  [[(c, _, z) => negative(times(c, multiply(z, z))), ['z']]],
);
export const square = of1(
  'square',
  scalarOf((x: Real) => table.mul(x, x)),
  // That of numpy-ts 1.7 reads from the start of the memory of a view.
  (x) => numpy.multiply(x, x),
  [[(c, [x]) => times(c, multiply(x, 2)), [0]]],
);
export const sqrt = of1('sqrt', table.sqrt, numpy.sqrt, [
  [(c, _, z) => times(c, divide(0.5, z)), ['z']],
]);
export const exp = of1('exp', table.exp, numpy.exp, [[(c, _, z) => times(c, z), ['z']]]);
export const log = of1('log', table.log, numpy.log, [[(c, [x]) => times(c, reciprocal(x)), [0]]]);
export const sin: OfAny = of1('sin', table.sin, numpy.sin, [[(c, [x]) => times(c, cos(x)), [0]]]);
export const cos: OfAny = of1('cos', table.cos, numpy.cos, [
  [(c, [x]) => negative(times(c, sin(x))), [0]],
]);

const [ruleOfTanh] = table.tanh.primitive.row.partials as readonly [(x: Real, z: Real) => Real];
/** The slope of tanh, from `x` and its value `z`. Its own change is said by `x` alone. */
const slopeOfTanh: OfAny = pointwise({
  name: 'partial of tanh',
  scalar: scalarOf(ruleOfTanh),
  value: (x, z) => slopesOfTanh(x as NDArray, z as NDArray),
  formulas: [
    [(c, [, z], slope) => times(c, times(multiply(z, -2), slope)), [1, 'z']],
    [() => 0, []],
  ],
});
const tanh = of1('tanh', table.tanh, numpy.tanh, [
  [(c, [x], z) => times(c, slopeOfTanh(x, z)), [0, 'z']],
]);
const sinh: OfAny = of1('sinh', table.sinh, numpy.sinh, [[(c, [x]) => times(c, cosh(x)), [0]]]);
const cosh: OfAny = of1('cosh', table.cosh, numpy.cosh, [[(c, [x]) => times(c, sinh(x)), [0]]]);

ops.add = (x, y) => add(x, y);
ops.negative = (x) => negative_(x);

const positive = of1(
  'positive',
  scalarOf((x: Real) => x),
  numpy.positive,
  [[(c) => c, []]],
);
const absolute = of1('absolute', table.abs, numpy.absolute);
const power = of2('power', table.pow, numpy.power);
const expm1 = of1('expm1', table.expm1, numpy.expm1, [[(c, [x]) => times(c, exp(x)), [0]]]);
const arctan2 = of2('arctan2', table.atan2, numpy.arctan2);
const arcsin = of1('arcsin', table.asin, numpy.arcsin);
const arccos = of1('arccos', table.acos, numpy.arccos);
const arctan = of1('arctan', table.atan, numpy.arctan);
const arcsinh = of1('arcsinh', table.asinh, numpy.arcsinh);
const arccosh = of1('arccosh', table.acosh, numpy.arccosh);
const arctanh = of1('arctanh', table.atanh, numpy.arctanh);
const remainder = looped('remainder', scalars.remainder);

/** By the names of NumPy. */
export const elementwise = {
  add,
  subtract,
  multiply,
  divide,
  true_divide: divide,
  negative: negative_,
  positive,
  reciprocal,
  square,
  sqrt,
  cbrt: of1('cbrt', table.cbrt, numpy.cbrt),
  power,
  pow: power,
  float_power: of2('float_power', table.pow, numpy.float_power),
  exp,
  exp2: of1(
    'exp2',
    scalarOf((x: Real) => table.pow(2, x)),
    numpy.exp2,
  ),
  expm1,
  log,
  log1p: of1('log1p', table.log1p, numpy.log1p, [
    [(c, [x]) => times(c, reciprocal(add(x, 1))), [0]],
  ]),
  log2: of1('log2', table.log2, numpy.log2, [[(c, [x]) => times(c, divide(Math.LOG2E, x)), [0]]]),
  log10: of1('log10', table.log10, numpy.log10, [
    [(c, [x]) => times(c, divide(Math.LOG10E, x)), [0]],
  ]),
  logaddexp: of2(
    'logaddexp',
    scalarOf((x: Real, y: Real) => table.logSumExp([x, y])),
    numpy.logaddexp,
  ),
  sin,
  cos,
  tan: of1('tan', table.tan, numpy.tan, [[(c, _, z) => times(c, add(multiply(z, z), 1)), ['z']]]),
  arcsin,
  asin: arcsin,
  arccos,
  acos: arccos,
  arctan,
  atan: arctan,
  arctan2,
  atan2: arctan2,
  sinh,
  cosh,
  tanh,
  arcsinh,
  asinh: arcsinh,
  arccosh,
  acosh: arccosh,
  arctanh,
  atanh: arctanh,
  hypot: of2(
    'hypot',
    scalarOf((x: Real, y: Real) => table.hypot(x, y)),
    numpy.hypot,
  ),
  absolute,
  abs: absolute,
  fabs: of1('fabs', table.abs, numpy.fabs),
  sign: of1('sign', table.sign, asInNumPy('sign', numpy.sign as never) as typeof numpy.sign),
  floor: of1('floor', table.floor, numpy.floor),
  ceil: of1('ceil', table.ceil, numpy.ceil),
  trunc: of1('trunc', table.trunc, numpy.trunc),
  fix: of1('fix', table.trunc, numpy.fix),
  maximum: of2('maximum', table.max, numpy.maximum),
  minimum: of2('minimum', table.min, numpy.minimum),
  deg2rad: of1(
    'deg2rad',
    scalarOf((x: Real) => table.mul(Math.PI / 180, x)),
    numpy.deg2rad,
  ),
  radians: of1(
    'radians',
    scalarOf((x: Real) => table.mul(Math.PI / 180, x)),
    numpy.radians,
  ),
  rad2deg: of1(
    'rad2deg',
    scalarOf((x: Real) => table.mul(180 / Math.PI, x)),
    numpy.rad2deg,
  ),
  degrees: of1(
    'degrees',
    scalarOf((x: Real) => table.mul(180 / Math.PI, x)),
    numpy.degrees,
  ),
  remainder,
  mod: remainder,
  fmod: looped('fmod', table.rem),
  floor_divide: looped('floor_divide', scalars.floorDivide),
  rint: looped('rint', scalars.rint),
  heaviside: looped('heaviside', scalars.heaviside),
  copysign: looped('copysign', scalars.copysign),
  fmax: looped('fmax', scalars.fmax),
  fmin: looped('fmin', scalars.fmin),
  sinc: looped('sinc', scalars.sinc),
  i0: looped('i0', scalars.i0),
  logaddexp2: looped(
    'logaddexp2',
    scalarOf((x: Real, y: Real) =>
      table.div(table.logSumExp([table.mul(Math.LN2, x), table.mul(Math.LN2, y)]), Math.LN2),
    ),
  ),
  conj: positive,
  conjugate: positive,
  real: positive,
} satisfies Readonly<Record<string, OfAny>>;
