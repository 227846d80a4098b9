/**
 * Trees, with the reals of a run that they hold: those recorded after a given id, each once however often it
 * occurs. Earlier reals belong to the outside, and stay what they are.
 */
import { blocks, isBlock } from '../../core/block.js';
import { adopted, primalIn } from '../../tape/with-blocks.js';
import { released } from '../../tape/segment.js';
import { Contents, type Replacement, type CopiedTrees } from '../arguments/contents.js';
import { primalOf, type Dual, type Real } from '../../core/real.js';
import type { DeltaDual } from '../../tape/columns.js';
import type { DeltaId } from '../../delta/delta.js';
import type { ReverseRun } from '../../tape/reverse-run.js';
import { notRepeatable } from './errors.js';

/**
 * Refuses reals that came out otherwise than the first time: their derivative
 * would be that of another run.
 */
export function insistOnSame(first: readonly Real[], again: readonly Real[], what: string): void {
  // The signs of zeros may differ, since a 0 is skipped as a number, but not as a dual.
  const differ = (x: number, y: number) => x !== y && !(Number.isNaN(x) && Number.isNaN(y));
  const changed = (x: Real, k: number): boolean => {
    const pair = [x, again[k]];
    const { kind } = blocks;
    if (!pair.some((y) => isBlock(y) || kind?.holdsExamples(y) === true))
      return differ(primalOf(x), primalOf(again[k]));
    const [one, other] = pair.map((y) => Array.from(kind!.allNumbers(y)));
    return one.length !== other.length || one.some((number, i) => differ(number, other[i]));
  };
  if (first.length !== again.length || first.some(changed)) throw notRepeatable(what);
}

/** Up to here ids are looked for one by one. */
const FEW = 16;

export class HeldReals {
  private constructor(
    readonly contents: Contents,
    /** For each dual of the contents, which of the held reals it is; -1 for those of the outside. */
    private readonly indices: readonly number[],
    /** Where each of the held reals occurs first among the duals. */
    private readonly places: readonly number[],
    readonly primals: readonly Real[],
  ) {}

  /** @param after the newest id of the outside */
  static of(run: ReverseRun, contents: Contents, after: DeltaId): HeldReals {
    const { duals } = contents;
    const indices: number[] = [];
    const places: number[] = [];
    const primals: Real[] = [];
    const ids: DeltaId[] = [];
    // Most states are small, and a Map is made for others only.
    const found = duals.length > FEW ? new Map<DeltaId, number>() : null;
    for (let place = 0; place < duals.length; place++) {
      const id = run.idOf(duals[place]);
      if (id <= after) {
        indices.push(-1);
        continue;
      }
      const known = found === null ? ids.indexOf(id) : (found.get(id) ?? -1);
      indices.push(known < 0 ? places.length : known);
      if (known >= 0) continue;
      if (found === null) ids.push(id);
      else found.set(id, places.length);
      places.push(place);
      primals.push(primalIn(run, duals[place]));
    }
    return new HeldReals(contents, indices, places, primals);
  }

  /** The held reals. */
  get duals(): readonly DeltaDual[] {
    return this.places.map((place) => this.contents.duals[place] as DeltaDual);
  }

  /** Puts other reals in the places of the held ones. */
  private change(reals: readonly Real[], outside: (x: Dual) => Real): Replacement {
    return (x, place) => {
      const index = this.indices[place];
      return index < 0 ? outside(x) : reals[index];
    };
  }

  /** Copies with the given reals for the held ones. */
  copy(run: ReverseRun, reals: readonly Real[]): CopiedTrees {
    return this.contents.copy(this.change(reals, (x) => adopted(run, released(run, x))));
  }

  /** The same in the containers themselves; gives the roots. */
  replace(reals: readonly Real[], outside: (x: Dual) => Real): unknown[] {
    return this.contents.replace(this.change(reals, outside));
  }

  /**
   * Those of the given duals that are in the places of the held reals, which they must equal.
   *
   * @param what was recorded again
   */
  again(duals: readonly Dual[], what: string): readonly Dual[] {
    if (duals.length !== this.indices.length) throw notRepeatable(what);
    const reals = this.places.map((place) => duals[place]);
    insistOnSame(this.primals, reals, what);
    return reals;
  }

  /** The same in less memory, if its copies are like those of another. */
  inTermsOf(other: HeldReals): HeldReals {
    const { indices, primals } = this;
    const isLike =
      indices.length === other.indices.length &&
      indices.every((index, k) => index === other.indices[k]) &&
      this.contents.isLike(other.contents);
    return isLike ? new HeldReals(other.contents, other.indices, other.places, primals) : this;
  }
}
