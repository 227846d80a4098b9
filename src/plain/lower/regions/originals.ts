/** What results of branches and loops are for certain, since nothing in these changed it. */
import type { Region, Value } from '../../ir/ir.js';
import type { Slot } from '../meanings/meanings.js';

export class Originals {
  private readonly known = new WeakMap<Value, Value>();

  of = (result: Value): Value => this.known.get(result) ?? result;
  isSame = (one: Value, other: Value): boolean => this.of(one) === this.of(other);

  private readonly lengths = new WeakMap<Slot, number>();

  /** Notes that an array behind a slot becomes longer or shorter in place. */
  resized = (slot: Slot): void => void this.lengths.set(slot, this.lengthsOf(slot) + 1);
  /** How often such arrays were noted. */
  lengthsOf = (slot: Slot): number => this.lengths.get(slot) ?? 0;

  /** Notes what both sides of a branch leave alike. */
  joined(results: readonly Value[], one: readonly Value[], other: readonly Value[]): void {
    results.forEach((result, k) => {
      if (this.isSame(one[k], other[k])) this.known.set(result, this.of(one[k]));
    });
  }

  /** Notes what a loop carries and does not change. */
  looped(inits: readonly Value[], { params, yields }: Region, results: readonly Value[]): void {
    inits.forEach((init, k) => {
      if (this.of(yields[k]) === params[k]) this.known.set(results[k], this.of(init));
    });
  }
}
