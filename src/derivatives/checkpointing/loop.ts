/** Long loops. Their derivatives need no more memory than the caller allows. */
import { insistOnOptions } from '../../errors/options.js';
import type { ReverseRun } from '../../tape/reverse-run.js';
import { callOn, remembering } from './checkpoint.js';
import { ScanElements } from './scan-elements.js';
import { notASize } from './errors.js';
import { explained, resultOf } from '../call.js';
import { Reversal, type LoopCounts } from './reversal.js';
import type { Step, Steps } from './steps.js';
import { group } from '../../tape/rules.js';

export interface LoopOptions {
  /** Memory for the tape and for kept states, in bytes. Default 64 MiB. */
  readonly memory?: number;
  /** Called after each sweep through the loop, with what that took. */
  readonly report?: (counts: LoopCounts) => void;
}

/** The result of `scan`. */
export interface Scanned<S, Y> {
  /** The state after the last step. */
  readonly state: S;
  /** The outputs of the steps, in order. */
  readonly outputs: Y[];
}

const DEFAULT_MEMORY = 2 ** 26;

function iterate(
  of: 'loop' | 'scan',
  steps: Steps,
  state: unknown,
  options: LoopOptions,
): Scanned<unknown, unknown> {
  insistOnOptions(of, options, { memory: true, report: true });
  const { memory = DEFAULT_MEMORY, report } = options;
  const { count, elements } = steps;
  if (!Number.isInteger(count) || count < 0) throw notASize('the number of steps', count);
  if (!(memory > 0)) throw notASize('the memory of a loop', memory);
  const run = remembering();
  const result =
    run === null || count === 0
      ? forwards(steps, state)
      : remembered(run, new Reversal(run, steps, state, memory), report);
  elements?.insistOnUnchanged();
  return result;
}

function forwards({ count, step, elements }: Steps, start: unknown): Scanned<unknown, unknown> {
  const outputs: unknown[] = [];
  let state = start;
  for (let k = 0; k < count; k++) {
    state = step(state, k, elements?.now[k], outputs);
  }
  return { state, outputs };
}

/** The loop as one function, whose results have the reverse sweep as their pullback. */
function remembered(
  run: ReverseRun,
  reversal: Reversal,
  report: LoopOptions['report'],
): Scanned<unknown, unknown> {
  const primals = reversal.pass();
  const results = group(run, primals, {
    push: null,
    call: callOn(run, 'loop', reversal.given, primals),
    pull(cotangents, to) {
      reversal.back(cotangents, to);
      report?.(reversal.counts);
    },
  });
  return reversal.settle(results);
}

/**
 * The state after `steps` steps, each a function of the state and the number of the step, from 0. Its
 * derivative in reverse mode takes no more than the given memory, however many steps there are: it goes
 * through the loop backwards, records a block of steps at a time, and computes the states again that it
 * could not keep. Where the memory is enough for one state a block, each step is computed three times in
 * all: forwards, from a kept state, and recorded. `step` may use reals from outside; it must compute the
 * same when it is called again. It may write into its state, and does so in every mode, also into the one
 * that `loop` was given; that may be changed after the call. Each block takes O(size of the state) beside
 * its steps.
 *
 * @throws DeltaTapeError if `steps` or the memory is not a size; in the sweep, if a step does not repeat
 *   itself, or uses a real from outside that was made after the call; if a real is used that a step passed
 *   to the outside in another way than by its state.
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
  // As `call` does it, without a list of arguments for each step.
  const next: Step = (now, k) => {
    try {
      return resultOf(step(now, k));
    } catch (error) {
      throw explained(error, [now, k]);
    }
  };
  return iterate('loop', { count: steps, step: next, elements: null }, state, options).state;
}

/**
 * A loop over a list that gives an output for each of its elements: `step` takes the state, an element and
 * its position, and returns the next state with an output. Memory and errors as for `loop`. Outputs may
 * share containers with each other and with the state.
 *
 * @throws DeltaTapeError also if a step wrote into an element, in every mode.
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
  const next: Step = (now, k, x, outputs) => {
    const [after, output] = step(now, x, k);
    outputs.push(output);
    return after;
  };
  return iterate(
    'scan',
    { count: xs.length, step: next, elements: new ScanElements(xs) },
    state,
    options,
  );
}
