/**
 * A function applied again and again, as one binding. The reverse sweep goes from the last application to
 * the first: each is recorded once more, swept and forgotten (tape/segment.ts). So the tape holds one
 * application at a time, and the reals and arrays that the function captures get their cotangents.
 *
 * If an application takes the result of the one before, its state, all states are kept.
 */
import { Dual, type Real } from '../../core/real.js';
import { remembering } from '../../derivatives/checkpointing/checkpoint.js';
import { insistOnSame } from '../../derivatives/checkpointing/held-reals.js';
import type { Cotangents } from '../../tape/cotangents.js';
import type { ReverseRun } from '../../tape/reverse-run.js';
import { group, seed } from '../../tape/rules.js';
import { inSegment } from '../../tape/segment.js';
import { sweepDown } from '../../tape/tape.js';
import { addTo, bindDuals, primalIn, takenFrom } from '../../tape/with-blocks.js';
import { isBlock } from '../../core/block.js';
import { ArrayDual, type AnyArray, type Operand } from '../array-dual.js';
import { bytesOf } from '../recorded-row.js';
import { asReal } from '../block-run.js';
import { copied } from '../elements.js';
import { likeOf } from '../in-shape.js';
import type { NDArray } from '../library.js';
import { ops } from '../ops.js';
import { sumsOf } from '../sums.js';
import { arrayOfItems, insistOnShape, itemAt, itemOf, partAt, typeOf } from './items.js';

interface Applications {
  readonly name: string;
  readonly count: number;
  /** Of each the application takes an item. */
  readonly xs: readonly AnyArray[];
  /** The first state; null where applications do not depend on each other. */
  readonly start: Operand | null;
  /** True if the first application takes the last items. */
  readonly isFromEnd: boolean;
  /** @param k the place of the items */
  apply(k: number, items: readonly Operand[], state: Operand | null): unknown;
}

/** The array of all results, in the order of the items; with all states, where there are states. */
export function applied(all: Applications): AnyArray {
  const run = remembering();
  return run === null ? directly(all) : new Recorded(run, all).result();
}

const itemPlace = ({ isFromEnd, count }: Applications, step: number): number =>
  isFromEnd ? count - 1 - step : step;

/** Where the result of a step stands. */
const resultPlace = ({ isFromEnd, count, start }: Applications, step: number): number =>
  start === null ? step : isFromEnd ? count - 1 - step : step + 1;

function together(all: Applications, results: readonly Operand[]): AnyArray {
  const { name, xs, start, isFromEnd } = all;
  const items = start === null ? results : [start, ...results];
  return arrayOfItems(name, isFromEnd ? [...items].reverse() : items, typeOf(xs));
}

function directly(all: Applications): AnyArray {
  const { name, count, xs, start } = all;
  const results: Operand[] = [];
  let state = start;
  for (let step = 0; step < count; step++) {
    const k = itemPlace(all, step);
    const items = xs.map((x) => itemAt(x, k));
    const z = itemOf(name, all.apply(k, items, state));
    if (state !== null) insistOnShape(name, z, state);
    results.push(z);
    if (start !== null) state = z;
  }
  return together(all, results);
}

/** The bindings in the segment of a step. */
interface Bound {
  readonly items: readonly Operand[];
  readonly state: Operand | null;
}

class Recorded {
  /** Of the arrays on the tape; 0 for others. */
  private readonly ids: readonly number[];
  /** The arrays from the view of the enclosing level. */
  private readonly xs: readonly AnyArray[];
  private readonly start: Operand | null;
  private readonly startId: number;
  /** Of each step, as the enclosing level sees it. */
  private readonly results: Operand[] = [];
  /** From this step on the results depend on the inputs of the run. */
  private movesFrom: number;

  constructor(
    private readonly run: ReverseRun,
    private readonly all: Applications,
  ) {
    const { xs, start, count } = all;
    this.ids = xs.map((x) => (x instanceof ArrayDual ? run.idOf(asReal(x)) : 0));
    this.xs = xs.map((x) =>
      x instanceof ArrayDual ? (primalIn(run, x) as unknown as AnyArray) : copied(x),
    );
    this.start = start === null ? null : this.primal(asReal(start));
    this.startId = start instanceof Dual ? run.idOf(asReal(start)) : 0;
    this.movesFrom = this.startId > 0 ? 0 : count;
  }

  result(): AnyArray {
    const { run, all, ids, startId } = this;
    for (let step = 0; step < all.count; step++) this.go(step);
    const primals = { ...all, xs: this.xs, start: this.start };
    const z = together(primals, this.results);
    if (this.movesFrom === all.count && startId === 0) return z;
    run.blockBytes = (run.blockBytes ?? 0) + bytesOf(likeOf(z));
    const [dual] = group(run, [asReal(z)], {
      push: null,
      call: { name: `np.${all.name}`, args: [...ids, startId].filter((id) => id > 0) },
      pull: ([c], to) => this.back(c as unknown as AnyArray, to),
    });
    return dual as unknown as AnyArray;
  }

  /**
   * The primal of a real from the view of the enclosing level. Others may write into plain arrays
   * before the sweep.
   */
  private primal(x: Real): Operand {
    const primal = primalIn(this.run, x) as Operand;
    return x instanceof Dual || typeof primal === 'number' ? primal : copied(primal as NDArray);
  }

  /** The state before a step. */
  private stateBefore(step: number): Operand | null {
    return this.start === null || step === 0 ? this.start : this.results[step - 1];
  }

  private stateMoves(step: number): boolean {
    return this.start !== null && (step === 0 ? this.startId > 0 : step - 1 >= this.movesFrom);
  }

  /** The items and the state of a step, on the tape where they move. */
  private bound(step: number): Bound {
    const { run, all, ids, xs } = this;
    const k = itemPlace(all, step);
    const bind = (x: Operand): Operand => bindDuals(run, [asReal(x)])[0];
    const state = this.stateBefore(step);
    return {
      items: xs.map((x, j) => (ids[j] > 0 ? bind(itemAt(x, k)) : itemAt(x, k))),
      state: state !== null && this.stateMoves(step) ? bind(state) : state,
    };
  }

  private apply(step: number, { items, state }: Bound): Real {
    const { all } = this;
    return asReal(itemOf(all.name, all.apply(itemPlace(all, step), items, state)));
  }

  private go(step: number): void {
    const { run, all, results, start } = this;
    inSegment(
      run,
      () => {
        const z = this.apply(step, this.bound(step));
        if (this.movesFrom > step && z instanceof Dual && run.idOf(z) > 0) this.movesFrom = step;
        results.push(this.primal(z));
        if (start !== null) insistOnShape(all.name, results[step], start);
      },
      { isDry: true },
    );
  }

  /** From the cotangent of the result to those of the arrays, the start and what is captured. */
  private back(c: AnyArray, to: Cotangents): void {
    const { all, startId, start } = this;
    let ofState: Operand = 0;
    for (let step = all.count - 1; step >= 0; step--) {
      const own = itemAt(c, resultPlace(all, step));
      const cotangent = sumOf(own, ofState);
      ofState = cotangent === 0 ? 0 : this.backThrough(step, cotangent, to);
    }
    if (startId === 0 || start === null) return;
    const own = itemAt(c, all.isFromEnd ? all.count : 0);
    const total = sumOf(own, ofState);
    if (total !== 0) addTo(to, startId, asReal(total));
  }

  /** One step. Gives the cotangent of the state before it. */
  private backThrough(step: number, cotangent: Operand, to: Cotangents): Operand {
    const { run, all, ids, xs } = this;
    const k = itemPlace(all, step);
    return inSegment(
      run,
      () => {
        const bound = this.bound(step);
        const before = run.top;
        const z = this.apply(step, bound);
        insistOnSame([asReal(this.results[step])], [z], `the function of np.${all.name}`);
        if (z instanceof Dual) seed(run, [z], [asReal(cotangent)], to);
        sweepDown(run, before, to);
        const taken = (x: Operand): Operand => {
          const id = run.idOf(asReal(x));
          return takenFrom(to, id, to.take(id), isBlock(x));
        };
        bound.items.forEach((item, j) => {
          if (ids[j] === 0) return;
          const share = taken(item);
          if (share !== 0)
            sumsOf(to).addPart(ids[j], partAt(xs[j].shape.length, k), share, likeOf(xs[j])!);
        });
        return bound.state !== null && this.stateMoves(step) ? taken(bound.state) : 0;
      },
      { isRepeated: true },
    );
  }
}

/** The sum of two cotangents, where 0 is nothing. */
const sumOf = (x: Operand, y: Operand): Operand => (x === 0 ? y : y === 0 ? x : ops.add(x, y));
