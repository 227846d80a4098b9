/**
 * The reverse sweep through a long loop within a given memory. It records a block of steps, as long as half
 * of the memory allows, sweeps it and forgets it. The other half of the memory keeps states that blocks
 * start from. The binomial schedule says which to keep; the others are computed again.
 */
import { isBlock } from '../../core/block.js';
import { adopted, takenFrom } from '../../tape/with-blocks.js';
import { bytesOf, inSegment } from '../../tape/segment.js';
import type { Contents } from '../arguments/contents.js';
import type { Dual, Real } from '../../core/real.js';
import type { DeltaId } from '../../delta/delta.js';
import type { ReverseRun } from '../../tape/reverse-run.js';
import type { Cotangents } from '../../tape/cotangents.js';
import { leastAdvances, nextSnapshot } from './binomial.js';
import { LoopForward, type Finished, type Blocks } from './loop-forward.js';
import { HeldReals } from './held-reals.js';
import {
  framed,
  runSteps,
  finishedOf,
  stateOf,
  stateOnly,
  allOf,
  type Frame,
  type Start,
  type Steps,
} from './steps.js';
import { seed } from '../../tape/rules.js';
import { sweepDown } from '../../tape/tape.js';

/** The bytes that a kept state is taken to need: for each real, and for its containers. */
const BYTES_OF_REAL = 16;
const BYTES_OF_STATE = 128;
/**
 * Bytes that steps which are only computed again may take on the tape, even if the memory is smaller: to
 * begin a segment takes time.
 */
const LEAST_PASSING = 2 ** 13;

export interface LoopCounts {
  readonly steps: number;
  /** Steps that are recorded together. */
  readonly block: number;
  /** The most states that were kept at a time. */
  readonly states: number;
  /** Steps that were computed again without being swept. */
  readonly advanced: number;
  /** The least that `advanced` can be with blocks of this length and as many states as fit. */
  readonly least: number;
  /** The most memory that the tape of a block took, in bytes. */
  readonly tape: number;
}

interface KeptState {
  /** The block that starts from the state. */
  readonly at: number;
  readonly held: HeldReals;
}

/** Reals of what some steps end with, as they were first, and the cotangents that come back to them. */
interface Returning {
  readonly contents: Contents;
  readonly held: HeldReals;
  readonly cotangents: readonly Real[];
}

/** Returns what comes back to the frame at the end of some steps. */
type Target = (frame: Frame) => readonly Returning[];

export class Reversal implements Blocks {
  readonly base: DeltaId;
  readonly tapeMemory: number;
  private readonly forward: LoopForward;
  private last: HeldReals | null = null;
  private block = 1;
  private blocks = 1;
  private slots = 1;
  /** The outputs that end with each block. */
  private readonly finished: (Finished | null)[] = [];
  /** Kept states of rising blocks, that of block 0 first. */
  private readonly kept: KeptState[] = [];
  /** The block whose state is kept next on the way forth. */
  private keptNext = 0;
  /** The state that the last block starts from, for the first reverse sweep. */
  private latest: KeptState | null = null;
  private states = 1;
  private advanced = 0;
  private tape = 0;

  constructor(
    private readonly run: ReverseRun,
    private readonly steps: Steps,
    start: unknown,
    private readonly memory: number,
  ) {
    this.base = run.top;
    this.tapeMemory = memory / 2;
    this.forward = new LoopForward(run, steps, start, this);
    this.kept.push({ at: 0, held: this.forward.start });
  }

  /** The state before the first step. */
  get given(): Contents {
    return this.forward.start.contents;
  }

  /** Goes forth through the loop. Gives the primals of its results. */
  pass(): readonly Real[] {
    this.last = this.forward.pass();
    return this.forward.primals;
  }

  /** The last state and the outputs, with the given reals as the results. */
  settle(made: readonly Real[]): { state: unknown; outputs: unknown[] } {
    return this.forward.settle(this.last!, made);
  }

  setBlock(block: number): void {
    const { steps, forward, memory } = this;
    this.block = block;
    this.blocks = Math.ceil(steps.count / block);
    const perState = BYTES_OF_REAL * forward.count + forward.blockBytes + BYTES_OF_STATE;
    this.slots = Math.max(1, Math.floor(memory / 2 / perState));
    this.keptNext = this.nextFrom(0);
  }

  endOf(block: number): number {
    return this.startOf(block + 1);
  }

  private startOf(block: number): number {
    return Math.min(this.steps.count, block * this.block);
  }

  ended(block: number, next: HeldReals, finished: Finished | null): void {
    this.finished.push(finished);
    if (block + 1 !== this.keptNext || block + 1 >= this.blocks) return;
    this.keep(block + 1, next);
    this.keptNext = this.nextFrom(block + 1);
  }

  private nextFrom(at: number): number {
    return at === this.blocks - 1 ? this.blocks : this.nextToKeep(at, this.blocks);
  }

  /**
   * Where the next state after that of block `at` is to be kept if blocks up to
   * `end` are still to come back.
   */
  private nextToKeep(at: number, end: number): number {
    const free = this.slots - this.kept.length;
    return free > 0 ? at + nextSnapshot(end - at, free + 1) : end - 1;
  }

  private keep(at: number, held: HeldReals): void {
    const { kept } = this;
    const one = { at, held: held.inTermsOf(kept[kept.length - 1].held) };
    if (kept.length < this.slots) kept.push(one);
    else this.latest = one;
    this.states = Math.max(this.states, kept.length);
  }

  /** From the cotangents of the results to those of the reals from outside. */
  back(cotangents: readonly Real[], to: Cotangents): void {
    this.advanced = 0;
    this.tape = 0;
    let held = this.last!;
    let following: readonly Real[] = cotangents.slice(this.forward.lastState);
    for (let block = this.blocks - 1; block >= 0; block--) {
      const finished = this.finished[block];
      const target = this.targetOf(held, following, finished, cotangents);
      held = this.stateOf(block);
      const start = { held, leaving: finished?.leaving ?? [] };
      following = this.backThrough(start, this.startOf(block), this.endOf(block), target, to);
    }
  }

  /** Returns the function that gives what comes back to the end of a block. */
  private targetOf(
    held: HeldReals,
    following: readonly Real[],
    finished: Finished | null,
    all: readonly Real[],
  ): Target {
    return (frame) => {
      const state = stateOf(frame);
      const next = { contents: state, held, cotangents: following };
      if (finished === null) return [next];
      const cotangents = all.slice(finished.first, finished.first + finished.held.primals.length);
      return [next, { contents: finishedOf(frame, state), held: finished.held, cotangents }];
    };
  }

  private stateOf(block: number): HeldReals {
    const { kept, latest } = this;
    while (kept[kept.length - 1].at > block) kept.pop();
    if (latest?.at === block) {
      this.latest = null;
      return latest.held;
    }
    let { at, held } = kept[kept.length - 1];
    while (at < block) {
      const next = this.nextToKeep(at, block + 1);
      held = this.advance(stateOnly(held), this.startOf(at), this.startOf(next), stateOf);
      if (next < block) this.keep(next, held);
      at = next;
    }
    return held;
  }

  /** Computes some steps again, and returns the reals at their end. */
  private advance(
    start: Start,
    from: number,
    end: number,
    contentsOf: (frame: Frame) => Contents,
  ): HeldReals {
    const { run, base } = this;
    this.advanced += end - from;
    let now = start;
    for (let k = from; ;) {
      const held = inSegment(
        run,
        () => {
          const { frame } = framed(run, now);
          k = this.runSteps(frame, k, end, Math.max(this.tapeMemory, LEAST_PASSING));
          return HeldReals.of(run, contentsOf(frame), base);
        },
        { isDry: true, isRepeated: true },
      );
      if (k === end) return held;
      now = { held, leaving: contentsOf === allOf ? null : [] };
    }
  }

  /** Runs steps on copies, until some memory for the tape is used up. Gives the next one. */
  private runSteps(frame: Frame, from: number, end: number, memory: number): number {
    const { run, steps } = this;
    const { step, elements } = steps;
    const here = (x: Dual) => adopted(run, x);
    const elementAt = elements && ((k: number) => elements.copy(k, here));
    return runSteps(run, step, frame, { from, end, limit: bytesOf(run) + memory, elementAt });
  }

  /**
   * Records steps and sweeps them, in two halves if their tape gets too long: from what comes back to
   * their end to the cotangents of what they start from.
   */
  private backThrough(
    start: Start,
    from: number,
    end: number,
    target: Target,
    to: Cotangents,
  ): readonly Real[] {
    const { run } = this;
    const swept = inSegment(
      run,
      () => {
        const before = bytesOf(run);
        const { frame, inputs } = framed(run, start);
        const last = run.top;
        const reached = this.runSteps(frame, from, end, this.tapeMemory);
        if (reached < end || (bytesOf(run) - before > this.tapeMemory && end - from > 1))
          return null;
        this.tape = Math.max(this.tape, bytesOf(run) - before);
        for (const { contents, held, cotangents } of target(frame)) {
          seed(run, held.again(contents.duals, 'a step of a loop'), cotangents, to);
        }
        sweepDown(run, last, to);
        return inputs.map((x) => takenFrom(to, x.id, to.take(x.id), isBlock(x)));
      },
      { isRepeated: true },
    );
    if (swept !== null) return swept;
    const middle = (from + end) >> 1;
    const held = this.advance(start, from, middle, allOf);
    const later = this.backThrough({ held, leaving: null }, middle, end, target, to);
    const halfway: Target = (frame) => [{ contents: allOf(frame), held, cotangents: later }];
    return this.backThrough(start, from, middle, halfway, to);
  }

  /** The counts of the last reverse sweep. */
  get counts(): LoopCounts {
    const { steps, block, blocks, slots, states, advanced, tape } = this;
    const least = (leastAdvances(blocks, slots) - (blocks - 1)) * block;
    return { steps: steps.count, block, states, advanced, least, tape };
  }
}
