/**
 * Jacobians of terms of any ground type (A.5). The gradient of a term of type G with respect to x : X is in
 * G ⊗ X, which has an X in the place of each real of a G. Products of two such are products of matrices.
 */
import { zeroLike, type Value } from './ground-values.js';
import { arrayOf, tupleOf, type Type } from './language.js';

/** G ⊗ X. */
export function tensor(g: Type, x: Type): Type {
  if (g.tag === 'tuple') return tupleOf(...g.of.map((of) => tensor(of, x)));
  return g.tag === 'array' ? arrayOf(tensor(g.of, x)) : x;
}

/** X, of the type G ⊗ X. */
export function columnOf(type: Type, g: Type): Type {
  if (g.tag === 'tuple' && type.tag === 'tuple') return columnOf(type.of[0], g.of[0]);
  return g.tag === 'array' && type.tag === 'array' ? columnOf(type.of, g.of) : type;
}

type List = readonly Value[];

/** The Jacobian of what has a value: its units, one for each real, pulled back in their places. */
export function jacobianOf(
  value: Value,
  pull: (unit: Value) => Value,
  within = (unit: Value): Value => unit,
): Value {
  if (typeof value === 'number') return pull(within(1));
  const all = value as List;
  return all.map((part, k) =>
    jacobianOf(part, pull, (unit) =>
      within(all.map((other, j) => (j === k ? unit : zeroLike(other)))),
    ),
  );
}

/** J *̂ z = Σ z_g J_g over the reals of z. O(reals of J). */
export const appliedTo = (j: Value, z: Value): Value => sumOf(j, z) ?? zeroLike(z);

function sumOf(j: Value, z: Value): Value | null {
  if (typeof z === 'number') return mapped(j, (x) => x * z);
  return (z as List)
    .map((part, k) => sumOf((j as List)[k], part))
    .reduce((sum, one) => (sum === null || one === null ? (sum ?? one) : added(sum, one)), null);
}

/** M *̃ J: each row of M times J. */
export function composed(m: Value, j: Value, g: Type): Value {
  if (g.tag === 'real') return appliedTo(j, m);
  return (m as List).map((part, k) =>
    composed(part, j, g.tag === 'tuple' ? g.of[k] : (g as { of: Type }).of),
  );
}

const mapped = (x: Value, f: (x: number) => number): Value =>
  typeof x === 'number' ? f(x) : (x as List).map((one) => mapped(one, f));

const added = (x: Value, y: Value): Value =>
  typeof x === 'number'
    ? x + (y as number)
    : (x as List).map((one, k) => added(one, (y as List)[k]));

/** Counts the reals of a value. */
export const realsIn = (x: Value): number =>
  typeof x === 'number' ? 1 : (x as List).reduce<number>((sum, one) => sum + realsIn(one), 0);
