/**
 * Moves loop-invariant terms: what a counting loop computes from values of before it is computed once, before the
 * loop. Only operations move that cannot fail. Rows are read before the loop if nothing in it writes their list. Numbers are
 * not: their cotangents would be sums that all steps carry in their order, so that no two steps could stand side by side.
 * O(size of the function), and for each loop the lists that are written in it.
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
import { mapped } from './mapped.js';
import { isInMath, isWritten } from '../ir/rows.js';

function isMovable(op: Op): boolean {
  if (op.tag === 'prim') return isWritten(op.row) || isInMath(op.row);
  return op.tag === 'const' || op.tag === 'times' || op.tag === 'length';
}

class Hoisting {
  constructor(private readonly roots: Roots) {}

  /** Adds the roots of lists that a region may write; false if it may write one that has none, or hands one on. */
  private writtenIn = ({ body }: Region, to: Set<Value>): boolean =>
    body.every((stmt) => {
      if (stmt.tag === 'call') return !stmt.args.some(({ type }) => isList(type));
      if (stmt.tag === 'store' && isList(stmt.array.type)) {
        const found = this.roots(stmt.array);
        for (const root of found) to.add(root);
        return found.size > 0;
      }
      return regionsOf(stmt).every((inner) => this.writtenIn(inner, to));
    });

  in = (region: Region): Region => ({ ...region, body: region.body.flatMap(this.out) });

  /** A statement, after what it need not repeat. */
  private readonly out = (stmt: Stmt): Stmt[] => {
    switch (stmt.tag) {
      case 'if':
        return [{ ...stmt, then: this.in(stmt.then), otherwise: this.in(stmt.otherwise) }];
      case 'while':
        return [{ ...stmt, body: this.in(stmt.body) }];
      case 'for': {
        const body = this.in(stmt.body);
        const inside = new Set<Value>([stmt.counter, ...body.params]);
        const written = new Set<Value>();
        const isKnown = this.writtenIn(body, written);
        const isRow = ({ tag, args }: Op): boolean => {
          if (tag !== 'load' || !isList(args[0].type) || !isKnown) return false;
          const own = [...this.roots(args[0])];
          return own.length > 0 && !own.some((root) => written.has(root));
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
        return [stmt];
    }
  };
}

/** The function whose loops compute less. */
export function hoisted(f: Func): Func {
  const roots = rootsOf(f);
  return mapped(f, (region) => new Hoisting(roots).in(region));
}
