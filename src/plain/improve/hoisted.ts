/**
 * Loop-invariant code motion. Moves loop-invariant terms: what a counting loop computes from values of
 * before it is computed once, before the loop. Only operations move that cannot fail. Rows are read before
 * the loop if nothing in it writes their list. Numbers are not: their cotangents would be sums that all
 * steps carry in their order, so that no two steps could stand side by side. O(size of the function), and
 * for each loop the lists that are written in it.
 */
import { rootsOf, type Roots } from '../analyse/roots.js';
import {
  definedBy,
  isList,
  regionsOf,
  type Func,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { operations } from '../ir/op-table.js';
import { hasStmt, inBodies, mapped } from './mapped.js';
import { isInMath, isWritten } from '../ir/rows.js';

function isMovable(op: Op): boolean {
  if (op.tag === 'prim' && !isWritten(op.row) && !isInMath(op.row)) return false;
  return operations[op.tag].leavesLoops;
}

class Hoisting {
  private readonly written = new Map<Region, ReadonlySet<Value> | null>();

  constructor(private readonly roots: () => Roots) {}

  /** The roots of lists that a region may write; null if it may write one that has none, or hands one on. */
  private writtenIn(region: Region): ReadonlySet<Value> | null {
    let found = this.written.get(region);
    if (found === undefined) this.written.set(region, (found = this.readWritten(region)));
    return found;
  }

  private readWritten({ body }: Region): ReadonlySet<Value> | null {
    const all = new Set<Value>();
    for (const stmt of body) {
      if (stmt.tag === 'call' && stmt.args.some(({ type }) => isList(type))) return null;
      const parts = regionsOf(stmt).map((inner) => this.writtenIn(inner));
      if (stmt.tag === 'store' && isList(stmt.array.type)) {
        const roots = this.roots()(stmt.array);
        parts.push(roots.size > 0 ? roots : null);
      }
      for (const part of parts) {
        if (part === null) return null;
        for (const root of part) all.add(root);
      }
    }
    return all;
  }

  in = (region: Region): Region => ({ ...region, body: region.body.flatMap(this.out) });

  /** A statement, after what it need not repeat. */
  private readonly out = (stmt: Stmt): Stmt[] => {
    switch (stmt.tag) {
      case 'for': {
        const body = this.in(stmt.body);
        const inside = new Set<Value>([stmt.counter, ...body.params]);
        const isRow = ({ tag, args }: Op): boolean => {
          if (tag !== 'load' || !isList(args[0].type)) return false;
          const written = this.writtenIn(stmt.body);
          const own = [...this.roots()(args[0])];
          return own.length > 0 && written !== null && !own.some((root) => written.has(root));
        };
        const before: Stmt[] = [];
        const rest = body.body.filter((inner) => {
          const isSteady =
            inner.tag === 'let' &&
            !inner.op.args.some((arg) => inside.has(arg)) &&
            (isMovable(inner.op) || isRow(inner.op));
          if (isSteady) before.push(inner);
          else definedBy(inner).forEach((value) => inside.add(value));
          return !isSteady;
        });
        return [...before, { ...stmt, body: { ...body, body: rest } }];
      }
      default:
        return [inBodies(stmt, this.in)];
    }
  };
}

/** The function whose loops compute less. */
export function hoisted(f: Func): Func {
  if (!hasStmt(f, 'for')) return f;
  let found: Roots | undefined;
  // Few programs have lists that loops read.
  const roots = () => (found ??= rootsOf(f));
  return mapped(f, (region) => new Hoisting(roots).in(region));
}
