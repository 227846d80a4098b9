/** Constraints as data, which can cross to another thread. */
import {
  interval,
  isConstraint,
  isOwn,
  ordered,
  positive,
  real,
  simplex,
  type Making,
} from './constraint.js';

/** The making of a constraint: the name of its maker, with numbers; or constraints of parts of a tree. */
export type Made = Making | { readonly parts: Readonly<Record<string, Made>> } | undefined;

const makers: Readonly<Record<string, (...numbers: number[]) => unknown>> = {
  real: () => real,
  positive: () => positive,
  interval,
  simplex,
  ordered,
};

/** @param refuse is called with what is not a constraint of the library, and its keys */
export function madeOf(
  constraints: unknown,
  refuse: (value: unknown, keys: readonly string[]) => never,
  keys: readonly string[] = [],
): Made {
  if (constraints === undefined) return undefined;
  if (isConstraint(constraints))
    return (isOwn(constraints) ? constraints.made : undefined) ?? refuse(constraints, keys);
  if (typeof constraints !== 'object' || constraints === null) return refuse(constraints, keys);
  const parts = Object.entries(constraints).map(
    ([key, part]) => [key, madeOf(part, refuse, [...keys, key])] as const,
  );
  return { parts: Object.fromEntries(parts) };
}

export function constraintsOf(made: Made): unknown {
  if (made === undefined) return undefined;
  if ('maker' in made) return makers[made.maker](...made.numbers);
  return Object.fromEntries(
    Object.entries(made.parts).map(([key, part]) => [key, constraintsOf(part)]),
  );
}
