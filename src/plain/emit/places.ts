/**
 * Which values need no variable: they are written where they are used. This changes nothing of what code means,
 * since it is decided only for a value with one use, in the same region, with nothing in between that could
 * change what it reads.
 */
import {
  regionsOf,
  usesOf,
  type Func,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';

/** Whether the length of an array cannot change. */
const isFixedLength = (op: Op): boolean => {
  const type = op.tag === 'length' ? op.args[0].type : null;
  return typeof type === 'object' && type !== null && type.storage !== 'number[]';
};

/** What a loop asks for at every step is computed once. */
const isAskedAgain = (stmt: Stmt, value: Value): boolean =>
  stmt.tag === 'for' && (stmt.to === value || stmt.step === value);

export class Places {
  private readonly inline = new Set<Value>();
  private readonly count = new Map<Value, number>();
  /** Values whose text reads elements of arrays. */
  private readonly reading = new Set<Value>();

  constructor(f: Func) {
    this.countIn(f.region);
    this.decideIn(f.region);
  }

  /** Whether a value is written where it is used. */
  isInline = (value: Value): boolean => this.inline.has(value);

  isUsed = (value: Value): boolean => this.count.has(value);

  private countIn(region: Region): void {
    for (const stmt of region.body) {
      usesOf(stmt).forEach(this.use);
      regionsOf(stmt).forEach((inner) => this.countIn(inner));
    }
    region.yields.forEach(this.use);
  }

  private use = (value: Value): void => {
    this.count.set(value, (this.count.get(value) ?? 0) + 1);
  };

  private decideIn(region: Region): void {
    /** Values that may still be written later. */
    const open = new Set<Value>();
    const take = (value: Value, isAllowed: boolean) => {
      if (open.delete(value) && isAllowed && this.count.get(value) === 1) this.inline.add(value);
    };
    for (const stmt of region.body) {
      for (const value of usesOf(stmt))
        take(value, stmt.tag !== 'check' && stmt.tag !== 'whole' && !isAskedAgain(stmt, value));
      if (stmt.tag === 'let') {
        const { value, op } = stmt;
        if (op.tag === 'const' || isFixedLength(op)) this.inline.add(value);
        else if (op.tag !== 'alloc' && op.tag !== 'view') open.add(value);
        const isReading = op.tag === 'load' || (op.tag === 'length' && !isFixedLength(op));
        if (isReading || op.args.some((arg) => this.inline.has(arg) && this.reading.has(arg)))
          this.reading.add(value);
        continue;
      }
      regionsOf(stmt).forEach((inner) => this.decideIn(inner));
      for (const value of open) if (this.reading.has(value)) open.delete(value);
    }
    for (const value of region.yields) take(value, true);
  }
}
