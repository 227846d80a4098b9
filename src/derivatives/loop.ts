/** Long loops, whose derivative needs no more memory than the caller gives. */
import type { Real } from '../core/real.js';
import { flatten } from '../core/tree.js';
import type { ReverseRun } from '../delta/reverse.js';
import { primalTree, remembering, seed } from './checkpoint.js';
import { notASize } from './errors.js';
import { call } from './record.js';
import { realsOf, Reversal, type LoopCounts, type Returning, type Step } from './reversal.js';

export interface LoopOptions {
  /** Memory for the tape and for kept states, in bytes. Default 64 MiB. */
  readonly memory?: number;
  /** Called after each sweep through the loop, with what that took. */
  readonly report?: (counts: LoopCounts) => void;
}

/** What `scan` returns. */
export interface Scanned<S, Y> {
  /** The state after the last step. */
  readonly state: S;
  /** The outputs of the steps, in order. */
  readonly outputs: Y[];
}

const DEFAULT_MEMORY = 2 ** 26;

/** @param collect whether the steps have outputs */
function iterate(
  steps: number,
  step: Step,
  state: unknown,
  options: LoopOptions,
  collect: boolean,
): Scanned<unknown, unknown> {
  const { memory = DEFAULT_MEMORY, report } = options;
  if (!Number.isInteger(steps) || steps < 0) throw notASize('the number of steps', steps);
  if (!(memory > 0)) throw notASize('the memory of a loop', memory);
  const run = remembering();
  return run === null || steps === 0
    ? forwards(steps, step, state, collect)
    : remembered(run, new Reversal(run, steps, step, state, memory), state, collect, report);
}

function forwards(
  steps: number,
  step: Step,
  start: unknown,
  collect: boolean,
): Scanned<unknown, unknown> {
  const outputs: unknown[] = [];
  let state = start;
  for (let k = 0; k < steps; k++) {
    const [next, output] = step(state, k);
    state = next;
    if (collect) outputs.push(output);
  }
  return { state, outputs };
}

/** The loop on primals, whose results have the way back as their pullback. */
function remembered(
  run: ReverseRun,
  reversal: Reversal,
  start: unknown,
  collect: boolean,
  report: LoopOptions['report'],
): Scanned<unknown, unknown> {
  const outputs: unknown[] = [];
  const state = reversal.forth((output) => {
    if (collect) outputs.push(primalTree(run, output));
  });
  const shapes = [state, ...outputs].map((tree) => flatten(tree, 'the result'));
  const ends = shapes.map(() => 0);
  shapes.forEach(({ count }, k) => (ends[k] = count + (ends[k - 1] ?? 0)));

  const primals: Real[] = shapes.flatMap(({ reals }) => reals);
  const duals = run.group(primals, {
    recordsAgain: true,
    pull(cotangents, to) {
      const returning = (shape: number): Returning => ({
        reals: shapes[shape].reals,
        cotangents: cotangents.slice(ends[shape - 1] ?? 0, ends[shape]),
      });
      const ofStart = reversal.back(returning(0), (k) => returning(k + 1), to);
      seed(run, realsOf(start), ofStart, to);
      report?.(reversal.counts);
    },
  });
  const [last, ...rest] = shapes.map((shape, k) => shape.rebuild(duals, ends[k - 1] ?? 0));
  return { state: last, outputs: rest };
}

/**
 * The state after `steps` steps, each a function of the state and the number of the step, from 0.
 * Its derivative in reverse mode takes no more than the given memory, however many steps there are:
 * it goes through the loop backwards, records a block of steps at a time, and computes states again
 * that it could not keep. Where the memory is enough for one state a block, each step is computed
 * three times in all: forwards, from a kept state, and recorded. `step` may use reals from outside;
 * it must compute the same when it is called again.
 *
 * @throws DeltaTapeError if `steps` or the memory is no size; in the sweep, if a
 *   step does not repeat itself.
 * @example
 * const grow = (rate: Real) => loop(1000, (x: Real) => add(x, mul(rate, x)), 1, { memory: 1e5 });
 * grad(grow)(0) // 1000
 */
export function loop<S>(
  steps: number,
  step: (state: S, k: number) => S,
  state: S,
  options?: LoopOptions,
): S;
export function loop(
  steps: number,
  step: (state: unknown, k: number) => unknown,
  state: unknown,
  options: LoopOptions = {},
): unknown {
  return iterate(steps, (now, k) => [call(step, [now, k]), undefined], state, options, false).state;
}

/**
 * A loop over a list that gives an output for each of its elements: `step` takes the
 * state, an element and its position, and returns the next state with an output. Memory
 * and errors as for `loop`.
 *
 * @example
 * const sums = (xs: readonly Real[]) => scan(xs, (s: Real, x) => [add(s, x), mul(s, x)], 0).outputs;
 * jacobian(sums)([1, 2]) // [[0, 0], [2, 1]]
 */
export function scan<S, X, Y>(
  xs: ArrayLike<X>,
  step: (state: S, x: X, k: number) => readonly [state: S, output: Y],
  state: S,
  options?: LoopOptions,
): Scanned<S, Y>;
export function scan(
  xs: ArrayLike<unknown>,
  step: (state: unknown, x: unknown, k: number) => readonly [unknown, unknown],
  state: unknown,
  options: LoopOptions = {},
): Scanned<unknown, unknown> {
  return iterate(xs.length, (now, k) => step(now, xs[k], k), state, options, true);
}
