/** Numbers and bools of the language. */
import type { Value } from '../../ir/ir.js';
import { dynamic, known, UNSET, type Abstract } from '../values/abstract.js';
import { realOf, truthOf } from './foreign-values.js';
import type { Machine } from './machine.js';

/** The number that arithmetic makes of a value; of a missing element it makes NaN by itself. */
export function numberOf(m: Machine, given: Abstract): Value {
  const of = m.read(given);
  switch (of.tag) {
    case 'dynamic':
      return of.value.type === 'bool' ? m.b.choose(of.value, m.number(1), m.number(0)) : of.value;
    case 'foreign':
      return realOf(m, of);
    case 'known':
      if (typeof of.value === 'bigint' || typeof of.value === 'symbol')
        return m.refuse(`a number is made of a ${typeof of.value}`);
      return m.number(Number(of.value));
    case 'choice':
      return numberOf(
        m,
        m.each(of, (one) => dynamic(numberOf(m, one))),
      );
    default:
      return m.refuse(`a number is made of a value of the kind ${of.tag}`);
  }
}

/** A number that is kept: an element that is missing leaves the code. */
export function solidNumber(m: Machine, given: Abstract): Value {
  const of = m.read(given);
  if (of.tag === 'dynamic' && of.at) insist(m, ...of.at);
  if (of.tag === 'known' && typeof of.value !== 'number')
    return m.refuse('something else than a number in its place');
  if (of.tag === 'dynamic' && of.value.type === 'bool')
    return m.refuse('a bool in the place of a number');
  if (of.tag !== 'choice') return numberOf(m, of);
  const isNumber = (one: Abstract): boolean =>
    one.tag === 'foreign' ||
    (one.tag === 'dynamic'
      ? one.value.type !== 'bool'
      : one.tag === 'known' && typeof one.value === 'number');
  if (!of.options.some(isNumber)) return m.refuse('something else than a number in its place');
  // Where it is something else, a run answers.
  const number = m.each(of, (one) => {
    if (isNumber(one)) return dynamic(solidNumber(m, one));
    m.leave();
    return UNSET;
  });
  return numberOf(m, number);
}

/** Leaves unless an index is one of an array. */
export function insist(m: Machine, array: Value, index: Value): void {
  if (m.inBounds.some(([at, of]) => at === index && of === array)) return;
  m.inBounds = [...m.inBounds, [index, array]];
  m.b.add({ tag: 'check', array, index });
}

/** The bool that a condition takes a value for, as code. */
export function boolOf(m: Machine, given: Abstract): Value {
  const of = m.read(given);
  if (of.tag === 'dynamic') return of.value.type === 'bool' ? of.value : m.b.truthy(of.value);
  if (of.tag === 'known') return m.b.constant(Boolean(of.value));
  if (of.tag === 'choice')
    return boolOf(
      m,
      m.each(of, (one) => testOf(m, one)),
    );
  const test = testOf(m, of);
  return test.tag === 'dynamic' ? test.value : m.b.constant(true);
}

/** The bool that a condition takes a value for, as far as it is known. */
export function testOf(m: Machine, given: Abstract): Abstract {
  const of = m.read(given);
  switch (of.tag) {
    case 'known':
      return known(Boolean(of.value));
    case 'foreign':
      return dynamic(truthOf(m, of));
    case 'dynamic':
      return of.value.type === 'bool' ? of : dynamic(m.b.truthy(of.value));
    case 'choice': {
      const isSure = of.options.every(
        (one) =>
          one.tag !== 'foreign' &&
          one.tag !== 'dynamic' &&
          one.tag !== 'choice' &&
          one.tag !== 'lost' &&
          !mayMiss(one),
      );
      if (!isSure) return m.each(of, (one) => testOf(m, one));
      return m.asked(
        of,
        (one) => one.tag !== 'unset' && (one.tag !== 'known' || Boolean(one.value)),
      );
    }
    default:
      return mayMiss(of) ? dynamic(isPresent(m, of)) : known(true);
  }
}

type Missing = Abstract & { readonly at: readonly [Value, Value] };
/** True if a value is an element of an array that may not be there. */
export const mayMiss = (of: Abstract): of is Missing =>
  (of.tag === 'dynamic' || of.tag === 'element') && of.at !== undefined;

export const isPresent = (m: Machine, { at: [array, index] }: Missing): Value =>
  m.b.present(m.b.element(array, index));
