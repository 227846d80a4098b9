/** The steps of a loop, and the containers that they work on while a block of steps runs. */
import { bytesOf } from '../../tape/segment.js';
import { bindDuals } from '../../tape/with-blocks.js';
import { Contents } from '../arguments/contents.js';
import type { DeltaDual } from '../../tape/columns.js';
import type { ReverseRun } from '../../tape/reverse-run.js';
import type { ScanElements } from './scan-elements.js';
import { HeldReals } from './held-reals.js';

/** A step: gives the next state, and puts the output of the step, if it has one, to the others. */
export type Step = (state: unknown, k: number, element: unknown, outputs: unknown[]) => unknown;

export interface Steps {
  readonly count: number;
  readonly step: Step;
  /** Null if the steps have neither elements nor outputs. */
  readonly elements: ScanElements | null;
}

/** The work of some steps so far. */
export interface Frame {
  state: unknown;
  /** Of the steps of one block. */
  readonly outputs: unknown[];
  /** Containers that are not part of the state any more when the block ends, but of the loop's results. */
  readonly left: readonly unknown[];
}

/** Where a frame starts from: a state, or a frame in the middle of a block. */
export interface Start {
  readonly held: HeldReals;
  /** Which containers of the state go into `left`; null where the frame is all there. */
  readonly leaving: readonly number[] | null;
}

export const stateOnly = (held: HeldReals): Start => ({ held, leaving: [] });

/** A frame on copies, in the current segment, and its inputs there. */
export function framed(
  run: ReverseRun,
  { held, leaving }: Start,
): { readonly frame: Frame; readonly inputs: readonly DeltaDual[] } {
  const inputs = bindDuals(run, held.primals);
  const { roots, containers } = held.copy(run, inputs);
  if (leaving !== null) {
    const left = leaving.map((k) => containers[k]);
    return { frame: { state: roots[0], outputs: [], left }, inputs };
  }
  const [state, outputs, left] = roots as [unknown, unknown[], unknown[]];
  return { frame: { state, outputs, left }, inputs };
}

/** A state. */
export const stateOf = ({ state }: Frame): Contents => new Contents([state], 'the state');

/** A frame in the middle of a block. */
export const allOf = ({ state, outputs, left }: Frame): Contents =>
  new Contents([state, outputs, left], 'the state');

/** The contents that are no longer part of the state. */
export const finishedOf = ({ outputs, left }: Frame, state: Contents): Contents =>
  new Contents([outputs, ...left], 'an output', (container) => state.canWrite(container));

/** Some of the steps, which are run in succession. */
interface Stretch {
  readonly from: number;
  readonly end: number;
  /** Bytes on the tape after which no further step is run. */
  readonly limit: number;
  /** True if room for one more step, as long as the longest, is left below the limit. */
  readonly leavesRoom?: boolean;
  readonly elementAt: ((k: number) => unknown) | null;
}

/**
 * Runs steps on a frame. Gives the next step. The loop around a user's loop, hence without closures and
 * objects.
 */
export function runSteps(
  run: ReverseRun,
  step: Step,
  frame: Frame,
  { from, end, limit, leavesRoom = false, elementAt }: Stretch,
): number {
  const { outputs } = frame;
  let { state } = frame;
  let bytes = bytesOf(run);
  let longest = 0;
  let k = from;
  while (k < end) {
    const element = elementAt === null ? undefined : elementAt(k);
    state = step(state, k++, element, outputs);
    const now = bytesOf(run);
    if (leavesRoom && now - bytes > longest) longest = now - bytes;
    bytes = now;
    if (bytes + longest > limit) break;
  }
  frame.state = state;
  return k;
}
