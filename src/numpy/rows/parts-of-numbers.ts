/** Functions that take numbers apart, round them, or replace them. */
import type { Operand } from '../array-dual.js';
import { notDifferentiable } from '../errors.js';
import { Dual } from '../../core/real.js';
import { ofPlain } from '../batch-run.js';
import type { NDArray, Plain } from '../library.js';
import { elementwise as e } from './elementwise.js';
import { constantFrom, dtypeOf, settled } from './building-blocks.js';
import { pointwise } from './pointwise.js';
import * as scalars from './scalars.js';
import { shapes } from './rearranging.js';

const angleOf = pointwise({ name: 'angle', scalar: scalars.angle });

function around(x: Operand, decimals = 0): Operand {
  if (decimals === 0) return e.rint(x);
  const power = 10 ** Math.abs(decimals);
  return decimals > 0
    ? e.divide(e.rint(e.multiply(x, power)), power)
    : e.multiply(e.rint(e.divide(x, power)), power);
}

/** Replaces some numbers; the replacements do not move. */
function replaced(x: Operand, isGone: (a: number) => boolean, by: Operand): Operand {
  let isSame = true;
  const gone = constantFrom(x, (a) => {
    if (!isGone(a)) return 0;
    isSame = false;
    return 1;
  });
  if (isSame) return x;
  return typeof gone === 'number' ? by : settled(shapes.where(gone, by, x));
}

function nanToNum(
  x: Operand,
  nan: Operand = 0,
  up?: Operand | null,
  down?: Operand | null,
): Operand {
  const largest = dtypeOf(x) === 'float32' ? 3.4028234663852886e38 : Number.MAX_VALUE;
  const withoutNaN = replaced(x, (a) => a !== a, nan);
  return replaced(
    replaced(withoutNaN, (a) => a === Infinity, up ?? largest),
    (a) => a === -Infinity,
    down ?? -largest,
  );
}

/** Times a power of 2, which does not move. */
function ldexp(x: Operand, exponent: Operand | Plain): Operand {
  if (exponent instanceof Dual) throw notDifferentiable("ldexp's second argument");
  return e.multiply(
    x,
    constantFrom(exponent, (k) => 2 ** k),
  );
}

const exponentOf = (x: number): number => {
  if (x === 0 || !Number.isFinite(x)) return 0;
  const near = Math.floor(Math.log2(Math.abs(x))) + 1;
  const mantissa = Math.abs(x) / 2 ** near;
  return mantissa >= 1 ? near + 1 : mantissa < 0.5 ? near - 1 : near;
};

function frexp(x: Operand): [Operand, Plain] {
  const exponents = constantFrom(x, exponentOf);
  const whole = ofPlain(exponents, (plain) =>
    typeof plain === 'number' ? plain : (plain as NDArray).astype('int32'),
  ) as Plain;
  return [
    e.multiply(
      x,
      constantFrom(exponents, (k) => 2 ** -k),
    ),
    whole,
  ];
}

export const partsOfNumbers = {
  /** Of reals. */
  imag: (x: Operand): Plain => constantFrom(x, () => 0),
  around,
  round: around,
  angle: (x: Operand, degrees = false) => (degrees ? e.rad2deg(angleOf(x)) : angleOf(x)),
  nan_to_num: nanToNum,
  divmod: (x: Operand, y: Operand) => [e.floor_divide(x, y), e.remainder(x, y)],
  modf: (x: Operand) => [e.fmod(x, 1), e.trunc(x)],
  ldexp,
  frexp,
};
