/** The gradient of a specialised function, as code that is called with the arguments. */
import { isArray, type ArrayType } from '../ir/ir.js';
import { OutsideOfTier } from '../ir/leave.js';
import { improved } from '../improve/improved.js';
import { Derivatives } from '../runtime/compiled/answers/derivatives.js';
import type { Form } from './entry/lifted-values.js';
import { inStorage, zerosLike } from './entry/number-arrays.js';
import type { Specialised } from './specialised.js';
import { Refusal } from './values/abstract.js';

type Code = (...args: unknown[]) => unknown;

/** The value, and the gradient with respect to one argument in its form; null where the code does not answer. */
export type Gradient = (
  args: readonly unknown[],
) => { readonly value: number; readonly gradient: unknown } | null;

export function gradientOf({ func, entry, read, forms }: Specialised, argument = 0): Gradient {
  const derivatives = new Derivatives(improved(func));
  const inputs = entry.params.flatMap(({ value, argument: of }, k) =>
    of === argument && value.type !== 'bool' ? [k] : [],
  );
  // An exact 0 wins over partials that are not finite.
  const found = derivatives.of('gradient', inputs, 1, true);
  if (found === null)
    throw new Refusal(derivatives.obstacle(inputs) ?? 'it has no adjoint', undefined);
  const code = (found.alone ?? found.run) as Code;
  const types = entry.params.map(({ value }) => value.type);
  const arrays = inputs.filter((k) => isArray(types[k]));
  const numbers = inputs.filter((k) => !isArray(types[k]));
  return (args) => {
    const params = read(args);
    if (params === null) return null;
    const shadows = arrays.map((k) =>
      zerosLike(params[k] as ArrayLike<unknown>, types[k] as ArrayType),
    );
    const given = unlessLeft(() => code(...params, ...shadows));
    if (given === null) return null;
    const results = typeof given === 'number' ? [given] : (given as readonly number[]);
    const slopeOf = (form: Form & { tag: 'number' | 'numbers' }): unknown =>
      form.tag === 'number'
        ? results[1 + numbers.indexOf(form.param)]
        : inStorage(
            shadows[arrays.indexOf(form.param)] as ArrayLike<unknown>,
            form.type as ArrayType,
          );
    return {
      value: results[0],
      gradient: inForm(args[argument], forms[argument], slopeOf),
    };
  };
}

/** Runs code and returns its result; null where it leaves, so that a run has to answer. */
function unlessLeft(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof OutsideOfTier) return null;
    throw error;
  }
}

/** A gradient in the form of an argument. What nobody read has a gradient of zero. O(size). */
function inForm(
  of: unknown,
  form: Form | null,
  slopeOf: (form: Form & { tag: 'number' | 'numbers' }) => unknown,
): unknown {
  if (form?.tag === 'number' || form?.tag === 'numbers') return slopeOf(form);
  if (typeof of === 'number') return 0;
  if (ArrayBuffer.isView(of)) return (of as Float64Array).map(() => 0);
  if (Array.isArray(of))
    return of.map((one, k) => inForm(one, form?.tag === 'tuple' ? form.items[k] : null, slopeOf));
  if (typeof of !== 'object' || of === null) return of;
  const fields = form?.tag === 'object' ? form.fields : undefined;
  return Object.fromEntries(
    Object.entries(of).map(([key, one]) => [key, inForm(one, fields?.get(key) ?? null, slopeOf)]),
  );
}
