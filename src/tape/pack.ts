/** The elements of packed arrays (packed-array.ts): their ids and primals, in typed arrays. */
import { DeltaDual } from './columns.js';
import type { Real, Run } from '../core/real.js';

/**
 * Where the elements of packed arrays are: at each place an id, whose column has the primal. Where the id is
 * 0 there is a dual of another run, or else a number.
 */
export interface Store {
  readonly ids: Int32Array;
  readonly primals: Float64Array;
  others: Map<number, Real> | null;
}

export const storeOf = (ids: Int32Array, primals: Float64Array): Store => ({
  ids,
  primals,
  others: null,
});
export const nothing = storeOf(new Int32Array(0), new Float64Array(0));

/** The elements of an array: a part of a store, which the arrays that share them have in common. */
export class Pack {
  private readonly primals: Float64Array;
  /** The distance of the elements from those of the array that this is a part of. */
  byteOffset = 0;

  constructor(
    readonly array: unknown,
    /** The run that the ids are of; null where duals cannot be stored. */
    readonly run: Run | null,
    private readonly store_: Store,
    private readonly start: number,
    readonly length: number,
    /** The ids of the elements, and no more: there is none beyond the ends. */
    readonly ids = length === store_.ids.length
      ? store_.ids
      : store_.ids.subarray(start, start + length),
  ) {
    this.primals = store_.primals;
  }

  /** An element as one value. */
  at(k: number): Real {
    const id = this.ids[k];
    if (id > 0) return new DeltaDual(this.run!, id);
    if (!(k >= 0 && k < this.length)) return undefined as unknown as Real;
    const place = this.start + k;
    return this.store_.others?.get(place) ?? this.primals[place];
  }

  /** An element that is a number, or else NaN. */
  numberAt(k: number): number {
    return this.ids[k] === 0 && k < this.length && this.store_.others === null
      ? this.primals[this.start + k]
      : NaN;
  }

  /** Stores a real that may be a dual of any run. */
  store(k: number, x: Real): void {
    const place = this.start + k;
    const { others } = this.store_;
    others?.delete(place);
    if (typeof x === 'number') {
      this.ids[k] = 0;
      this.primals[place] = x;
    } else if (x.run === this.run && x instanceof DeltaDual) {
      this.ids[k] = x.id;
    } else {
      this.ids[k] = 0;
      (this.store_.others ??= new Map()).set(place, x);
    }
  }

  elements(start = 0, end = this.length): Real[] {
    const elements: Real[] = [];
    for (let k = start; k < end; k++) elements.push(this.at(k));
    return elements;
  }

  /** Where the elements are: in which store, and from which place on. */
  get place(): { readonly store: object; readonly start: number } {
    return { store: this.store_, start: this.start };
  }

  /** True if the elements are reals of the tape that another pack has from `start` on. */
  isPartOf(other: Pack, start: number): boolean {
    const { ids } = this;
    for (let k = 0; k < ids.length; k++) {
      if (ids[k] === 0 || ids[k] !== other.ids[start + k]) return false;
    }
    return true;
  }

  /** The same elements, or a part of them, as those of another array. */
  of(array: unknown, from = 0, to = this.length): Pack {
    return new Pack(array, this.run, this.store_, this.start + from, to - from);
  }

  /** The same elements, whose ids are of another run from now on: a segment, or its host. */
  by(run: Run): Pack {
    return new Pack(this.array, run, this.store_, this.start, this.length, this.ids);
  }

  /** Takes the elements of another pack of the same run from position `at` on. */
  take(from: Pack, at: number): void {
    if ((from.store_.others ?? this.store_.others) !== null) {
      from.elements().forEach((x, k) => this.store(at + k, x));
      return;
    }
    const { ids, primals, start, length } = from;
    this.ids.set(ids, at);
    this.primals.set(primals.subarray(start, start + length), this.start + at);
  }
}
