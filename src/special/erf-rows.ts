/** The rows of the error function and of the normal distribution, whose logarithms hold in the tails. */
import { lt } from '../core/comparisons.js';
import type { Real } from '../core/real.js';
import erfValue from '../vendor/erf.js';
import erfcValue from '../vendor/erfc.js';
import { domain } from '../core/primitives/domains.js';
import {
  erfcHazardValue,
  erfcxValue,
  logErfcValue,
  logNdtrValue,
  normalHazardValue,
  tailRatio,
} from './erfc-tails.js';
import { primitive } from '../core/primitives/primitive.js';
import type { Unary } from '../core/primitives/row.js';
import { add, exp, mul, neg, sub } from '../core/primitives/table.js';

const everywhere = domain('all x', -1.2, 0.3, 1.4);

/** The error function. @example erf(0) // 0 */
export const erf: Unary = primitive(
  'erf',
  erfValue,
  [(x) => mul(2 / Math.sqrt(Math.PI), exp(neg(mul(x, x))))],
  '2/√π e^(-x²)',
  everywhere,
);
/** 1 - erf x, which keeps its digits where erf x is near 1. @example erfc(0) // 1 */
export const erfc: Unary = primitive(
  'erfc',
  erfcValue,
  [(x) => mul(-2 / Math.sqrt(Math.PI), exp(neg(mul(x, x))))],
  '-2/√π e^(-x²)',
  everywhere,
);

/** e^x² erfc x, which is near 1 / (√π x) far out. @example erfcx(0) // 1 */
export const erfcx: Unary = primitive(
  'erfcx',
  erfcxValue,
  [(x, z) => mul(-2, mul(z, ratio(1, x)))],
  '2x z - 2/√π',
  everywhere,
);

/** log erfc x, also where erfc x is too small for a double. @example logErfc(30) // -903.9741171106439 */
export const logErfc: Unary = primitive(
  'logErfc',
  logErfcValue,
  [(x) => neg(erfcHazard(x))],
  '-2/√π e^(-x² - z)',
  everywhere,
);

/** log Φ(x), the logarithm of the standard normal distribution function. @example logNdtr(0) // -Math.LN2 */
export const logNdtr: Unary = primitive(
  'logNdtr',
  logNdtrValue,
  [(x) => normalHazard(x)],
  'e^(-x²/2 - z) / √2π',
  everywhere,
);

const erfcHazard: Unary = primitive(
  'erfcHazard',
  erfcHazardValue,
  [(x, z) => mul(2, mul(z, ratio(1, x)))],
  'z² - 2x z',
  everywhere,
);

/** Its derivative is -z (x + z), where far to the left the sum is what is left of two large numbers. */
const normalHazard: Unary = primitive(
  'normalHazard',
  normalHazardValue,
  [(x, z) => neg(mul(z, lt(x, -2) ? mul(Math.SQRT2, ratio(1, mul(-Math.SQRT1_2, x))) : add(x, z)))],
  '-z (x + z)',
  everywhere,
);

const ratios = new Map<number, Unary>();

/**
 * The continued fraction `tailRatio`, as a family of rows. The first one is closed where no digits cancel.
 */
function ratio(n: number, x: Real): Real {
  let row = ratios.get(n);
  if (row === undefined) {
    row = primitive(
      `erfcTailRatio${n}`,
      (y) => tailRatio(n, y),
      [
        (y, z) =>
          n === 1 && lt(y, 1)
            ? sub(mul(mul(2, add(y, z)), z), 1)
            : mul(2, mul(z, sub(z, ratio(n + 1, y)))),
      ],
      '2z (z - the next one)',
      everywhere,
    );
    ratios.set(n, row);
  }
  return row(x);
}
