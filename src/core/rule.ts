/**
 * A rule: a function on flat lists of reals whose derivative is given as a linear map instead of
 * being derived from primitives (Fig. 14 with many results). The map must be written in
 * operators, so that it nests.
 */
import type { Liftable } from './primitive.js';
import type { Real } from './real.js';

export interface Rule {
  readonly name: string;
  /** The function and its derivative at reals of any level. */
  at(args: readonly Real[]): Linearised;
}

export interface Linearised {
  /** The results, differentiated at the levels of the arguments by this rule again. */
  readonly values: readonly Real[];
  /** From cotangents of the results to those of the arguments. */
  readonly pullback: (cotangents: readonly Real[]) => readonly Real[];
  /** From tangents of the arguments to those of the results. */
  readonly pushforward: (tangents: readonly Real[]) => readonly Real[];
}

/** A primitive for each result; its partials are a row of the Jacobian, by one pullback. */
export function asPrimitives(rule: Rule, primals: readonly number[]): Liftable[] {
  const results = rule.at(primals).values;
  return results.map((_, k) => ({
    name: rule.name,
    value: (args) => rule.at(args).values[k] as number,
    apply: (args) => rule.at(args).values[k],
    partials: (args) => rule.at(args).pullback(results.map((__, j) => (j === k ? 1 : 0))),
    boundary: () => Infinity,
  }));
}
