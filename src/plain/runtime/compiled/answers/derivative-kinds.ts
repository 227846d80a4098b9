/** The kinds of derivatives, and how their code is called. */
import { typeText, type Func, type Value } from '../../../ir/ir.js';
import type { Runs } from './run-code.js';

/**
 * `value` is the function itself, `tangent` also takes a tangent, `gradient` is for one real result, `pullback` takes
 * cotangents of the results, and `product` is the tangent of the gradient. A pullback gives the results, too, if none is
 * an array.
 */
export type Kind = 'value' | 'tangent' | 'gradient' | 'pullback' | 'product';

export interface Derivative extends Runs {
  readonly lanes: number;
  readonly asksForZeros: boolean;
  /** The places among the parameters of what it takes tangents of. */
  readonly moving: readonly number[];
  /** For each result, the place of its tangent among the results; null if it is 0. */
  readonly places: readonly (number | null)[];
  /** Which arrays that a pullback adds to are one for each lane, by their order; none if there is one lane. */
  readonly apart: readonly boolean[];
  /** For each result, whether there is one for each lane, and where it begins among all that is given. */
  readonly varies: readonly boolean[];
  readonly starts: readonly number[];
  /** The places, among the results, of the last elements of arguments that are written; a pullback gives none. */
  readonly lasts: readonly number[];
}

/** Code, and how it is called, before it runs. */
export type Coded = Omit<Derivative, keyof Runs> & { readonly func: Func };

const typesOf = (values: readonly Value[]) => values.map(({ type }) => typeText(type));

/** True if two codes are called in the same way. */
export const isAlike = (one: Coded, other: Coded): boolean => {
  const [own, others] = [one, other].map(({ func, ...rest }) => {
    const { params, yields } = func.region;
    return JSON.stringify({ ...rest, types: [params, yields].map(typesOf) });
  });
  return own === others;
};
