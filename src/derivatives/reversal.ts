/**
 * The way back through a long loop within a given memory. It records a block of steps, as long as
 * half of the memory allows, sweeps it and forgets it. The states that blocks start from are kept
 * in the other half, or computed again from one that is: the binomial schedule says which to keep.
 */
import type { DeltaDual } from '../core/columns.js';
import type { Real } from '../core/real.js';
import { flatten } from '../core/tree.js';
import type { ReverseRun } from '../delta/reverse.js';
import type { Cotangents } from '../delta/cotangents.js';
import { leastAdvances, nextSnapshot } from './binomial.js';
import { insistOnSame, primalTree, seed } from './checkpoint.js';

/** What a kept state is taken to need, in bytes: for each real, and for its containers. */
const BYTES_OF_REAL = 16;
const BYTES_OF_STATE = 128;

export interface LoopCounts {
  readonly steps: number;
  /** Steps that are recorded together. */
  readonly block: number;
  /** The most states that were kept at a time. */
  readonly states: number;
  /** Steps that were computed again without being recorded. */
  readonly advanced: number;
  /** The least that `advanced` can be with blocks of this length and as many states as fit. */
  readonly least: number;
  /** The most memory that the tape of a block took, in bytes. */
  readonly tape: number;
}

/** A step: the next state, and an output of the step. */
export type Step = (state: unknown, k: number) => readonly [state: unknown, output: unknown];

/** Reals as they were computed first, and the cotangents that come back to them. */
export interface Returning {
  readonly reals: readonly Real[];
  readonly cotangents: readonly Real[];
}

interface Kept {
  /** The block that starts from the state. */
  readonly at: number;
  readonly state: unknown;
}

/** Some steps on the tape. */
interface Recorded {
  /** The reals of the state that the steps start from, and the last id among them. */
  readonly inputs: { readonly duals: readonly DeltaDual[]; readonly end: number };
  readonly last: unknown;
  readonly outputs: readonly unknown[];
  readonly bytes: number;
}

const ignore = () => undefined;

export const realsOf = (tree: unknown): readonly Real[] => flatten(tree, 'the state').reals;

export class Reversal {
  private readonly block: number;
  private readonly blocks: number;
  private readonly slots: number;
  private readonly tapeMemory: number;
  /** Kept states of rising blocks, that of block 0 first. */
  private readonly kept: Kept[];
  /** The state that the last block starts from, for the first way back. */
  private latest: Kept | null = null;
  private states = 1;
  private advanced = 0;
  private tape = 0;

  constructor(
    private readonly run: ReverseRun,
    private readonly steps: number,
    private readonly step: Step,
    start: unknown,
    memory: number,
  ) {
    const state = primalTree(run, start);
    this.tapeMemory = memory / 2;
    const perStep = this.recorded(state, 0, 1, ({ bytes }) => bytes)!;
    const perState = BYTES_OF_REAL * realsOf(state).length + BYTES_OF_STATE;
    this.block = Math.min(steps, Math.max(1, Math.floor(this.tapeMemory / perStep)));
    this.blocks = Math.ceil(steps / this.block);
    this.slots = Math.max(1, Math.floor(memory / 2 / perState));
    this.kept = [{ at: 0, state }];
  }

  private startOf(block: number): number {
    return Math.min(this.steps, block * this.block);
  }

  /** The last state. Keeps states on the way, and gives the outputs away. */
  forth(output: (tree: unknown) => void): unknown {
    let { at, state } = this.kept[0];
    while (at < this.blocks) {
      const next = at === this.blocks - 1 ? this.blocks : this.nextToKeep(at, this.blocks);
      state = this.advance(state, at, next, output);
      if (next < this.blocks) this.keep(next, state);
      at = next;
    }
    return state;
  }

  /**
   * Where the next state after that of block `at` is to be kept if blocks up to
   * `end` are still to come back.
   */
  private nextToKeep(at: number, end: number): number {
    const free = this.slots - this.kept.length;
    return free > 0 ? at + nextSnapshot(end - at, free + 1) : end - 1;
  }

  private keep(at: number, state: unknown): void {
    if (this.kept.length < this.slots) this.kept.push({ at, state });
    else this.latest = { at, state };
    this.states = Math.max(this.states, this.kept.length);
  }

  private advance(
    state: unknown,
    from: number,
    to: number,
    output: (tree: unknown) => void = ignore,
  ): unknown {
    return this.advanceSteps(state, this.startOf(from), this.startOf(to), output);
  }

  private advanceSteps(
    state: unknown,
    from: number,
    to: number,
    output: (tree: unknown) => void,
  ): unknown {
    const { run, step } = this;
    // A copy, since a step may write into its state.
    let current = primalTree(run, state);
    run.muted(() => {
      for (let k = from; k < to; k++) {
        const [next, out] = step(current, k);
        current = next;
        output(out);
      }
    });
    return primalTree(run, current);
  }

  /** From the last state and the outputs of the steps to the cotangents of the start. */
  back(last: Returning, output: (k: number) => Returning, to: Cotangents): readonly Real[] {
    this.advanced = 0;
    this.tape = 0;
    let following = last;
    for (let block = this.blocks - 1; block >= 0; block--) {
      const state = this.stateOf(block);
      const [from, end] = [this.startOf(block), this.startOf(block + 1)];
      following = this.backThrough(state, from, end, following, output, to);
    }
    return following.cotangents;
  }

  private stateOf(block: number): unknown {
    const { kept, latest } = this;
    while (kept[kept.length - 1].at > block) kept.pop();
    if (latest?.at === block) {
      this.latest = null;
      return latest.state;
    }
    let { at, state } = kept[kept.length - 1];
    while (at < block) {
      const next = this.nextToKeep(at, block + 1);
      state = this.advance(state, at, next);
      this.advanced += this.startOf(next) - this.startOf(at);
      if (next < block) this.keep(next, state);
      at = next;
    }
    return state;
  }

  /** What `use` makes of the bindings of some steps, or null if there are too many of them. */
  private recorded<T>(
    state: unknown,
    from: number,
    end: number,
    use: (recorded: Recorded) => T,
  ): T | null {
    const { run, step, tapeMemory } = this;
    return run.segment(() => {
      const shape = flatten(state, 'the state');
      const start = run.bytes;
      const inputs = { duals: run.fresh(shape.reals), end: run.top };
      const outputs: unknown[] = [];
      let last = shape.rebuild(inputs.duals);
      for (let k = from; k < end; k++) {
        const [next, output] = step(last, k);
        last = next;
        if (output !== undefined) outputs[k - from] = output;
        if (run.bytes - start > tapeMemory && end - from > 1) return null;
      }
      const bytes = run.bytes - start;
      this.tape = Math.max(this.tape, bytes);
      return use({ inputs, last, outputs, bytes });
    });
  }

  /** What the last way back took. */
  get counts(): LoopCounts {
    const { steps, block, blocks, slots, states, advanced, tape } = this;
    const least = (leastAdvances(blocks, slots) - (blocks - 1)) * block;
    return { steps, block, states, advanced, least, tape };
  }

  /**
   * Records steps and sweeps them, in two halves if their tape gets too long: from the state that
   * follows them to the one they start from.
   */
  private backThrough(
    state: unknown,
    from: number,
    end: number,
    following: Returning,
    output: (k: number) => Returning,
    to: Cotangents,
  ): Returning {
    const { run } = this;
    const giveBack = (tree: unknown, { reals, cotangents }: Returning) => {
      const again = realsOf(tree);
      insistOnSame(reals, again, 'a step of a loop');
      seed(run, again, cotangents, to);
    };
    const swept = this.recorded(state, from, end, ({ inputs, last, outputs }) => {
      giveBack(last, following);
      outputs.forEach((tree, k) => giveBack(tree, output(from + k)));
      run.sweepTo(inputs.end, to);
      return inputs.duals.map(({ id }) => to.take(id));
    });
    if (swept !== null) return { reals: realsOf(state), cotangents: swept };
    const middle = (from + end) >> 1;
    const halfway = this.advanceSteps(state, from, middle, ignore);
    this.advanced += middle - from;
    const later = this.backThrough(halfway, middle, end, following, output, to);
    return this.backThrough(state, from, middle, later, output, to);
  }
}
