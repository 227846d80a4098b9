/**
 * Finds the values that need no variable, and are written where they are used. The code keeps its meaning: such a
 * value has one use, in the same region, and nothing in between could change what it reads.
 */
import type { Roots } from '../analyse/roots.js';
import {
  isArray,
  regionsOf,
  usesOf,
  type Func,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { operations } from '../ir/op-table.js';

/** True if the length of an array cannot change. */
const isFixedLength = (op: Op, { showsLengths }: Style): boolean => {
  const type = op.tag === 'length' ? op.args[0].type : null;
  return type !== null && isArray(type) && (showsLengths || type.storage !== 'number[]');
};

/** Operands of questions stand in variables, since the answer names them. */
const isCheck = ({ tag }: Stmt): boolean => tag === 'check' || tag === 'whole';

/** The arrays that a statement may store into: of what a function is given it may write anything. */
function storesIn(stmt: Stmt): readonly Value[] {
  if (stmt.tag === 'store') return [stmt.array];
  if (stmt.tag === 'call') return stmt.args.filter(({ type }) => isArray(type));
  return regionsOf(stmt).flatMap(({ body }) => body.flatMap(storesIn));
}

/** The layout of code. */
interface Style {
  /** True if a value has a name, and so a variable, unless it is only moved to another variable. */
  readonly hasName: (value: Value) => boolean;
  /** True if lengths of arrays stand wherever they are used, also in the tests of loops. */
  readonly showsLengths: boolean;
  /** The operands that the text of an operation reads; without it, all. */
  readonly readsOf?: (op: Op) => readonly Value[];
  /** Which arrays may be the same; without, any statement may change any array. */
  readonly roots?: Roots;
}

const plain: Style = { hasName: () => false, showsLengths: false };

export class Places {
  private readonly inline = new Set<Value>();
  private readonly ops = new Map<Value, Op>();
  private readonly counters = new Set<Value>();
  private readonly count = new Map<Value, number>();
  /** The arrays whose elements the texts of values read. */
  private readonly reading = new Map<Value, readonly Value[]>();

  constructor(
    private readonly f: Func,
    private readonly style: Style = plain,
  ) {
    this.countIn(f.region);
    this.decideIn(f.region);
  }

  /** True if a value is written where it is used. */
  isInline = (value: Value): boolean => this.inline.has(value);

  isUsed = (value: Value): boolean => this.count.has(value);
  isUsedOnce = (value: Value): boolean => this.count.get(value) === 1;

  /** True if a loop asks for a value at every step, so that it is computed once. */
  private isAskedAgain = (stmt: Stmt, value: Value): boolean =>
    stmt.tag === 'for' && (stmt.to === value || stmt.step === value);

  /**
   * True if an operation may be written wherever it is used: a constant, a length, or almost an index.
   */
  private isShort(op: Op): boolean {
    if (isFixedLength(op, this.style)) return true;
    if (!this.style.showsLengths || op.tag !== 'prim') return false;
    const isConstant = (of: Value) => this.ops.get(of)?.tag === 'const';
    const isPlace = (of: Value) => this.counters.has(of) || this.ops.get(of)?.tag === 'length';
    const [x, y] = op.args;
    return (op.row === 'add' || op.row === 'sub') && isPlace(x) && isConstant(y);
  }

  /** Notes which arrays the text of a value reads. */
  private note(value: Value, op: Op): void {
    const { reads } = operations[op.tag];
    const isReading = reads !== 'nothing' && !isFixedLength(op, this.style);
    const inner = op.args.flatMap((arg) =>
      this.inline.has(arg) ? (this.reading.get(arg) ?? []) : [],
    );
    const arrays = isReading ? [op.args[0]!, ...inner] : inner;
    if (arrays.length > 0) this.reading.set(value, arrays);
  }

  /** True if a statement may change what the text of a value reads. */
  private mayChange(value: Value, stmt: Stmt): boolean {
    const arrays = this.reading.get(value);
    if (arrays === undefined) return false;
    const { roots } = this.style;
    if (roots === undefined) return true;
    const read = new Set(arrays.flatMap((array) => [...roots(array)]));
    return storesIn(stmt).some((array) =>
      [...roots(array), ...roots.within(array)].some((root) => read.has(root)),
    );
  }

  private countIn(region: Region): void {
    for (const stmt of region.body) {
      const { readsOf } = this.style;
      const reads = stmt.tag === 'let' ? readsOf?.(stmt.op) : undefined;
      (reads ?? usesOf(stmt)).forEach(this.use);
      regionsOf(stmt).forEach((inner) => this.countIn(inner));
    }
    region.yields.forEach(this.use);
  }

  private use = (value: Value): void => {
    this.count.set(value, (this.count.get(value) ?? 0) + 1);
  };

  private decideIn(region: Region): void {
    const { hasName } = this.style;
    /** Values that may still be written later. */
    const open = new Set<Value>();
    const take = (value: Value, isAllowed: boolean) => {
      if (open.delete(value) && isAllowed && this.count.get(value) === 1) this.inline.add(value);
    };
    for (const stmt of region.body) {
      for (const value of usesOf(stmt))
        take(value, !isCheck(stmt) && !this.isAskedAgain(stmt, value) && !hasName(value));
      if (stmt.tag === 'let') {
        const { value, op } = stmt;
        this.ops.set(value, op);
        if (op.tag === 'const' || (!hasName(value) && this.isShort(op))) this.inline.add(value);
        else if (!operations[op.tag].makesArray) open.add(value);
        this.note(value, op);
        continue;
      }
      if (stmt.tag === 'for') this.counters.add(stmt.counter);
      regionsOf(stmt).forEach((inner) => this.decideIn(inner));
      for (const value of open) if (this.mayChange(value, stmt)) open.delete(value);
    }
    for (const value of region.yields) take(value, region !== this.f.region || !hasName(value));
  }
}
