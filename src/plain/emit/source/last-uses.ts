/** The last statement of each region that uses a value, also inside of its regions. O(uses · depth). */
import { regionsOf, usesOf, type Func, type Region, type Value } from '../../ir/ir.js';

export class LastUses {
  private readonly known = new Map<Region, Map<Value, number>>();

  constructor({ region }: Func) {
    this.collect(region);
  }

  /** True if nothing of a region uses a value after its statement number `at`. */
  isLast = (region: Region, value: Value, at: number): boolean =>
    (this.known.get(region)?.get(value) ?? -1) <= at;

  private collect(region: Region): Set<Value> {
    const last = new Map<Value, number>();
    region.body.forEach((stmt, k) => {
      usesOf(stmt).forEach((value) => last.set(value, k));
      for (const inner of regionsOf(stmt))
        this.collect(inner).forEach((value) => last.set(value, k));
    });
    region.yields.forEach((value) => last.set(value, Infinity));
    this.known.set(region, last);
    return new Set(last.keys());
  }
}
