/**
 * Constant folding. Computes what is known when the code is made. Each rule keeps every bit: operations on
 * constants, 1 · x, x ** 1, x
 * - 0, 0 and a counter, choices that are decided, whether numbers are there, lengths of new arrays,
 *   questions whose answer is known. O(size of the function).
 */
import { missingIn, tellsMissing } from '../analyse/missing.js';
import { compared } from '../ir/compared.js';
import type { ForStmt, Func, IfStmt, Op, Region, Stmt, Value } from '../ir/ir.js';
import { mapped } from './mapped.js';
import { isOfTable, valueOf } from '../ir/rows.js';
import { Substitution } from './substitution.js';

type Constant = number | boolean;

class Folding {
  private readonly constants = new Map<Value, Constant>();
  /** Counters of loops that are never -0. */
  private readonly counters = new Set<Value>();
  /** By arrays that are made: their lengths. */
  private readonly lengths = new Map<Value, number>();
  private readonly same = new Substitution();

  constructor(
    private readonly missing: ReadonlySet<Value>,
    private readonly telling: ReadonlySet<Value>,
  ) {}

  region(region: Region): Region {
    const body = region.body.flatMap((stmt) => this.stmt(stmt));
    return { ...region, body, yields: region.yields.map(this.same.of) };
  }

  private stmt(given: Stmt): Stmt | readonly Stmt[] {
    if (given.tag === 'for') this.count(given);
    const stmt = this.same.inStmt(given, (inner) => this.region(inner));
    if (stmt.tag === 'if') return this.taken(stmt);
    if (stmt.tag === 'check' && this.isInside(stmt.array, stmt.index)) return [];
    if (stmt.tag === 'whole' && Number.isSafeInteger(this.constants.get(stmt.value))) return [];
    if (stmt.tag !== 'let') return stmt;
    this.measure(stmt.op, stmt.value);
    const found = this.folded(stmt.op, stmt.value);
    if (typeof found === 'object') {
      this.same.replace(stmt.value, found);
      return stmt;
    }
    if (found === undefined) return { ...stmt, op: this.simpler(stmt.op) };
    this.constants.set(stmt.value, found);
    return { ...stmt, op: { tag: 'const', value: found, args: [] } };
  }

  /** True if an index is certainly one of an array. */
  private isInside(array: Value, index: Value): boolean {
    const at = this.constants.get(index);
    return Number.isInteger(at) && Number(at) >= 0 && Number(at) < (this.lengths.get(array) ?? 0);
  }

  /** Notes a counter: one that begins at a number that is not -0 never becomes -0, since x - x is 0. */
  private count({ counter, from }: ForStmt): void {
    const first = this.constants.get(this.same.of(from));
    if (first !== undefined && !Object.is(first, -0)) this.counters.add(counter);
  }

  private measure(op: Op, result: Value): void {
    if (op.tag !== 'alloc') return;
    const length = this.constants.get(op.args[0]);
    if (typeof length === 'number' && Number.isInteger(length) && length >= 0)
      this.lengths.set(result, length);
  }

  /** The branch that is always taken, if one is. */
  private taken(stmt: IfStmt): Stmt | readonly Stmt[] {
    const test = this.constants.get(stmt.test);
    if (test === undefined) return stmt;
    const { body, yields } = test === true ? stmt.then : stmt.otherwise;
    stmt.results.forEach((result, k) => this.same.replace(result, yields[k]));
    return body;
  }

  /** The constant that an operation gives, or the operand that it is. */
  private folded(op: Op, result: Value): Constant | Value | undefined {
    // Of what is missing, arithmetic makes NaN.
    const ifNumber = (x: Value): Value | undefined =>
      this.missing.has(x) && this.telling.has(result) ? undefined : x;
    if (op.tag === 'const') return op.value;
    const args = op.args.map((arg) => this.constants.get(arg));
    const [x, y] = args;
    switch (op.tag) {
      case 'prim':
        if (isOfTable(op.row) && args.every((arg) => typeof arg === 'number'))
          return valueOf(op.row)(...args);
        if (op.row === 'mul' && x === 1) return ifNumber(op.args[1]);
        if (op.row === 'add' && x === 0 && this.counters.has(op.args[1])) return op.args[1];
        if (op.row === 'sub' && Object.is(y, 0)) return ifNumber(op.args[0]);
        if ((op.row === 'mul' || op.row === 'div' || op.row === 'pow') && y === 1)
          return ifNumber(op.args[0]);
        return undefined;
      case 'times':
        if (x === 1) return ifNumber(op.args[1]);
        return y === 1 ? ifNumber(op.args[0]) : undefined;
      case 'compare':
        return typeof x === 'number' && typeof y === 'number' ? compared[op.by](x, y) : undefined;
      case 'not':
        return typeof x === 'boolean' ? !x : undefined;
      case 'choose':
        return this.chosen(op, args);
      case 'present':
        return this.missing.has(op.args[0]) ? undefined : true;
      case 'length':
        return this.lengths.get(op.args[0]);
      default:
        return undefined;
    }
  }

  private chosen(
    op: Op,
    [test, then, otherwise]: readonly (Constant | undefined)[],
  ): Constant | Value | undefined {
    if (test === undefined) return then === false && otherwise === false ? false : undefined;
    return (test === true ? then : otherwise) ?? op.args[test === true ? 1 : 2];
  }

  /**
   * A product by a constant that is finite and not 0 needs no question, nor does an element that is there.
   */
  private simpler(op: Op): Op {
    if (op.tag === 'load' && op.orZero === true && this.isInside(...op.args))
      return { tag: 'load', args: op.args };
    if (op.tag !== 'times') return op;
    const factors = op.args.map((arg) => this.constants.get(arg));
    const isPlain = factors.some((x) => typeof x === 'number' && Number.isFinite(x) && x !== 0);
    return isPlain ? { tag: 'prim', row: 'mul', args: op.args } : op;
  }
}

/** The function with what is known computed. */
export function folded(f: Func): Func {
  const [missing, telling] = [missingIn(f), tellsMissing(f)];
  return mapped(f, (region) => new Folding(missing, telling).region(region));
}
