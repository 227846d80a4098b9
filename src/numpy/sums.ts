/**
 * The cotangents of arrays in one sweep. For each id there is a sum of arrays, and a list of parts, which come from
 * reading elements and views. The parts are put together once, so reading all parts one by one takes linear time.
 *
 * While there is a sum, the slot of its array in the accumulator is 1. So the sweep visits the array. If a sweep has
 * failed, its slots were cleared, which tells the sums that it left.
 */
import type { Block } from '../core/block.js';
import type { Cotangents } from '../tape/cotangents.js';
import { ArrayDual, type AnyArray, type Operand } from './array-dual.js';
import { copied, isSole, numbersOf } from './elements.js';
import type { Numbers, Storage } from './library.js';
import { notedIn, sweepLedger } from './memory/open-ledgers.js';
import { giveOut } from './memory/of-runs.js';
import { ops, type Outline } from './ops.js';
import type { Part } from './row.js';

interface Sum {
  array: AnyArray | null;
  isOwn: boolean;
  parts: Part[];
  shares: Operand[];
  outline: Outline | null;
}

/** Of sums without parts; nobody adds to it. */
const none: never[] = [];

const isSolely = (x: AnyArray): boolean => !(x instanceof ArrayDual) && isSole(x);

/** A sum with its parts. */
function withParts({ array, parts, shares, outline }: Sum): AnyArray {
  const scattered = ops.scatter(shares, parts, outline!);
  return array === null ? scattered : (ops.add(array, scattered) as AnyArray);
}

export class Sums {
  private readonly sums = new Map<number, Sum>();
  /** The array that was taken last, if nobody else has it. */
  loose: Block | null = null;

  constructor(private readonly slots: Cotangents) {}

  get isEmpty(): boolean {
    return this.sums.size === 0;
  }

  private at(id: number): Sum {
    let sum = this.sums.get(id);
    const isLeft = this.slots.take(id) === 0;
    this.slots.add(id, 1);
    if (sum === undefined || isLeft) {
      sum = { array: null, isOwn: false, parts: none, shares: none, outline: null };
      this.sums.set(id, sum);
    }
    return sum;
  }

  /** @param isOwn whether nobody else has the array, so that it may be changed in place */
  add(id: number, share: Block, isOwn = false): void {
    const sum = this.at(id);
    const more = share as AnyArray;
    if (sum.array === null) {
      sum.array = more;
      sum.isOwn = isOwn && isSolely(more);
    } else if (sum.isOwn && !(sum.array instanceof ArrayDual) && !(more instanceof ArrayDual)) {
      const to = numbersOf(sum.array) as Numbers;
      const from = numbersOf(more);
      for (let k = 0; k < to.length; k++) to[k] += from[k];
    } else {
      sum.array = ops.add(sum.array, more) as AnyArray;
      sum.isOwn = isSolely(sum.array);
    }
  }

  /** Adds a real or an array at a part of the array. O(1). */
  addPart(id: number, part: Part, share: Operand, outline: Outline): void {
    const sum = this.at(id);
    if (sum.parts === none) [sum.parts, sum.shares] = [[], []];
    sum.parts.push(part);
    sum.shares.push(share);
    sum.outline = outline;
  }

  private settled(id: number): Sum | undefined {
    const sum = this.sums.get(id);
    this.sums.delete(id);
    if (sum === undefined || sum.parts.length === 0) return sum;
    sum.array = notedIn(sweepLedger(), withParts, sum);
    sum.isOwn = isSolely(sum.array);
    return sum;
  }

  /** True if the array of one of the sums has a storage, or a part of one may have. */
  holds(ids: readonly number[], storage: Storage): boolean {
    for (let k = 0; k < ids.length; k++) {
      if (ids[k] === 0) continue;
      const sum = this.sums.get(ids[k]);
      if (sum === undefined) continue;
      if (sum.parts.length > 0) return true;
      if (sum.array !== null && !(sum.array instanceof ArrayDual) && sum.array.storage === storage)
        return true;
    }
    return false;
  }

  /** The sum, which is forgotten. */
  take(id: number): Block | undefined {
    const sum = this.settled(id);
    const array = sum?.array ?? undefined;
    this.loose = sum?.isOwn === true && array !== undefined ? array : null;
    return array;
  }

  /** The sum in an array of its own, which the user has from now on. */
  takeOwn(id: number): Block | undefined {
    const sum = this.settled(id);
    if (sum === undefined || sum.array === null) return undefined;
    return sum.isOwn || sum.array instanceof ArrayDual ? giveOut(sum.array) : copied(sum.array);
  }

  /** Forgets the sums of ids after one. */
  clear(after: number): void {
    for (const id of this.sums.keys()) if (id > after) this.sums.delete(id);
  }
}

export const sumsOf = (cotangents: Cotangents): Sums =>
  (cotangents.ofBlocks ??= new Sums(cotangents)) as Sums;
