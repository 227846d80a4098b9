/**
 * Finds loops that walk through whole numbers one by one, up to a constant or to a length, and writes indices as such
 * a counter and a constant. All these numbers are whole and small, so that sums with constants are exact. O(size of
 * the function).
 */
import { statementsOf, type ForStmt, type Func, type Op, type Value } from '../ir/ir.js';

/** A constant, or the same constant more than a counter or, where `of` is an array, than its length. */
export interface Linear {
  readonly of: Value | null;
  readonly add: number;
}

/** The counter of a walk is at least `from`, and less than `to`. */
interface Walk {
  readonly from: number;
  readonly to: Linear;
}

/** Constants up to this are added to lengths and counters without rounding. */
const LARGEST = 2 ** 31;

export class Walks {
  private readonly ops = new Map<Value, Op>();
  /** By counters. */
  private readonly walks = new Map<Value, Walk>();

  constructor(f: Func) {
    const loops: ForStmt[] = [];
    for (const stmt of statementsOf(f)) {
      if (stmt.tag === 'let') this.ops.set(stmt.value, stmt.op);
      if (stmt.tag === 'for') loops.push(stmt);
    }
    for (const loop of loops) {
      const walk = this.walkOf(loop);
      if (walk !== null) this.walks.set(loop.counter, walk);
    }
  }

  /** The walk that a counter takes; null if it does something else. */
  of = (counter: Value): Walk | null => this.walks.get(counter) ?? null;

  op = (of: Value): Op | undefined => this.ops.get(of);

  private walkOf({ from, to, step, by, go }: ForStmt): Walk | null {
    if (by !== 'lt' || go !== undefined) return null;
    const [begin, end, width] = [from, to, step].map(this.linear);
    if (begin?.of !== null || begin.add < 0 || end === null) return null;
    return width?.of === null && width.add === 1 ? { from: begin.add, to: end } : null;
  }

  /** The form of an index; null if it is something else. */
  linear = (index: Value): Linear | null => {
    if (this.walks.has(index)) return { of: index, add: 0 };
    const op = this.ops.get(index);
    if (op?.tag === 'length') return { of: op.args[0], add: 0 };
    if (op?.tag === 'const')
      return Number.isInteger(op.value) && Math.abs(Number(op.value)) < LARGEST
        ? { of: null, add: Number(op.value) }
        : null;
    if (op?.tag !== 'prim' || (op.row !== 'add' && op.row !== 'sub')) return null;
    const [one, other] = op.args;
    const more = this.constant(other);
    if (more !== null) return this.moved(one, op.row === 'add' ? more : -more);
    const less = op.row === 'add' ? this.constant(one) : null;
    return less === null ? null : this.moved(other, less);
  };

  private constant(of: Value): number | null {
    return this.ops.get(of)?.tag === 'const' ? (this.linear(of)?.add ?? null) : null;
  }

  private moved(index: Value, by: number): Linear | null {
    const from = this.linear(index);
    return from && Math.abs(from.add + by) < LARGEST ? { ...from, add: from.add + by } : null;
  }
}
