/**
 * Loop fusion. Fuses maps and folds (Huot and Shaikhha, Fig. 12). Where a loop reads, element by element, an
 * array that an earlier loop makes for nobody else, both loops become one, and the array is not made. Within
 * a sum or an array, operations keep their order. Loops with loops inside stay as they are: two of their
 * steps at once (paired.ts) save more. O(size of the function), and once more for each pair of loops that is
 * fused.
 */
import { missingIn } from '../analyse/missing.js';
import { rootsOf, type Roots } from '../analyse/roots.js';
import { usedIn } from '../analyse/used-in.js';
import {
  definedBy,
  isArray,
  regionsOf,
  statementsIn,
  usesOf,
  type ArrayType,
  type ForStmt,
  type Func,
  type Op,
  type Region,
  type Stmt,
  type StoreStmt,
  type Value,
} from '../ir/ir.js';
import { operations } from '../ir/op-table.js';
import { mapped } from './mapped.js';
import { Substitution } from './substitution.js';

/** A loop that makes an array, and the loop that reads it. */
interface Pair {
  readonly array: Value;
  readonly store: StoreStmt;
  readonly first: number;
  readonly second: number;
}

/**
 * True if a statement may change places with a loop on which it does not depend: it writes nothing, and
 * reads no element. What leaves may leave before.
 */
const isMovable = (stmt: Stmt): boolean =>
  stmt.tag === 'if'
    ? [stmt.then, stmt.otherwise].every(({ body }) => body.every(({ tag }) => tag === 'leave'))
    : stmt.tag === 'let' && operations[stmt.op.tag].reads !== 'elements';

class Fusing {
  private readonly ops = new Map<Value, Op>();
  /** The statements that use an array; null for a region that yields it. */
  private readonly uses = new Map<Value, (Stmt | null)[]>();
  /** The place of a statement in its region, and the statement with that region. */
  private readonly places = new Map<Stmt, readonly [at: number, around: Stmt | null]>();

  constructor(
    whole: Region,
    private readonly roots: Roots,
    private readonly missing: ReadonlySet<Value>,
  ) {
    this.collect(whole, null);
  }

  private collect({ body, yields }: Region, around: Stmt | null): void {
    const use = (of: Value, by: Stmt | null) => {
      if (!isArray(of.type)) return;
      const uses = this.uses.get(of);
      if (uses === undefined) this.uses.set(of, [by]);
      else uses.push(by);
    };
    body.forEach((stmt, at) => {
      this.places.set(stmt, [at, around]);
      if (stmt.tag === 'let') this.ops.set(stmt.value, stmt.op);
      usesOf(stmt).forEach((of) => use(of, stmt));
      regionsOf(stmt).forEach((inner) => this.collect(inner, stmt));
    });
    yields.forEach((of) => use(of, null));
  }

  /** The places in a region of the loops around some statements, from the first on. */
  private loopsAround(stmts: readonly (Stmt | null)[], body: readonly Stmt[]): number[] {
    const found = new Set<number>();
    for (const stmt of stmts)
      for (let at = stmt; at !== null;) {
        const [place, around]: readonly [number, Stmt | null] = this.places.get(at)!;
        if (body[place] === at && at.tag === 'for') found.add(place);
        at = around;
      }
    return [...found].sort((one, other) => one - other);
  }

  /** A region in which a pair is fused; null if there is none. */
  region(region: Region): Region | null {
    const pair = this.pairIn(region.body);
    if (pair !== null) return this.fused(region, pair);
    for (const [k, stmt] of region.body.entries()) {
      const made = this.inside(stmt);
      if (made !== null)
        return { ...region, body: region.body.map((one, at) => (at === k ? made : one)) };
    }
    return null;
  }

  private inside(stmt: Stmt): Stmt | null {
    if (stmt.tag === 'for' || stmt.tag === 'while') {
      const body = this.region(stmt.body);
      return body && { ...stmt, body };
    }
    if (stmt.tag !== 'if') return null;
    const then = this.region(stmt.then);
    if (then !== null) return { ...stmt, then };
    const otherwise = this.region(stmt.otherwise);
    return otherwise && { ...stmt, otherwise };
  }

  private pairIn(body: readonly Stmt[]): Pair | null {
    for (const stmt of body) {
      if (stmt.tag !== 'let' || stmt.op.tag !== 'alloc') continue;
      const found = this.pairOf(stmt.value, body);
      if (found !== null) return found;
    }
    return null;
  }

  /** The loops that make and read an array, if nobody else sees it. */
  private pairOf(array: Value, body: readonly Stmt[]): Pair | null {
    const uses = this.uses.get(array) ?? [];
    const stores = uses.filter(
      (use): use is StoreStmt => use?.tag === 'store' && use.array === array,
    );
    if (stores.length !== 1) return null;
    const [store] = stores;
    const maker = this.places.get(store)![1];
    if (maker?.tag !== 'for' || store.index !== maker.counter) return null;
    const [first] = this.places.get(maker)!;
    if (body[first] !== maker || !this.goesThrough(maker, array)) return null;
    if (!this.givesBack(array, store.value)) return null;
    const loads = uses.filter((use) => use?.tag === 'let' && use.op.tag === 'load');
    const second = this.loopsAround(loads, body).find(
      (at) => at > first && this.goesThrough(body[at] as ForStmt, array),
    );
    if (second === undefined) return null;
    const reader = body[second] as ForStmt;
    const isKnown = (use: Stmt | null): boolean =>
      use === store ||
      (use?.tag === 'let' &&
        (use.op.tag === 'length' || (use.op.tag === 'load' && use.op.args[1] === reader.counter)));
    const isApart = this.areApart(maker, reader, array) && this.mayMeet(body, first, second);
    return uses.every(isKnown) && isApart ? { array, store, first, second } : null;
  }

  /**
   * True if a load gives the bits that were stored. A `Float32Array` rounds, and a missing element
   * becomes NaN in a typed array.
   */
  private givesBack({ type }: Value, stored: Value): boolean {
    const { storage } = type as ArrayType;
    if (storage === 'Float64Array') return !this.missing.has(stored);
    return storage === 'number[]' || storage === 'list';
  }

  /** True if a loop has a step for each element of an array, in their order. */
  private goesThrough({ from, to, step, by, go, body }: ForStmt, array: Value): boolean {
    const isConstant = (of: Value, is: number) => {
      const op = this.ops.get(of);
      return op?.tag === 'const' && Object.is(op.value, is);
    };
    const alloc = this.ops.get(array);
    const size = alloc?.tag === 'alloc' ? this.sizeOf(alloc.args[0]) : null;
    return (
      by === 'lt' &&
      go === undefined &&
      !body.body.some(({ tag }) => tag === 'for' || tag === 'while') &&
      isConstant(from, 0) &&
      isConstant(step, 1) &&
      size !== null &&
      this.sizeOf(to) === size
    );
  }

  /**
   * The meaning of a number of elements: a whole constant, or an array with as many; null if it may be
   * no length.
   */
  private sizeOf(of: Value): number | Value | null {
    const op = this.ops.get(of);
    if (op?.tag === 'const')
      return Number.isInteger(op.value) && Number(op.value) >= 0 ? Number(op.value) : null;
    if (op?.tag !== 'length') return null;
    const made = this.ops.get(op.args[0]);
    return (made?.tag === 'alloc' ? this.sizeOf(made.args[0]) : null) ?? op.args[0];
  }

  /**
   * True if the loops may meet: each statement between them can move, and the second loop uses none
   * that depends on the first.
   */
  private mayMeet(body: readonly Stmt[], first: number, second: number): boolean {
    for (let at = first + 1; at < second; at++) if (!isMovable(body[at])) return false;
    const used = usedIn(body[second]);
    return ![...this.lateIn(body, first, second)].some((of) => used.has(of));
  }

  /** The values that depend on the results of the first loop. */
  private lateIn(body: readonly Stmt[], first: number, second: number): Set<Value> {
    const late = new Set(definedBy(body[first]));
    for (const stmt of body.slice(first + 1, second))
      if (usesOf(stmt).some((of) => late.has(of))) definedBy(stmt).forEach((of) => late.add(of));
    return late;
  }

  /**
   * True if neither of two loops writes what the other one reads or writes, except for the array
   * between them.
   */
  private areApart(one: ForStmt, other: ForStmt, array: Value): boolean {
    const [first, second] = [one, other].map((loop) => this.touchedBy(loop, array));
    if (first === null || second === null) return false;
    const meets = (some: ReadonlySet<Value>, ...all: readonly ReadonlySet<Value>[]) =>
      all.some((roots) => [...some].some((root) => roots.has(root)));
    return !meets(first.written, second.read, second.written) && !meets(second.written, first.read);
  }

  /** The arrays that a loop reads and writes, but for one; null if that is not known. */
  private touchedBy(loop: ForStmt, but: Value) {
    const [read, written] = [new Set<Value>(), new Set<Value>()];
    for (const stmt of statementsIn(loop.body)) {
      if (stmt.tag === 'call' || stmt.tag === 'keep' || stmt.tag === 'take') return null;
      const isLoad = stmt.tag === 'let' && stmt.op.tag === 'load';
      const array = stmt.tag === 'store' ? stmt.array : isLoad ? stmt.op.args[0] : but;
      if (array === but) continue;
      const roots = this.roots(array);
      if (roots.size === 0) return null;
      for (const root of roots) (stmt.tag === 'store' ? written : read).add(root);
    }
    return { read, written };
  }

  private fused(region: Region, { array, store, first, second }: Pair): Region {
    const { body } = region;
    const [maker, reader] = [body[first], body[second]] as [ForStmt, ForStmt];
    const same = new Substitution();
    const alloc = this.ops.get(array)!;
    for (const stmt of statementsIn(region)) {
      if (stmt.tag !== 'let' || stmt.op.args[0] !== array) continue;
      same.replace(stmt.value, stmt.op.tag === 'load' ? store.value : alloc.args[0]!);
    }
    same.replace(reader.counter, maker.counter);
    same.replace(reader.end, maker.end);
    const loop: ForStmt = {
      ...maker,
      inits: [...maker.inits, ...reader.inits],
      body: {
        params: [...maker.body.params, ...reader.body.params],
        body: [...maker.body.body.filter((stmt) => stmt !== store), ...reader.body.body],
        yields: [...maker.body.yields, ...reader.body.yields],
      },
      results: [...maker.results, ...reader.results],
    };
    const late = this.lateIn(body, first, second);
    const between = body.slice(first + 1, second);
    const isLate = (stmt: Stmt) => definedBy(stmt).some((of) => late.has(of));
    return same.inRegion({
      ...region,
      body: [
        ...body.slice(0, first),
        ...between.filter((stmt) => !isLate(stmt)),
        loop,
        ...between.filter(isLate),
        ...body.slice(second + 1),
      ],
    });
  }
}

/** True if a function has loops that may be fused. */
const isWorth = ({ region }: Func): boolean => {
  const all = [...statementsIn(region)];
  const loops = all.filter(({ tag }) => tag === 'for').length;
  return loops > 1 && all.some((stmt) => stmt.tag === 'let' && stmt.op.tag === 'alloc');
};

/** The function with fewer loops and arrays. */
export function fused(f: Func): Func {
  if (![f, ...(f.functions ?? [])].some(isWorth)) return f;
  const [roots, missing] = [rootsOf(f), missingIn(f)];
  return mapped(f, (whole) => {
    let region = whole;
    for (;;) {
      const next = new Fusing(region, roots, missing).region(region);
      if (next === null) return region;
      region = next;
    }
  });
}
