/**
 * The forward pass through a long loop. The steps run one after the other on the caller's own containers, as
 * they would on numbers; each block of steps is a segment. If a container leaves the state in a block, it is
 * finished when the block ends, and its reals become results then. All others get their reals when the loop
 * ends.
 */
import { adopted, bindDuals } from '../../tape/with-blocks.js';
import { bytesOf, inSegment, released } from '../../tape/segment.js';
import { Contents } from '../arguments/contents.js';
import type { DeltaDual } from '../../tape/columns.js';
import { Dual, type Real, type Run } from '../../core/real.js';
import type { DeltaId } from '../../delta/delta.js';
import type { ReverseRun } from '../../tape/reverse-run.js';
import { givenBack, restoring } from './checkpoint.js';
import { HeldReals } from './held-reals.js';
import { finishedOf, runSteps, stateOf, allOf, type Frame, type Steps } from './steps.js';

/** Results that are finished when a block ends, since the state does not hold them any more. */
export interface Finished {
  readonly held: HeldReals;
  /** Which containers of the state that the block starts from they are in, beside its outputs. */
  readonly leaving: readonly number[];
  /** The index of the first among all results. */
  readonly first: number;
}

/** The results of the loop that depend on the inputs of the run. */
class Results {
  readonly primals: Real[] = [];
  private readonly indices = new Map<Run, Map<DeltaId, number>>();

  /** Gives the index of the first. */
  add(held: HeldReals): number {
    const first = this.primals.length;
    held.duals.forEach(({ run, id }, k) => {
      let ofRun = this.indices.get(run);
      if (ofRun === undefined) this.indices.set(run, (ofRun = new Map<DeltaId, number>()));
      if (!ofRun.has(id)) ofRun.set(id, first + k);
      this.primals.push(held.primals[k]);
    });
    return first;
  }

  /** The index of a result. */
  indexOf(x: Dual): number | undefined {
    return this.indices.get(x.run)?.get((x as DeltaDual).id);
  }
}

/** The blocks of a loop: where they end, and what ends with them. */
export interface Blocks {
  /** The newest id from before the loop. */
  readonly base: DeltaId;
  /** The most memory that the steps of a block may take on the tape, in bytes. */
  readonly tapeMemory: number;
  /** The step before which a block ends. That of the first block is known once `setBlock` was called. */
  endOf(block: number): number;
  setBlock(steps: number): void;
  /** A block has ended. */
  ended(block: number, next: HeldReals, finished: Finished | null): void;
}

export class LoopForward {
  private readonly results = new Results();
  private readonly given: Contents;
  /** The state before the first step. */
  readonly start: HeldReals;
  /** Containers of the results that are part of the state. */
  private readonly alive: Set<object>;
  private readonly outputs: unknown[] = [];
  /** Which of the results are the first ones of the last state. */
  lastState = 0;

  constructor(
    private readonly run: ReverseRun,
    private readonly steps: Steps,
    start: unknown,
    private readonly blocks: Blocks,
  ) {
    this.given = new Contents([start], 'the state');
    this.start = HeldReals.of(run, this.given, blocks.base);
    this.alive = new Set(this.given.containers.filter((one) => this.given.canWrite(one)));
  }

  get primals(): readonly Real[] {
    return this.results.primals;
  }

  /** The number of reals that the state holds at first. */
  get count(): number {
    return this.given.count;
  }

  /** Memory of its arrays. */
  get blockBytes(): number {
    return this.given.blockBytes;
  }

  /** Goes through all steps; gives the last state as it is then. */
  pass(): HeldReals {
    const { run, given, blocks, steps } = this;
    return restoring(run, given, () => {
      let here = this.start;
      let from = 0;
      for (let block = 0; from < steps.count; block++) {
        here = this.runBlock(block, here, from);
        from = blocks.endOf(block);
      }
      this.lastState = this.results.add(here);
      return here;
    });
  }

  private runBlock(block: number, here: HeldReals, from: number): HeldReals {
    const { run, blocks, steps, given, alive, outputs } = this;
    const { step, elements } = steps;
    const left = here.contents.containers.filter((one) => alive.has(one));
    const frame: Frame = { state: undefined, outputs: [], left };
    // The length of the first block is that of all.
    const leavesRoom = block === 0;
    const limit = blocks.tapeMemory - (leavesRoom ? this.bytesOfInputs() : 0);
    const end = leavesRoom ? steps.count : blocks.endOf(block);
    const elementAt =
      elements &&
      ((at: number) => {
        const element = elements.now[at];
        return element instanceof Dual ? adopted(run, element) : element;
      });
    let start = here;
    let k = from;
    const runSome = (): HeldReals | null => {
      const before = bytesOf(run);
      const roots =
        start.contents === given
          ? given.replace((x) => adopted(run, x), false)
          : start.replace(bindDuals(run, start.primals), (x) => released(run, x));
      frame.state = roots[0];
      k = runSteps(run, step, frame, {
        from: k,
        end,
        limit: before + limit,
        leavesRoom,
        elementAt,
      });
      if (leavesRoom) blocks.setBlock(k);
      else if (k < end) return HeldReals.of(run, allOf(frame), blocks.base);
      here = this.endBlock(block, here, frame);
      return null;
    };
    for (;;) {
      const middle = inSegment(run, runSome, { isDry: true });
      if (middle === null) break;
      start = middle;
    }
    for (const output of frame.outputs) outputs.push(output);
    return here;
  }

  /** The bytes that the reals of a state take on the tape. */
  private bytesOfInputs(): number {
    const { run, count } = this;
    return inSegment(
      run,
      () => {
        const before = bytesOf(run);
        bindDuals(run, new Array<number>(count).fill(0));
        return bytesOf(run) - before;
      },
      { isDry: true },
    );
  }

  private endBlock(block: number, here: HeldReals, frame: Frame): HeldReals {
    const { run, alive, blocks, results } = this;
    const state = stateOf(frame);
    const next = HeldReals.of(run, state, blocks.base);
    const { containers } = here.contents;
    const leaving: number[] = [];
    containers.forEach((one, k) => {
      if (alive.has(one) && !state.canWrite(one)) leaving.push(k);
    });
    for (const k of leaving) alive.delete(containers[k]);
    if (leaving.length === 0 && frame.outputs.length === 0) {
      blocks.ended(block, next, null);
      return next;
    }
    const left = leaving.map((k) => containers[k]);
    const held = HeldReals.of(run, finishedOf({ ...frame, left }, state), blocks.base);
    for (const one of new Contents([frame.outputs], 'an output').containers) {
      if (state.canWrite(one)) alive.add(one);
    }
    const isEmpty = held.primals.length === 0;
    blocks.ended(block, next, isEmpty ? null : { held, leaving, first: results.add(held) });
    return next;
  }

  /** The last state and the outputs, with the given reals as the results. */
  settle(last: HeldReals, made: readonly Real[]): { state: unknown; outputs: unknown[] } {
    const all = new Contents(
      [last.contents.roots[0], this.outputs, ...this.given.containers],
      'the result',
    );
    const original = givenBack(this.run, this.given);
    const settled = (x: Dual): Real => {
      const index = this.results.indexOf(x);
      return index === undefined ? (original(x) ?? released(this.run, x)) : made[index];
    };
    const [state] = all.replace(settled);
    return { state, outputs: this.outputs };
  }
}
