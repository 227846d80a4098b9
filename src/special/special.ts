/**
 * Special functions: more rows of the table, with values from the @stdlib packages. They have their own
 * files, so that a bundle without them contains none of those packages.
 */
import { gt } from '../core/comparisons.js';
import { domain, oneSided } from '../core/primitives/domains.js';
import { log1pmxValue } from './log1pmx.js';
import { primitive } from '../core/primitives/primitive.js';
import type { Unary } from '../core/primitives/row.js';
import { add, div, neg, sub } from '../core/primitives/table.js';

export { erf, erfc, erfcx, logErfc, logNdtr } from './erf-rows.js';
export { digamma, lgamma, lgammaDifference, logBeta, polygamma } from './gamma-rows.js';

/** log(1 + x) - x, also near 0, where it is -x²/2. @example log1pmx(1) // Math.LN2 - 1 */
export const log1pmx: Unary = primitive('log1pmx', log1pmxValue,
  [(x) => (gt(x, 1) ? sub(div(1, add(1, x)), 1) : div(neg(x), add(1, x)))], '-x / (1 + x)', domain('x > -1', -0.6, 0.4, 1.7), oneSided(-1, Infinity));
