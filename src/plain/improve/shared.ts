/**
 * Common subexpressions. Computes once what the code computes twice. An operation on the same operands gives
 * the same number, and so does a second load of an element, as long as nothing is stored into its array.
 * O(size of the function), and for each loop the arrays that are written in it.
 */
import { rootsOf, type Roots } from '../analyse/roots.js';
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
import { ScopedMap } from '../ir/scoped-map.js';
import { mapped } from './mapped.js';
import { Substitution } from './substitution.js';

/** Operations whose operands may change places without changing a bit. */
const symmetric: readonly string[] = ['add', 'mul'];

interface Stores {
  readonly roots: ReadonlySet<Value>;
  /** True if nothing is known of an array among them. */
  readonly ofUnknown: boolean;
}
const storesOf = (roots: ReadonlySet<Value>): Stores => ({ roots, ofUnknown: roots.size === 0 });

class Sharing {
  /** The values known at a place, by text. */
  private readonly known = new ScopedMap<string, Value>();
  private readonly same = new Substitution();
  private readonly numbers = new Map<Value, number>();
  private readonly stores = new Map<Stmt, Stores | null>();
  /** By root: the number of the last store into it. */
  private stamps = new Map<Value, number>();
  /** The number of the last store into an array of which nothing is known, and of the last store at all. */
  private unknown = 0;
  private latest = 0;

  constructor(private readonly roots: Roots) {}

  readonly region = (region: Region): Region =>
    this.known.within(() => ({
      params: region.params,
      body: region.body.flatMap((stmt) => this.stmt(stmt)),
      yields: region.yields.map(this.same.of),
    }));

  private stmt(given: Stmt): Stmt[] {
    const { known } = this;
    // A step of a loop comes after the stores of other steps.
    if (given.tag === 'for' || given.tag === 'while') this.stored(this.storesIn(given));
    const stmt = this.same.inStmt(given, this.region);
    if (stmt.tag === 'store' || stmt.tag === 'call') this.stored(this.storesIn(stmt));
    if (stmt.tag === 'check' || stmt.tag === 'whole') return this.asked(stmt);
    if (stmt.tag !== 'let') return [stmt];
    const key = this.keyOf(stmt.op);
    const before = key === null ? undefined : known.get(key);
    if (before === undefined) {
      if (key !== null) known.set(key, stmt.value);
      return [stmt];
    }
    if (before.name === '') (before as { name: string }).name = stmt.value.name;
    this.same.replace(stmt.value, before);
    return [];
  }

  /** Leaves out a question that was asked before: no array ever loses an element. */
  private asked(stmt: Stmt & { readonly tag: 'check' | 'whole' }): Stmt[] {
    const { known } = this;
    const key = `${stmt.tag}(${usesOf(stmt).map(this.numberOf).join()})`;
    if (known.get(key) !== undefined) return [];
    known.set(key, usesOf(stmt)[0]);
    return [stmt];
  }

  private stored(stores: Stores | null): void {
    if (stores === null) return;
    this.latest++;
    if (stores.ofUnknown) this.unknown = this.latest;
    for (const root of stores.roots) this.stamps.set(root, this.latest);
  }

  /** The arrays that a statement may store into, with all that stands in it; null for none. */
  private storesIn(stmt: Stmt): Stores | null {
    let found = this.stores.get(stmt);
    if (found === undefined) this.stores.set(stmt, (found = this.readStores(stmt)));
    return found;
  }

  private readStores(stmt: Stmt): Stores | null {
    if (stmt.tag === 'store') return storesOf(this.roots(stmt.array));
    // A function may write all that it is given.
    const parts =
      stmt.tag === 'call'
        ? stmt.args
            .filter(({ type }) => isArray(type))
            .map((arg) => storesOf(new Set([...this.roots(arg), ...this.roots.within(arg)])))
        : regionsOf(stmt)
            .flatMap(({ body }) => body.map((inner) => this.storesIn(inner)))
            .filter((inner) => inner !== null);
    if (parts.length === 0) return null;
    return {
      roots: new Set(parts.flatMap(({ roots }) => [...roots])),
      ofUnknown: parts.some(({ ofUnknown }) => ofUnknown),
    };
  }

  private numberOf = (value: Value): number => {
    let found = this.numbers.get(value);
    if (found === undefined) this.numbers.set(value, (found = this.numbers.size));
    return found;
  };

  /**
   * A text that two operations have in common only if they give the same; null for those that are not
   * shared.
   */
  private keyOf(op: Op): string | null {
    if (!operations[op.tag].isShared) return null;
    const args = op.args.map(this.numberOf);
    switch (op.tag) {
      case 'const':
        return `=${Object.is(op.value, -0) ? '-0' : op.value}`;
      case 'prim':
        if (symmetric.includes(op.row)) args.sort((x, y) => x - y);
        return `${op.row}(${args.join()})`;
      case 'partial':
        return `${op.row}'${[op.by, ...(op.along ?? [])].join("'")}(${args.join()})`;
      case 'compare':
      case 'bits':
        return `${op.by}(${args.join()})`;
      case 'text':
        return `${op.does} of texts(${args.join()})`;
      case 'load':
        return `${op.orZero === true ? 'orZero' : 'load'}(${args.join()})${this.stateOf(op.args[0])}`;
      default:
        return `${op.tag}(${args.join()})`;
    }
  }

  /**
   * The state of an array after all stores into it so far, as a number; stores into other arrays do not
   * matter.
   */
  private stateOf(array: Value): number {
    const roots = this.roots(array);
    if (roots.size === 0) return this.latest;
    return Math.max(this.unknown, ...[...roots].map((root) => this.stamps.get(root) ?? 0));
  }
}

/** The function with what it computes several times computed once. */
export function shared(f: Func): Func {
  const roots = rootsOf(f);
  return mapped(f, (region) => new Sharing(roots).region(region));
}
