/**
 * Values of the program that code hands on, such as arrays of NumPy. Where a number is asked for, code asks whether the value is
 * one, and leaves if not.
 */
import { value } from '../../ir/build.js';
import type { HostVerb } from '../../ir/host.js';
import type { Type, Value } from '../../ir/ir.js';
import { dynamic, type Abstract, type Foreign } from '../values/abstract.js';
import type { Machine } from './machine.js';

/** The value of an expression with `#` in the places of some values. */
export function foreignCall(
  m: Machine,
  text: string,
  args: readonly Value[],
  isConstant = false,
): Value {
  const made = value('', 'host');
  const call = { tag: 'host', does: 'call', text, args, results: [made] } as const;
  m.b.add(isConstant ? { ...call, isConstant } : call);
  return made;
}

function asked(m: Machine, does: HostVerb, type: Type, of: Value): Value {
  const made = value('', type);
  m.b.add({ tag: 'host', does, args: [of], results: [made] });
  return made;
}

/** The number that a value is. */
export const realOf = (m: Machine, { value: of }: Foreign): Value => asked(m, 'real', 'f64', of);
/** The bool that a condition takes it for. */
export const truthOf = (m: Machine, { value: of }: Foreign): Value => asked(m, 'truth', 'bool', of);

/** Code that says whether it is null or undefined. */
export function isNothingOf(m: Machine, { value: of }: Foreign, test: string): Abstract {
  const told = foreignCall(m, `#${test}`, [of], true);
  return dynamic(truthOf(m, { tag: 'foreign', value: told }));
}

/** A number, or a value of the program, as such. */
export function foreignValue(m: Machine, given: Abstract): Value {
  const of = m.read(given);
  if (of.tag === 'foreign') return of.value;
  if (of.tag === 'dynamic' && of.value.type !== 'bool' && of.at === undefined)
    return foreignCall(m, '#', [of.value]);
  return of.tag === 'known' && typeof of.value === 'number'
    ? foreignCall(m, '#', [m.number(of.value)])
    : m.refuse(`an array of NumPy or a value of the kind ${of.tag}`);
}
