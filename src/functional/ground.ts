/** The monoid of each ground type (Notation 1): its zero, its sum, and multiples by a real. */
import {
  constant,
  iterate,
  plus,
  proj,
  times,
  tuple,
  type Term,
  type Type,
  variable,
} from './language.js';

/** 0 of a type, in the shape of a term of that type: 0, tuples of zeros, ZerosLike(A). */
export function zeroOf(type: Type, like: Term): Term {
  if (type.tag === 'tuple')
    return tuple(...type.of.map((of, k) => zeroOf(of, proj(k, type.of.length, like))));
  if (type.tag !== 'array') return constant(0);
  return iterate('map', ['x'], zeroOf(type.of, variable('x')), like);
}

/** x +̂ y. */
export function sum(type: Type, x: Term, y: Term): Term {
  const count = type.tag === 'tuple' ? type.of.length : 0;
  if (type.tag === 'tuple')
    return tuple(...type.of.map((of, k) => sum(of, proj(k, count, x), proj(k, count, y))));
  if (type.tag !== 'array') return plus(x, y);
  return iterate('map2', ['a', 'b'], sum(type.of, variable('a'), variable('b')), x, y);
}

/** x *̂ r, for a real r that is a variable or a constant. */
export function multiple(type: Type, x: Term, r: Term): Term {
  if (type.tag === 'tuple')
    return tuple(...type.of.map((of, k) => multiple(of, proj(k, type.of.length, x), r)));
  if (type.tag !== 'array') return times(x, r);
  const name = r.tag === 'var' && r.name === 'a' ? 'b' : 'a';
  return iterate('map', [name], multiple(type.of, variable(name), r), x);
}

/** A tuple, or its only item. */
export const tupled = (items: readonly Term[]): Term =>
  items.length === 1 ? items[0] : tuple(...items);
