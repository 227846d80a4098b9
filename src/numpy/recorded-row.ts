/**
 * A row that was applied in a reverse run. It is one binding, whose cotangent is kept apart from the cotangents of
 * reals. Every operation makes one and pulls it back, however small the operation is. So there are no closures.
 */
import type { Block } from '../core/block.js';
import { Dual, type Real } from '../core/real.js';
import type { DeltaId } from '../delta/delta.js';
import type { Cotangents } from '../tape/cotangents.js';
import type { ReverseRun } from '../tape/reverse-run.js';
import type { Call, Group } from '../tape/tape.js';
import { takenFrom } from '../tape/with-blocks.js';
import { RecordedArray, type Operand } from './array-dual.js';
import { BlockRun, asReal } from './block-run.js';
import { copied, lasting, sizeOf } from './elements.js';
import { changeOf, fit, likeOf, type Like } from './in-shape.js';
import { isArray, type NDArray, type Storage } from './library.js';
import type { Ledger } from './memory/ledger.js';
import { isAlone } from './memory/of-runs.js';
import { notedIn, sweepLedger } from './memory/open-ledgers.js';
import { OutlineOnly } from './ops.js';
import type { ArrayRow, Share } from './row.js';
import { sumsOf, type Sums } from './sums.js';

/** Operands as a run sees them. */
export interface Seen {
  /** 0 where an operand does not depend on the inputs of the run. */
  readonly ids: readonly DeltaId[];
  readonly active: readonly boolean[];
  /** The operands from the view of the enclosing level. */
  readonly primals: readonly Operand[];
}

export class RecordedRow<O> implements Group {
  readonly first: DeltaId;
  readonly last: DeltaId;
  /** The result of the function, as the run has it. */
  readonly dual: Operand;
  private readonly ids: readonly DeltaId[];
  private readonly active: readonly boolean[];
  private readonly likes: readonly Like[];
  /** Of the result; null for a real. */
  private readonly like: Like;
  private readonly kept: readonly Operand[];
  private readonly output: Operand;

  /** @param z the value at the primals */
  constructor(
    private readonly tape: ReverseRun,
    private readonly row: ArrayRow<O>,
    private readonly options: O,
    { ids, active, primals }: Seen,
    z: Operand,
  ) {
    const count = primals.length;
    this.ids = ids;
    this.active = active;
    const likes = (this.likes = new Array<Like>(count));
    for (let k = 0; k < count; k++) likes[k] = likeOf(primals[k]);
    this.like = likeOf(z);
    const kept: Operand[] = (this.kept = new Array<Operand>(tape.isDry ? 0 : count));
    this.output = 0;
    if (!tape.isDry) {
      const needed = neededBy(row, active, tape.isPushed === true);
      for (let k = 0; k < count; k++) kept[k] = keptOf(primals[k], likes[k], needed[k], active[k]);
      this.output = needed[count] ? z : outlineOf(this.like);
    }
    const [dual] = tape.bindDuals([this.like === null ? asReal(z) : noNumber]);
    this.first = this.last = dual.id;
    this.dual =
      this.like === null
        ? dual
        : new RecordedArray(BlockRun.of(tape.owner, tape), dual.id, z as NDArray);
    tape.blockBytes = (tape.blockBytes ?? 0) + bytesOf(this.like);
    tape.groups.push(this);
  }

  get call(): Call {
    return {
      name: `np.${this.row.name}`,
      args: this.ids,
      shapes: [this.like === null ? [] : this.like.shape],
    };
  }

  pull([slot]: readonly Real[], to: Cotangents): void {
    const { tape, first, like } = this;
    tape.swept.push({ first, last: tape.top });
    try {
      this.back(takenFrom(to, first, slot, like !== null), to);
    } finally {
      tape.swept.pop();
    }
  }

  private back(c: Operand, to: Cotangents): void {
    const { row, ids, likes, options } = this;
    const sums = sumsOf(to);
    const part = row.part?.(options);
    if (part !== undefined) {
      sums.addPart(ids[0], part, c, likes[0]!);
      return;
    }
    const made = sweepLedger();
    const isLoose = sums.loose === (c as unknown as Block);
    const mark = made === null ? 0 : made.mark;
    notedIn(made, RecordedRow.share<O>, this, c, to, made, mark);
    if (made !== null && isAlone(this.tape)) this.release(made, mark, isLoose ? c : 0, sums);
  }

  /** Adds what the pullback gives to the cotangents of the operands. */
  private static share<O>(
    this: void,
    { row, ids, likes, kept, output, active, options }: RecordedRow<O>,
    c: Operand,
    to: Cotangents,
    made: Ledger | null,
    mark: number,
  ): void {
    const sums = sumsOf(to);
    const shares = row.pullback(c, kept, output, active, options);
    for (let k = 0; k < ids.length; k++) {
      if (ids[k] === 0 || shares[k] === 0) continue;
      const fitted = lasting(fit(shares[k], likes[k]));
      if (fitted === 0) continue;
      if (likes[k] === null) to.add(ids[k], fitted as Real);
      else sums.add(ids[k], fitted as Block, isOwn(fitted, shares, made, mark));
    }
  }

  /** Frees what the pullback made by the way, and the cotangent, if nobody else has it. */
  private release(made: Ledger, mark: number, c: Operand, sums: Sums): void {
    const { ids } = this;
    const isHeld = (storage: Storage) => sums.holds(ids, storage);
    made.freeAfter(mark, isHeld);
    if (c !== 0) made.free((c as NDArray).storage, isHeld);
  }

  push(tangentOf: (id: DeltaId) => Real): Real[] {
    const { row, ids, kept, output, options, like } = this;
    const tangents = ids.map((id): Share => tangentOf(id));
    const isStill = tangents.every((tangent) => tangent === 0);
    return [isStill ? 0 : asReal(changeOf(row.pushforward(tangents, kept, output, options), like))];
  }
}

/** An id has a column, in which an array has no number. */
const noNumber = 0;

/** Memory of an array. What is kept of passive arrays is not counted. */
export const bytesOf = (like: Like): number =>
  like === null ? 0 : sizeOf(like.shape) * (like.dtype === 'float32' ? 4 : 8);

/** True if a pullback made an array, and gives it to one operand only. */
const isOwn = (x: Operand, shares: readonly Share[], made: Ledger | null, mark: number): boolean =>
  made !== null &&
  isArray(x) &&
  shares.indexOf(x) === shares.lastIndexOf(x) &&
  made.hasAfter(mark, x.storage);

/** For each operand, and last for the output: true if the pullback reads its numbers. */
function neededBy<O>(
  { keeps }: ArrayRow<O>,
  active: readonly boolean[],
  isPushed: boolean,
): boolean[] {
  const count = active.length;
  // A pushforward may read all of them.
  const needed = new Array<boolean>(count + 1).fill(isPushed);
  if (keeps === undefined || isPushed) return needed;
  for (let k = 0; k < count; k++) {
    if (active[k]) for (const index of keeps(k, count)) needed[index] = true;
  }
  return needed;
}

/**
 * The part of an operand that the pullback reads: numbers where it says so, else the outline. Arrays
 * from outside are copied, since whoever has them may write into them before the sweep.
 */
const keptOf = (x: Operand, like: Like, isNeeded: boolean, isActive: boolean): Operand => {
  if (!isNeeded) return outlineOf(like);
  return isActive || like === null || x instanceof Dual ? x : copied(x as NDArray);
};

const outlineOf = (like: Like): Operand =>
  like === null ? NaN : (new OutlineOnly(like.shape, like.dtype) as unknown as NDArray);
