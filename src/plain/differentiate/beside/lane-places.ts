/** Where the lanes of an element stand: side by side, from its index times their number on. So indices must be whole. */
import type { Indices } from '../../analyse/indices.js';
import type { Builder } from '../../ir/build.js';
import type { Stmt, Value } from '../../ir/ir.js';

export class LanePlaces {
  /** Where the lanes of an element begin, by its index, in each region around. */
  private readonly starts: Map<Value, Value>[] = [];
  /** The parameters of functions, and those of them that must be whole. */
  private readonly params = new Set<Value>();
  private readonly asked = new Set<Value>();

  constructor(
    private readonly builder: Builder,
    private readonly indices: Indices,
    private readonly count: number,
  ) {}

  /** Returns the result of `fill` in a region inside. */
  inside<T>(params: readonly Value[], fill: () => T): T {
    if (this.starts.length === 0) params.forEach((param) => this.params.add(param));
    this.starts.unshift(new Map());
    const made = fill();
    this.starts.shift();
    return made;
  }

  /** The first lane of an element. */
  start(index: Value): Value {
    for (const known of this.starts) {
      const found = known.get(index);
      if (found !== undefined) return found;
    }
    this.insistOnWhole(index);
    const made = this.builder.prim('mul', [index, this.builder.constant(this.count)]);
    this.starts[0].set(index, made);
    return made;
  }

  at = (start: Value, lane: number): Value =>
    lane === 0 ? start : this.builder.prim('add', [start, this.builder.constant(lane)]);

  /** Between two elements there are lanes of others. */
  insistOnWhole(index: Value): void {
    if (index.type === 'i32') return;
    if (!this.indices.has(index)) {
      this.builder.add({ tag: 'whole', value: index });
      return;
    }
    const seen = new Set<Value>();
    const visit = (of: Value): void => {
      if (seen.has(of)) return;
      seen.add(of);
      if (of.type === 'f64' && this.params.has(of)) this.asked.add(of);
      this.indices.get(of)?.forEach(visit);
    };
    visit(index);
  }

  /** The questions for parameters that must be whole, once all functions are written. */
  checks = (params: readonly Value[]): Stmt[] =>
    params.flatMap((value) => (this.asked.has(value) ? [{ tag: 'whole', value }] : []));
}
