/**
 * Tells which arrays the code hands on, and does not only read, measure and write element by element. O(size of the
 * code).
 */
import { isArray, regionsOf, statementsIn, usesOf, type Func, type Value } from '../ir/ir.js';

export class Handing {
  private readonly used: Set<Value>;
  private readonly handed: Set<Value>;
  /** The rows that are read of lists. */
  private readonly rows = new Map<Value, Value[]>();

  constructor({ region }: Func) {
    this.used = new Set(region.yields);
    this.handed = new Set(region.yields);
    for (const stmt of statementsIn(region)) {
      const uses = usesOf(stmt);
      for (const value of uses) this.used.add(value);
      for (const { yields } of regionsOf(stmt))
        yields.forEach((value) => this.used.add(value) && this.handed.add(value));
      const isElement =
        stmt.tag === 'check' ||
        stmt.tag === 'store' ||
        (stmt.tag === 'let' && (stmt.op.tag === 'load' || stmt.op.tag === 'length'));
      uses.slice(isElement ? 1 : 0).forEach((value) => this.handed.add(value));
      if (stmt.tag === 'let' && stmt.op.tag === 'load' && isArray(stmt.value.type))
        this.rows.set(uses[0], [...(this.rows.get(uses[0]) ?? []), stmt.value]);
    }
  }

  isUsed = (value: Value): boolean => this.used.has(value);

  /** True if an array itself is handed on. */
  isHandedOn = (array: Value): boolean => this.handed.has(array);

  /** True if an array or an array in it is handed on. */
  holdsHandedOn = (array: Value): boolean =>
    this.handed.has(array) || (this.rows.get(array)?.some(this.holdsHandedOn) ?? false);

  /** An array with all that is read of it. */
  withRows = (array: Value): readonly Value[] => [
    array,
    ...(this.rows.get(array) ?? []).flatMap(this.withRows),
  ];
}
