/**
 * Cotangents that are known before a statement of the augmented primal: seeds, constants, values of the
 * augmented primal, and what is computed of these. They are computed again in front of the statement.
 */
import type { Builder } from '../../ir/build.js';
import { value } from '../../ir/build.js';
import type { Op, Region, Stmt, Value } from '../../ir/ir.js';
import { operations } from '../../ir/op-table.js';
import type { Kept } from './kept.js';

/** The values that are known in front of a statement. */
export class Before {
  readonly stmts: Stmt[] = [];
  readonly copies = new Map<Value, Value>();
  private none: Value | undefined;

  constructor(
    readonly region: Region,
    readonly stmt: Stmt,
  ) {}

  add(made: Value, op: Op): Value {
    this.stmts.push({ tag: 'let', value: made, op });
    return made;
  }

  get zero(): Value {
    return (this.none ??= this.add(value('', 'f64'), { tag: 'const', value: 0, args: [] }));
  }
}

export class KnownBefore {
  /** Values of the reverse sweep that are known where statements begin that are followed by it. */
  private readonly early = new Set<Value>();

  constructor(
    private readonly builder: Builder,
    private readonly kept: Kept,
  ) {}

  /** Says what is given to the reverse sweep, and so is known everywhere. */
  begin(given: readonly Value[]): void {
    for (const of of given) if (this.builder.definition(of) === undefined) this.early.add(of);
  }

  /**
   * A value of the reverse sweep as it is known before a statement, or null if it is not. O(what it is
   * computed of).
   */
  of(wanted: Value, before: Before): Value | null {
    if (this.early.has(wanted)) return wanted;
    const found = before.copies.get(wanted);
    if (found !== undefined) return found;
    const stmt = this.builder.definition(wanted);
    if (stmt === undefined)
      return this.kept.isBefore(wanted, before.region, before.stmt) ? wanted : null;
    if (stmt.tag !== 'let' || operations[stmt.op.tag].reads === 'elements') return null;
    const args = stmt.op.args.map((arg) => this.of(arg, before));
    if (args.includes(null)) return null;
    const copy = before.add(value(wanted.name, wanted.type), { ...stmt.op, args } as Op);
    before.copies.set(wanted, copy);
    this.early.add(copy);
    return copy;
  }
}
