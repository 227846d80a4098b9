/**
 * Loops that apply a translated function to the elements of arrays, as functions of the arrays: they are compiled with
 * the function in its place, and so are their derivatives.
 */
import type { CompiledCode, LoopKind } from '../../../functions/translated-functions.js';
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { nothing } from './forms-of-others.js';
import type { Lowered } from './linking.js';
import { loopForms } from './loop-forms.js';

type Numbers = Float64Array;
type Step = (...xs: readonly number[]) => number;

/** The same loops, for whoever runs them as they stand. */
const loops: Readonly<Record<LoopKind, (f: Step) => AnyFunction>> = {
  map: (f) => (xs: Numbers) => xs.map((x, k) => f(x, k)),
  map2: (f) => (xs: Numbers, ys: Numbers) => xs.map((x, k) => f(x, ys[k], k)),
  fold: (f) => (xs: Numbers, start: number) => xs.reduce((s, x, k) => f(s, x, k), start),
  scanl: (f) => (xs: Numbers, start: number) => {
    const out = new Float64Array(xs.length + 1).fill(start);
    xs.forEach((x, k) => (out[k + 1] = f(out[k], x, k)));
    return out;
  },
  scanr: (f) => (xs: Numbers, start: number) => {
    const out = new Float64Array(xs.length + 1).fill(start);
    for (let k = xs.length - 1; k >= 0; k--) out[k] = f(out[k + 1], xs[k], k);
    return out;
  },
};

/** Counts the arguments that the function of a loop receives before the place. */
const arity = (kind: LoopKind): number => (kind === 'map' ? 1 : 2);

/** By their functions, of which some are made anew for each call. */
const known = new WeakMap<AnyFunction, Partial<Record<LoopKind, AnyFunction>>>();

type Remember = (loop: AnyFunction, form: Lowered) => AnyFunction;

/**
 * Gives loops of the functions that have a lowered form.
 *
 * @param remember registers a function with its lowered form
 */
export const loopsBy =
  (find: (f: unknown) => Lowered | undefined, remember: Remember): CompiledCode['loop'] =>
  (kind, f) => {
    if (find(f) === undefined) return null;
    let own = known.get(f);
    if (own === undefined) known.set(f, (own = {}));
    return (own[kind] ??= remember(loops[kind](f as unknown as Step), {
      text: loopForms[kind][f.length > arity(kind) ? 1 : 0],
      captures: nothing,
      operators: nothing,
      imports: () => [f],
    }));
  };
