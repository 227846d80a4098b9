/** Functions of this library by the names that modules import. */
import * as comparisons from '../../core/comparisons.js';
import { logSumExp, max, min, sum } from '../../core/primitives/table.js';
import { primalOf } from '../../core/real.js';
import { grad, valueAndGrad } from '../../derivatives/grad.js';
import { hessian } from '../../derivatives/hessian.js';
import { hvp } from '../../derivatives/hvp.js';
import { jacobian } from '../../derivatives/jacobian.js';
import { derivative, jvp } from '../../derivatives/jvp.js';
import { linearize } from '../../derivatives/linearize.js';
import { stopGradient } from '../../derivatives/stop-gradient.js';
import { vjp } from '../../derivatives/vjp.js';
import { namedOperators } from '../../special/named.js';

const operators = { grad, valueAndGrad, derivative, jvp, hvp, vjp, linearize, jacobian, hessian };
const others = { logSumExp, max, min, sum, primalOf, stopGradient };
const functions = new Map<string, object>([
  ...Object.entries(comparisons).filter(
    (entry): entry is [never, never] => typeof entry[1] === 'function',
  ),
  ...namedOperators,
  ...Object.entries(others),
  ...Object.entries(operators),
]);

export const isLibrary = (source: string): boolean => /^delta-tape(\/|$)/.test(source);

/** Undefined for what a file cannot stand without. */
export const libraryFunction = (name: string): object | undefined => functions.get(name);
