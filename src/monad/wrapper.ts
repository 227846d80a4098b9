/**
 * The reverse-mode wrapper for general S and T (Fig. 15; Fig. 11 is the case S = Rᵃ, T = R),
 * for functions in monadic style, e : D{S} → M D{T}. The polytypic initVars, initZeros, ⊙ and
 * lookup are walks over trees (core/trees/tree.ts), so S and T may be products, sums (tagged
 * unions), collections and leaves.
 *
 * The state is the caller's choice. Over columns (`columnState`, the default) a binding takes 24 bytes; on persistent data
 * (`initialState`) it is the paper's program to the letter. Both give the same bits.
 */
import { doesNotNest, outputNotReal } from '../errors/errors.js';
import { within } from '../core/open-runs.js';
import { isReal, primalOf } from '../core/real.js';
import type { AtomTest } from '../core/trees/flat.js';
import { readAs } from '../core/trees/read-as.js';
import { Shape, flatten } from '../core/trees/tree.js';
import type { Primal } from '../core/types.js';
import { Add, Scale, Zero, type Delta, type DeltaId, type DeltaState } from '../delta/delta.js';
import { SpecDual, deltaOfReal } from '../delta/specification.js';
import { columnState, pullBack } from '../delta/delta-state.js';
import { MonadicRun } from './dual.js';
import { functionAsOutput } from './errors.js';
import { type M, runState } from './monad.js';
import type { MReal } from './monadic-operators.js';

/** The state that a derivative begins with, for the first free id. */
export type StateFrom = (nextId: DeltaId) => DeltaState;

/** The record of a program that has run: its inputs, its output, and the bindings between them. */
export interface Recorded {
  readonly inputs: Shape;
  /** The output of the program, and the numbers in it. */
  readonly t: unknown;
  readonly primals: readonly number[];
  readonly output: Shape<MReal>;
  readonly state: DeltaState;
}

/** Reals, and functions, which are found so that they can be refused: they have no cotangent (§11). */
const withFunctions: AtomTest<MReal, MReal> = {
  is: (value): value is MReal => isReal(value) || typeof value === 'function',
  accepts: (_, other): other is MReal => isReal(other),
  noun: () => 'a real',
};

/** initVars_S (s, 0): every real of `s` dualised with an id of its own, from left to right, from 1. */
function initVars(s: unknown, run: MonadicRun) {
  const inputs = flatten(s, 's');
  const duals = inputs.reals.map((x, k) => {
    if (typeof x !== 'number') throw doesNotNest('the monad');
    return new SpecDual(run, x, k + 1);
  });
  return { inputs, s0: inputs.rebuild(duals) };
}

/** Runs `e` at `s`, once. O(e). */
export function record<P, T>(e: (s: P) => M<T>, s: Primal<P>, from: StateFrom): Recorded {
  const run = new MonadicRun();
  return within(run, () => {
    const { inputs, s0 } = initVars(s, run);
    const [t, state] = runState(e(s0 as P), from(inputs.count + 1));
    const output = new Shape<MReal>(t, 'the output', withFunctions);
    if (output.reals.some((x) => typeof x === 'function')) throw functionAsOutput();
    return { inputs, t, primals: output.reals.map(primalOf), output, state };
  });
}

/** The Delta of t ⊙ dt: dt is constant, so Fig. 9 gives `Add (Scale dt₁ u₁) …`. The last output goes first. */
const dot = (ts: readonly MReal[], dts: readonly MReal[]): Delta =>
  ts.reduce<Delta>((sum, t, k) => {
    const term = Scale(dts[k] as number, deltaOfReal(t));
    return sum === Zero ? term : Add(term, sum);
  }, Zero);

/** lookup_S after `eval` of t ⊙ dt inside the bindings. O(bindings). */
export function pull<P, T>({ inputs, output, state }: Recorded, dt: Primal<T>): Primal<P> {
  const delta = dot(output.reals, readAs(output, dt, 'cotangent'));
  return inputs.rebuild(pullBack(delta, state, inputs.count)) as Primal<P>;
}

/**
 * R{e} of Fig. 15: the derivative of `e` at `s`, transposed, applied to `dt`. The result has the
 * shape of `s`: for a sum it is the same alternative, and leaves stay as they are. O(e).
 *
 * @throws DeltaTapeError if `dt` does not have the shape of the output, or if a dual of another derivative
 *   is used: the monad does not nest.
 * @example reverse((x: MReal) => operators.mul(x, x))(3, 1) // 6
 */
export const reverse =
  <P, T>(e: (s: P) => M<T>, from: StateFrom = columnState) =>
  (s: Primal<P>, dt: Primal<T>): Primal<P> =>
    pull<P, T>(record(e, s, from), dt);

/** The run of a function with one real output. */
export function recordReal<P>(
  e: (s: P) => M<MReal>,
  s: Primal<P>,
  from: StateFrom,
  operator: string,
): Recorded {
  const recorded = record(e, s, from);
  if (!recorded.output.isAtom) throw outputNotReal(recorded.t, operator);
  return recorded;
}

/**
 * The gradient of a monadic function with one real output (Fig. 11 with dt = 1).
 *
 * @throws DeltaTapeError if the output is not a real.
 * @example grad((x: MReal) => operators.sin(x))(0) // 1
 */
export const grad =
  <P>(e: (s: P) => M<MReal>, from: StateFrom = columnState) =>
  (s: Primal<P>): Primal<P> =>
    pull<P, MReal>(recordReal(e, s, from, 'a gradient'), 1 as Primal<MReal>);
