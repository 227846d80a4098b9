/**
 * Adds several summands of one element in a variable first: `a[i] += x; a[i] += y` then reads and writes the element
 * once. O(size of the function), times the statements between the two.
 */
import { rootsOf, type Roots } from '../analyse/roots.js';
import {
  allOf,
  isArray,
  regionsOf,
  usesOf,
  type Func,
  type Region,
  type Stmt,
  type StoreStmt,
  type Value,
} from '../ir/ir.js';
import { mapped } from './mapped.js';
import { Substitution } from './substitution.js';

type LetStmt = Stmt & { readonly tag: 'let' };

/** A store whose element only a load has touched since. */
interface Open {
  readonly store: StoreStmt;
  load?: Value;
}

class Gathering {
  private readonly uses = new Map<Value, number>();
  private readonly same = new Substitution();

  constructor(
    f: Func,
    private readonly roots: Roots,
  ) {
    for (const { region } of allOf(f)) this.count(region);
  }

  private count({ body, yields }: Region): void {
    const use = (of: Value) => this.uses.set(of, (this.uses.get(of) ?? 0) + 1);
    yields.forEach(use);
    for (const stmt of body) {
      usesOf(stmt).forEach(use);
      regionsOf(stmt).forEach((inner) => this.count(inner));
    }
  }

  region = (region: Region): Region => {
    const left = new Set<Stmt>();
    const open = new Map<Value, Open>();
    const lets = new Map<Value, Stmt>();
    for (const stmt of region.body) {
      if (stmt.tag === 'let') lets.set(stmt.value, stmt);
      const before = stmt.tag === 'store' ? open.get(stmt.array) : undefined;
      const load = before?.load;
      if (stmt.tag === 'store' && load !== undefined && this.isAdded(load, stmt.value, lets)) {
        this.same.replace(load, before!.store.value);
        left.add(before!.store).add(lets.get(load)!);
      }
      for (const [array, found] of open) {
        if (!this.touches(stmt, array)) continue;
        if (found.load === undefined && isLoadOf(stmt, found.store)) found.load = stmt.value;
        else open.delete(array);
      }
      if (stmt.tag === 'store' && isOfNumbers(stmt.array)) open.set(stmt.array, { store: stmt });
    }
    return {
      params: region.params,
      body: region.body
        .filter((stmt) => !left.has(stmt))
        .map((stmt) => this.same.inStmt(stmt, this.region)),
      yields: region.yields.map(this.same.of),
    };
  };

  /** True if the element is used only to add to it, which gives `sum`. */
  private isAdded(element: Value, sum: Value, lets: ReadonlyMap<Value, Stmt>): boolean {
    if (this.uses.get(sum) !== 1) return false;
    if (sum === element) return true;
    const stmt = lets.get(sum);
    if (stmt?.tag !== 'let' || stmt.op.tag !== 'prim') return false;
    const { row, args } = stmt.op;
    return (row === 'add' || row === 'sub') && this.isAdded(element, args[0], lets);
  }

  private touches(stmt: Stmt, array: Value): boolean {
    const known = this.roots(array);
    const meets = (other: Value): boolean => {
      const roots = [...this.roots(other), ...this.roots.within(other)];
      return isArray(other.type) && (roots.length === 0 || roots.some((root) => known.has(root)));
    };
    return (
      known.size === 0 ||
      usesOf(stmt).some(meets) ||
      regionsOf(stmt).some(({ body }) => body.some((inner) => this.touches(inner, array)))
    );
  }
}

/** True if a statement reads the element that was stored. */
const isLoadOf = (stmt: Stmt, { array, index }: StoreStmt): stmt is LetStmt =>
  stmt.tag === 'let' &&
  stmt.op.tag === 'load' &&
  stmt.op.args[0] === array &&
  stmt.op.args[1] === index;

/** True if an element has the bits that were stored into it. */
const isOfNumbers = ({ type }: Value): boolean => isArray(type) && type.storage === 'Float64Array';

/** The function with fewer stores. */
export function gathered(f: Func): Func {
  const roots = rootsOf(f);
  return mapped(f, (region) => new Gathering(f, roots).region(region));
}
