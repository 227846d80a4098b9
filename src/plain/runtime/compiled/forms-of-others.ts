/** Lowered forms of functions that cannot attach theirs themselves: those of the library, and of `Math`. */
import { loweredFormOf, type LoweredForm } from '../../../functions/lowered-forms.js';
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

/** The names of the functions of `Math`, which modules give each other under names of their own. */
const namesInMath = new Map<unknown, string>();
for (const [name, { value: f }] of Object.entries(Object.getOwnPropertyDescriptors(Math)))
  if (typeof f === 'function') namesInMath.set(f, name);

const ofMath = new Map<string, Lowered>();

function mathForm(f: unknown): Lowered | undefined {
  const name = namesInMath.get(f);
  // Those of any number of arguments have no form: how many there are is known where they are called.
  if (name === undefined || name === 'random' || isVariadic(name)) return undefined;
  const arity = arityOf(name);
  if (arity == null) return undefined;
  let found = ofMath.get(name);
  if (found === undefined) ofMath.set(name, (found = rowForm(name, arity)));
  return found;
}

function rowForm(name: string, arity: number): Lowered {
  const builder = new Builder();
  const params = Array.from({ length: arity }, (_, k) => value(`x${k}`, 'f64'));
  const region = builder.region(params, () => [builder.prim(name, params)]);
  const origins = params.map(({ type }, k): Origin => ({ of: 'argument', path: [k], type }));
  const func = { name, region };
  const text = writtenLowered({
    func,
    origins,
    result: ONE,
    imports: [],
    gives: 'new',
    methods: [],
  });
  return { text, captures: nothing, operators: nothing, imports: nothing };
}

/** The form of a function of others, if it has one. */
export const formOfOthers = (f: unknown): Lowered | undefined => mathForm(f) ?? libraryForm(f);
