/** Derivative operators of this library, and functions that they gave: the library writes both (library/differentiable-text.ts). */
import { grad, valueAndGrad } from '../../../derivatives/grad.js';
import { hessian } from '../../../derivatives/hessian.js';
import { hvp } from '../../../derivatives/hvp.js';
import { jacobian } from '../../../derivatives/jacobian.js';
import { derivative, jvp } from '../../../derivatives/jvp.js';
import { linearize } from '../../../derivatives/linearize.js';
import { vjp } from '../../../derivatives/vjp.js';
import { derivativeOf } from '../../../functions/derived-functions.js';
import type { Args } from '../machine/in-progress.js';
import type { Machine } from '../machine/machine.js';
import { known, NOTHING, type Abstract } from '../values/abstract.js';

const operators = { grad, valueAndGrad, derivative, jvp, hvp, vjp, linearize, jacobian, hessian };
const names = new Map<unknown, string>(Object.entries(operators).map(([name, of]) => [of, name]));

/** The function of the library that an operator is written as; undefined for all others. */
export const operatorName = (of: unknown): string | undefined => names.get(of);

/** A call of a function that an operator gave while the program ran; null for all others. */
export function derivativeCalled(m: Machine, of: object, args: Args): Abstract | null {
  const made = derivativeOf(of);
  const name = made && operatorName(made.by);
  if (made === undefined || name === undefined) return null;
  const given = [{ tag: 'host', value: made.f } as const, dataOf(m, made.options)];
  const operator = m.meaning.library(name);
  return m.meaning.call(m, m.meaning.call(m, operator, NOTHING, given), NOTHING, args);
}

/** Options that are known. */
function dataOf(m: Machine, of: unknown): Abstract {
  if (Object(of) !== of) return known(of);
  if (Array.isArray(of)) return m.tuple(of.map((one) => dataOf(m, one)));
  const made = m.obj(Object.prototype);
  for (const [key, one] of Object.entries(of as object))
    m.meaning.define(m, made, known(key), 'value', dataOf(m, one));
  return made;
}
