/**
 * Lists the elements that statements read and write, if they do nothing else that others could tell, and neither call
 * nor leave. O(size of the statements).
 */
import { isArray, regionsOf, type Stmt, type Value } from '../ir/ir.js';
import { operations } from '../ir/op-table.js';
import type { Walks } from './walks.js';

/** An element that is read or written. */
export interface Access {
  readonly array: Value;
  readonly isStore: boolean;
  /** The distance from the counter of its loop; null if that is not known. */
  readonly at: number | null;
}

export class Accesses {
  constructor(private readonly walks: Walks) {}

  /**
   * The reads and writes of statements; null if they do anything else.
   *
   * @param counter of the loop around them
   * @param mayMake whether new arrays are nothing else
   */
  of(stmts: readonly Stmt[], counter: Value | null, mayMake: boolean): readonly Access[] | null {
    const found: Access[] = [];
    const add = (array: Value, index: Value, isStore: boolean) => {
      const place = this.walks.linear(index);
      const at = place !== null && counter !== null && place.of === counter ? place.add : null;
      found.push({ array, isStore, at });
    };
    for (const stmt of stmts) {
      if (stmt.tag === 'if') {
        for (const { body } of regionsOf(stmt)) {
          const inner = this.of(body, counter, false);
          if (inner === null) return null;
          found.push(...inner);
        }
      } else if (stmt.tag === 'store' && !isArray(stmt.value.type)) {
        add(stmt.array, stmt.index, true);
      } else if (stmt.tag === 'let') {
        const { op } = stmt;
        const isMade = mayMake && op.tag === 'alloc';
        // A number is made without a write, and never leaves.
        if (!isMade && (operations[op.tag].makesArray || isArray(stmt.value.type))) return null;
        if (op.tag === 'load') add(op.args[0], op.args[1], false);
      } else return null;
    }
    return found;
  }
}
