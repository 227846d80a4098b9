/**
 * Code sinking. Moves what only one side of a branch uses to the beginning of that side: code that is there
 * for all objects of a union reads the fields of one of them. Only operations move that cannot fail, and
 * readings only where nothing is written before the branch. It comes last, since what stands before a branch
 * can be shared by both sides, and by the reverse sweep. O(size of the function), times the depth of its
 * branches.
 */
import {
  regionsOf,
  usesOf,
  type Func,
  type IfStmt,
  type Op,
  type Region,
  type Stmt,
  type Value,
} from '../ir/ir.js';
import { isInMath, isWritten } from '../ir/rows.js';
import { inRegions, mapped } from './mapped.js';

/** One side of a branch of a region; null for a use by anything else. */
type Side = { readonly stmt: IfStmt; readonly isThen: boolean } | null;
type LetStmt = Stmt & { readonly tag: 'let' };

function isMovable(op: Op): boolean {
  switch (op.tag) {
    case 'prim':
      return isWritten(op.row) || isInMath(op.row);
    case 'load':
    case 'compare':
    case 'times':
    case 'not':
    case 'truthy':
    case 'present':
    case 'choose':
    case 'length':
      return true;
    default:
      return false;
  }
}

/** True if a statement may write into any array. */
const writes = (stmt: Stmt): boolean =>
  stmt.tag === 'store' ||
  stmt.tag === 'call' ||
  stmt.tag === 'host' ||
  regionsOf(stmt).some(({ body }) => body.some(writes));

class Sinking {
  private readonly sides: Side[] = [];
  private readonly uses = new Map<Value, Side[]>();
  private readonly sunk = new Map<Side, LetStmt[]>();

  constructor(private readonly region: Region) {
    for (const stmt of region.body) if (stmt.tag === 'let') this.uses.set(stmt.value, []);
    region.yields.forEach((value) => this.use(value, null));
    for (const stmt of region.body) {
      usesOf(stmt).forEach((value) => this.use(value, null));
      if (stmt.tag === 'if') {
        this.inside(stmt.then, this.sideOf(stmt, true));
        this.inside(stmt.otherwise, this.sideOf(stmt, false));
      } else for (const inner of regionsOf(stmt)) this.inside(inner, null);
    }
  }

  private sideOf(stmt: IfStmt, isThen: boolean): Side {
    const side = { stmt, isThen };
    this.sides.push(side);
    return side;
  }

  private use(value: Value, by: Side): void {
    this.uses.get(value)?.push(by);
  }

  private inside(region: Region, side: Side): void {
    region.yields.forEach((value) => this.use(value, side));
    for (const stmt of region.body) {
      usesOf(stmt).forEach((value) => this.use(value, side));
      for (const inner of regionsOf(stmt)) this.inside(inner, side);
    }
  }

  /** The region without what has moved into its branches. */
  moved(): Region {
    const { body } = this.region;
    // From the last one on, so that what only moved statements use moves, too.
    for (let k = body.length - 1; k >= 0; k--) this.sink(body[k], k);
    if (this.sunk.size === 0) return this.region;
    const all = new Set<Stmt>([...this.sunk.values()].flat());
    const left = body.filter((stmt) => !all.has(stmt));
    return { ...this.region, body: left.map((stmt) => (stmt.tag === 'if' ? this.if(stmt) : stmt)) };
  }

  private sink(stmt: Stmt, at: number): void {
    if (stmt.tag !== 'let' || !isMovable(stmt.op)) return;
    const by = this.uses.get(stmt.value)!;
    const [side] = by;
    if (!side || by.some((one) => one !== side)) return;
    if (stmt.op.tag === 'load') {
      const { body } = this.region;
      for (let k = at + 1; body[k] !== side.stmt; k++) if (writes(body[k])) return;
    }
    this.sunk.set(side, [stmt, ...(this.sunk.get(side) ?? [])]);
    for (const arg of stmt.op.args) {
      const uses = this.uses.get(arg);
      uses?.splice(uses.indexOf(null), 1, side);
    }
  }

  private if(stmt: IfStmt): IfStmt {
    const [then, otherwise] = [true, false].map((isThen) => {
      const of = isThen ? stmt.then : stmt.otherwise;
      const side = this.sides.find((one) => one?.stmt === stmt && one.isThen === isThen)!;
      return { ...of, body: [...(this.sunk.get(side) ?? []), ...of.body] };
    });
    return { ...stmt, then, otherwise };
  }
}

function inRegion(region: Region): Region {
  const moved = new Sinking(region).moved();
  return { ...moved, body: moved.body.map((stmt) => inRegions(stmt, inRegion)) };
}

/** The function whose branches read for themselves what nobody else reads. */
export const sunk = (f: Func): Func => mapped(f, inRegion);
