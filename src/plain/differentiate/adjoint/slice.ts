/**
 * The slice of a loop that computes the numbers that it keeps, as a loop that keeps them again. O(size
 * of the loop), times the depth of its regions.
 */
import type { Definitions } from '../../analyse/definitions.js';
import {
  definedBy,
  isArray,
  regionsOf,
  statementsIn,
  type ForStmt,
  type IfStmt,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../../ir/ir.js';
import { isCheap, type KeptBlock } from './kept.js';

interface Known {
  readonly definitions: Definitions;
  /** The values that are kept at the end of each region. */
  readonly keeps: ReadonlyMap<Region, KeptBlock>;
  readonly stack: number;
  /** True if an array is there in the reverse sweep, with the elements that the loop read. */
  readonly isSteady: (array: Value) => boolean;
}

/** Thrown for code that is not computed again, or not alike. */
class Refused extends Error {}

/** Operations that are worth no number that is kept. */
function isWorthNothing(op: Op): boolean {
  switch (op.tag) {
    case 'prim':
      return isCheap(op.row) || op.row === 'div' || op.row === 'sqrt';
    case 'compare':
      // What an array has not is equal to itself; the NaN that is kept for it is not.
      return op.by !== 'eq' && op.by !== 'ne';
    case 'const':
    case 'not':
    case 'choose':
    case 'stop':
    case 'length':
    case 'load':
      return true;
    default:
      return false;
  }
}

export class Slice {
  /** The loads that are read again. */
  readonly loads = new Set<Stmt>();
  /** The values from outside of the loop that are used. */
  readonly taken = new Set<Value>();
  private readonly needed = new Set<Value>();
  private readonly entered = new Set<Region>();
  /** The statements of regions, and their regions. */
  private readonly around = new Map<Region, readonly [stmt: Stmt, region: Region | null]>();
  private readonly inside = new Set<Value>();

  constructor(
    private readonly loop: ForStmt,
    private readonly of: Known,
  ) {
    this.note(loop, null);
  }

  /** Null if the loop keeps nothing, or something that is not computed again. */
  found(): ForStmt | null {
    const blocks = [...this.around.keys()].flatMap((region) => {
      const block = this.of.keeps.get(region);
      return block === undefined || block.values.length === 0 ? [] : [{ region, block }];
    });
    if (blocks.length === 0 || !this.isPlain()) return null;
    try {
      for (const { region, block } of blocks) {
        this.enter(region);
        block.values.forEach(this.needOwn);
      }
      return this.again(this.loop);
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  private note(stmt: Stmt, region: Region | null): void {
    definedBy(stmt).forEach((of) => this.inside.add(of));
    if (stmt.tag === 'for') this.inside.add(stmt.counter);
    for (const inner of regionsOf(stmt)) {
      this.around.set(inner, [stmt, region]);
      inner.params.forEach((of) => this.inside.add(of));
      inner.body.forEach((one) => this.note(one, inner));
    }
  }

  /** True if nothing in the loop keeps on the stack by other ways. */
  private isPlain(): boolean {
    const others: readonly Stmt['tag'][] = ['call', 'host', 'while', 'keep', 'take'];
    return [...statementsIn(this.loop.body)].every(({ tag }) => !others.includes(tag));
  }

  /**
   * Needs a value that is kept but that the loop does not compute itself: it is one that a store
   * overwrites.
   */
  private needOwn = (value: Value): void => {
    if (!this.inside.has(value)) throw new Refused();
    this.need(value);
  };

  private need = (value: Value): void => {
    if (this.needed.has(value) || this.taken.has(value)) return;
    if (!this.inside.has(value)) {
      this.taken.add(value);
      return;
    }
    this.needed.add(value);
    const definition = this.of.definitions.get(value);
    // An array of the loop is none that is there; a whole number may come back as another type.
    if (definition === undefined || isArray(value.type) || value.type === 'host')
      throw new Refused();
    const { stmt, region } = definition;
    this.enter(region);
    if (stmt === null) this.needParam(value, region);
    else if (stmt.tag === 'let') this.needOp(stmt);
    else if (stmt.tag === 'if') {
      const place = stmt.results.indexOf(value);
      regionsOf(stmt).forEach((inner) => this.needYield(inner, place));
    } else if (stmt.tag === 'for') {
      this.enter(stmt.body);
      if (value !== stmt.end) this.need(stmt.body.params[stmt.results.indexOf(value)]);
    } else throw new Refused();
  };

  private needYield(region: Region, place: number): void {
    this.enter(region);
    this.need(region.yields[place]);
  }

  /** Needs a value that a step takes from the step before. */
  private needParam(param: Value, region: Region): void {
    const [stmt] = this.around.get(region)!;
    if (stmt.tag !== 'for' || param === stmt.counter) return;
    if (param.type === 'i32') throw new Refused();
    const place = region.params.indexOf(param);
    this.need(stmt.inits[place]);
    this.need(region.yields[place]);
  }

  private needOp(stmt: Stmt & { readonly tag: 'let' }): void {
    const { op, value } = stmt;
    if (!isWorthNothing(op) || (value.type === 'i32' && op.tag !== 'load')) throw new Refused();
    const [array] = op.args;
    const isOfArray = op.tag === 'load' || op.tag === 'length';
    if (isOfArray && !this.of.isSteady(array!)) throw new Refused();
    if (op.tag === 'load') this.loads.add(stmt);
    op.args.forEach(this.need);
  }

  /** A region runs again, with what decides whether and how often. */
  private enter(region: Region): void {
    const known = this.around.get(region);
    if (known === undefined || this.entered.has(region)) return;
    this.entered.add(region);
    const [stmt, outer] = known;
    if (outer !== null) this.enter(outer);
    if (stmt.tag === 'if') this.need(stmt.test);
    if (stmt.tag !== 'for') return;
    [stmt.from, stmt.to, stmt.step].forEach(this.need);
    if (stmt.go !== undefined) this.need(stmt.body.params[stmt.go]);
  }

  // ── The loop that is left ──

  private again(loop: ForStmt): ForStmt {
    const at = places(loop.body.params, this.needed);
    const pick = (list: readonly Value[]) => at.map((k) => list[k]);
    return {
      ...loop,
      ...(loop.go === undefined ? {} : { go: at.indexOf(loop.go) }),
      inits: pick(loop.inits),
      body: this.region(loop.body, at, at),
      results: pick(loop.results),
    };
  }

  private region(of: Region, params: readonly number[], yields: readonly number[]): Region {
    const block = this.of.keeps.get(of);
    const { stack } = this.of;
    return {
      params: params.map((k) => of.params[k]),
      body: [
        ...of.body.flatMap(this.stmt),
        ...(block !== undefined && block.values.length > 0
          ? [{ tag: 'keep', stack, ...block } as const]
          : []),
      ],
      yields: yields.map((k) => of.yields[k]),
    };
  }

  private stmt = (stmt: Stmt): Stmt[] => {
    if (stmt.tag === 'let') return this.needed.has(stmt.value) ? [stmt] : [];
    const isEntered = regionsOf(stmt).some((inner) => this.entered.has(inner));
    if (!isEntered) return [];
    if (stmt.tag === 'for') return [this.again(stmt)];
    return stmt.tag === 'if' ? [this.branch(stmt)] : [];
  };

  private branch(stmt: IfStmt): IfStmt {
    const at = places(stmt.results, this.needed);
    return {
      ...stmt,
      then: this.region(stmt.then, [], at),
      otherwise: this.region(stmt.otherwise, [], at),
      results: at.map((k) => stmt.results[k]),
    };
  }
}

const places = (values: readonly Value[], some: ReadonlySet<Value>): number[] =>
  values.flatMap((value, k) => (some.has(value) ? [k] : []));
