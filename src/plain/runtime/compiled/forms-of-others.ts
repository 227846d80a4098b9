/** Lowered forms of functions that cannot attach theirs themselves: those of the library, and of `Math`. */
import { loweredFormOf, type LoweredForm } from '../../../core/lowered-forms.js';
import { Builder, value } from '../../ir/build.js';
import { writtenLowered } from '../../ir/lowered-text.js';
import type { Origin } from '../../ir/origin.js';
import { ONE } from '../../ir/result-form.js';
import { arityOf, isVariadic } from '../../ir/rows.js';
import type { Captures, Lowered } from './linking.js';

export const nothing: Captures = () => [];

const ofLibrary = new WeakMap<LoweredForm, Lowered>();

function libraryForm(f: unknown): Lowered | undefined {
  const form = loweredFormOf(f);
  if (form === undefined) return undefined;
  let found = ofLibrary.get(form);
  if (found === undefined) {
    const { text, operators } = form;
    found = { text, captures: nothing, operators: () => operators, imports: nothing };
    ofLibrary.set(form, found);
  }
  return found;
}

/** Functions of `Math` that modules give each other under names of their own, by what they are. */
const ofMath = new Map<unknown, Lowered>();
for (const [name, { value: f }] of Object.entries(Object.getOwnPropertyDescriptors(Math))) {
  const arity = typeof f === 'function' && name !== 'random' ? arityOf(name) : undefined;
  // Those of any number of arguments have no form: how many there are is known where they are called.
  if (arity != null && !isVariadic(name)) ofMath.set(f, rowForm(name, arity));
}

function rowForm(name: string, arity: number): Lowered {
  const builder = new Builder();
  const params = Array.from({ length: arity }, (_, k) => value(`x${k}`, 'f64'));
  const region = builder.region(params, () => [builder.prim(name, params)]);
  const origins = params.map(({ type }, k): Origin => ({ of: 'argument', path: [k], type }));
  const text = writtenLowered({ func: { name, region }, origins, result: ONE, imports: [] });
  return { text, captures: nothing, operators: nothing, imports: nothing };
}

/** The form of a function of others, if it has one. */
export const formOfOthers = (f: unknown): Lowered | undefined => ofMath.get(f) ?? libraryForm(f);
