/**
 * Ranges of whole numbers. Questions about counters that loops answer already are dropped: whether a number is whole,
 * whether a place is one of an array, whether a length is negative. Keeps every bit. O(size of the function).
 */
import { value } from '../ir/build.js';
import type { ForStmt, Func, Op, Region, Stmt, Value } from '../ir/ir.js';
import { mapped } from './mapped.js';
import { Substitution } from './substitution.js';

/** Sums that are compared are not larger than this. */
const DEEPEST = 6;

class Ranges {
  private readonly ops = new Map<Value, Op>();
  private readonly whole = new Set<Value>();
  private readonly positive = new Set<Value>();
  /** What counters stay below. */
  private readonly bounds = new Map<Value, Value>();
  private readonly ids = new Map<Value, number>();
  private readonly same = new Substitution();

  region = (region: Region): Region => {
    const body = region.body.flatMap((stmt) => this.stmt(stmt));
    return { ...region, body, yields: region.yields.map(this.same.of) };
  };

  private stmt(given: Stmt): readonly Stmt[] {
    if (given.tag === 'for') this.count(given);
    const stmt = this.same.inStmt(given, this.region);
    if (stmt.tag === 'for') this.end(stmt);
    if (stmt.tag === 'whole' && this.isWhole(stmt.value)) return [];
    if (stmt.tag === 'check' && this.isIn(stmt.index, stmt.array)) return [];
    if (stmt.tag !== 'let') return [stmt];
    const { op } = stmt;
    this.ops.set(stmt.value, op);
    const other = this.other(op);
    if (other !== undefined) {
      this.same.replace(stmt.value, other);
      return [stmt];
    }
    const asked = op.tag === 'not' ? this.ops.get(op.args[0]) : undefined;
    if (asked?.tag === 'compare' && (asked.by === 'eq' || asked.by === 'ne'))
      return [{ ...stmt, op: { ...asked, by: asked.by === 'eq' ? 'ne' : 'eq' } }];
    if (this.isTrue(op))
      return [{ ...stmt, op: { tag: 'const', value: true, args: [] } }];
    if (this.isWholeOp(op)) this.whole.add(stmt.value);
    if (this.isPositiveOp(op)) this.positive.add(stmt.value);
    return [stmt];
  }

  /** Notes the range of a counter. */
  private count({ counter, from, step, by, to }: ForStmt): void {
    const [first, next] = [from, step].map(this.same.of);
    if (!this.isWhole(first) || !this.isWhole(next)) return;
    this.whole.add(counter);
    const up = this.constantOf(next);
    if (up === undefined || up <= 0 || !this.isPositive(first)) return;
    this.positive.add(counter);
    if (by === 'lt') this.bounds.set(counter, this.same.of(to));
  }

  /** A loop that counts by one from zero ends where it was to end. */
  private end({ end, from, step, by, to, go }: ForStmt): void {
    const counts = this.constantOf(from) === 0 && this.constantOf(step) === 1 && by === 'lt';
    if (counts && go === undefined && this.isWhole(to) && this.isPositive(to))
      this.same.replace(end, to);
  }

  private constantOf(of: Value): number | undefined {
    const op = this.ops.get(of);
    return op?.tag === 'const' && typeof op.value === 'number' ? op.value : undefined;
  }

  private isWhole(of: Value): boolean {
    return this.whole.has(of) || Number.isSafeInteger(this.constantOf(of));
  }

  private isPositive(of: Value): boolean {
    const known = this.constantOf(of);
    return this.positive.has(of) || (known !== undefined && known >= 0 && !Object.is(known, -0));
  }

  private isWholeOp(op: Op): boolean {
    if (op.tag === 'length') return true;
    if (op.tag === 'choose') return op.args.slice(1).every((one) => this.isWhole(one));
    const isClosed = op.tag === 'prim' && ['add', 'sub', 'mul', 'max', 'min'].includes(op.row);
    return isClosed && op.args.every((one) => this.isWhole(one));
  }

  private isPositiveOp(op: Op): boolean {
    if (op.tag === 'length') return true;
    if (op.tag !== 'prim') return false;
    if (op.row === 'max')
      return op.args.every((one) => this.isWhole(one)) && op.args.some((one) => this.isPositive(one));
    return ['add', 'mul'].includes(op.row) && op.args.every((one) => this.isPositive(one));
  }

  /** The value that an operation gives back. */
  private other(op: Op): Value | undefined {
    if (op.tag !== 'prim') return undefined;
    const [x, y] = op.args;
    if (['floor', 'ceil', 'trunc', 'round'].includes(op.row)) return this.isWhole(x) ? x : undefined;
    const isZero = (of: Value): boolean => Object.is(this.constantOf(of), 0);
    const isCount = (of: Value): boolean => this.isWhole(of) && this.isPositive(of);
    if (op.row === 'max') {
      if (isZero(y) && isCount(x)) return x;
      return isZero(x) && isCount(y) ? y : undefined;
    }
    return op.row === 'add' && isZero(x) && isCount(y) ? y : undefined;
  }

  private isTrue(op: Op): boolean {
    if (op.tag !== 'compare') return false;
    const [x, y] = op.args;
    switch (op.by) {
      case 'lt':
        return this.isBelow(x, y);
      case 'ge':
        return this.constantOf(y) === 0 && this.isPositive(x);
      case 'le':
        return this.constantOf(x) === 0 && this.isPositive(y);
      case 'eq':
        return x === y && this.isWhole(x);
      default:
        return false;
    }
  }

  /** A value as another one and a whole constant. */
  private sumOf(of: Value): { readonly base: Value; readonly plus: number } {
    const op = this.ops.get(of);
    const array = op?.tag === 'length' ? this.ops.get(op.args[0]) : undefined;
    if (array?.tag === 'alloc') return this.sumOf(array.args[0]);
    if (op?.tag !== 'prim' || (op.row !== 'add' && op.row !== 'sub')) return { base: of, plus: 0 };
    const by = this.constantOf(op.args[1]);
    if (!Number.isSafeInteger(by)) return { base: of, plus: 0 };
    const { base, plus } = this.sumOf(op.args[0]);
    return { base, plus: op.row === 'add' ? plus + by! : plus - by! };
  }

  /** True if a counter, or a sum with one, is below a length for sure. */
  private isBelow(index: Value, length: Value): boolean {
    const [at, end] = [index, length].map((of) => this.sumOf(of));
    const bound = this.bounds.get(at.base);
    if (bound === undefined) return false;
    const to = this.sumOf(bound);
    return (
      this.keyOf(to.base) === this.keyOf(end.base) && at.plus + to.plus <= end.plus
    );
  }

  /** True if a place is one of an array for sure. */
  private isIn = (index: Value, array: Value): boolean =>
    this.isWhole(index) && this.isPositive(index) && this.isBelow(index, this.lengthOf(array));

  private lengthOf(array: Value): Value {
    const op = this.ops.get(array);
    if (op?.tag === 'alloc') return op.args[0];
    const made = value('', 'f64');
    this.ops.set(made, { tag: 'length', args: [array] });
    return made;
  }

  /** A text that is the same for values that are equal for sure. */
  private keyOf(of: Value, depth = 0): string {
    const op = depth > DEEPEST ? undefined : this.ops.get(of);
    if (op?.tag === 'const') return String(op.value);
    const inner = (one: Value): string => this.keyOf(one, depth + 1);
    if (op?.tag === 'length') {
      const array = this.ops.get(op.args[0]);
      return array?.tag === 'alloc' ? inner(array.args[0]) : `#${this.idOf(op.args[0])}`;
    }
    if (op?.tag === 'prim' && op.args.length === 2)
      return `${op.row}(${op.args.map(inner).join()})`;
    return `@${this.idOf(of)}`;
  }

  private idOf(of: Value): number {
    let id = this.ids.get(of);
    if (id === undefined) this.ids.set(of, (id = this.ids.size));
    return id;
  }
}

/** The function without the questions that counters answer. */
export const withRanges = (f: Func): Func =>
  mapped(f, (region) => new Ranges().region(region));
