/**
 * Decides on unroll and jam: two steps of a loop are taken side by side, piece by piece, with their inner loops
 * as one loop. While one step waits for a sum of products, the processor then works at the other step. Each step
 * keeps its own order. So only what one step leaves to the next one matters. O(size of the loop).
 */
import {
  definedBy,
  isArray,
  regionsOf,
  statementsIn,
  usesOf,
  type ForStmt,
  type Region,
  type Stmt,
  type StoreStmt,
  type Value,
} from '../ir/ir.js';
import { operations } from '../ir/op-table.js';
import { isWritten } from '../ir/rows.js';
import type { Definitions } from './definitions.js';
import type { Roots } from './roots.js';

/** The difference of an inner loop between the two steps: none, or one of them has one turn more. */
export type Difference =
  'none' | { readonly isOfFirst: boolean; readonly where: 'at its end' | 'at its beginning' };
/** The inner loops that both steps take as one. */
export type Shared = ReadonlyMap<Stmt, Difference>;

/** Statements that follow each other without an inner loop between them: first those of one step, then of the other. */
interface Piece {
  readonly place: number;
  /**
   * True if the piece is not inside an inner loop. Then one step does all of it before the other step
   * begins it.
   */
  readonly isOutside: boolean;
}

/** The most statements of such a loop. A larger loop keeps the processor busy by itself. */
const LARGEST = 150;

/** The inner loops that both steps take as one; null if the steps have to follow each other. */
export function abreast(loop: ForStmt, roots: Roots, definitions: Definitions): Shared | null {
  return new Abreast(loop, roots, definitions).found();
}

class Abreast {
  private readonly all: readonly Stmt[];
  private readonly definitions = new Map<Value, Stmt>();
  private readonly uses = new Map<Value, Piece[]>();
  private readonly pieces = new Map<Stmt, Piece>();
  private readonly fused = new Map<Stmt, Difference>();
  /** The counters of the loops that both steps take as one, and what these counters are after the loops. */
  private readonly counters = new Set<Value>();
  /** The blocks that are kept and taken where both steps meet. */
  private readonly blocks = { keep: new Set<number>(), take: new Set<number>() };
  private count = 0;

  constructor(
    private readonly loop: ForStmt,
    private readonly roots: Roots,
    private readonly outer: Definitions,
  ) {
    this.all = [...statementsIn(loop.body)];
    for (const stmt of this.all)
      for (const value of definedBy(stmt)) this.definitions.set(value, stmt);
  }

  found(): Shared | null {
    const { loop, all } = this;
    if (loop.go !== undefined || all.length > LARGEST) return null;
    if (loop.body.params.some(({ type }) => isArray(type))) return null;
    if (all.some(({ tag }) => tag === 'mark' || tag === 'forget')) return null;
    this.cut(loop.body, null);
    const isRight =
      this.fused.size > 0 &&
      this.keepsRight() &&
      this.carriesRight() &&
      this.storesRight() &&
      this.endsRight();
    return isRight ? this.fused : null;
  }

  private cut({ body }: Region, around: Piece | null): void {
    let piece: Piece | null = null;
    for (const stmt of body) {
      const difference = stmt.tag === 'for' ? this.differenceOf(stmt) : null;
      if (stmt.tag === 'for' && difference !== null) {
        piece = null;
        const inside = around ?? { place: this.count++, isOutside: false };
        this.fused.set(stmt, difference);
        this.counters.add(stmt.counter);
        if (difference === 'none') this.counters.add(stmt.end);
        this.note(stmt, inside);
        this.cut(stmt.body, inside);
        stmt.body.yields.forEach((value) => this.use(value, inside));
      } else if ((stmt.tag === 'keep' || stmt.tag === 'take') && around !== null) {
        piece = null;
        this.blocks[stmt.tag].add(stmt.block);
        this.note(stmt, around);
      } else {
        piece ??= around === null ? { place: this.count++, isOutside: true } : { ...around };
        this.noteAll(stmt, piece);
      }
    }
  }

  private note(stmt: Stmt, piece: Piece): void {
    this.pieces.set(stmt, piece);
    usesOf(stmt).forEach((value) => this.use(value, piece));
  }

  private noteAll(stmt: Stmt, piece: Piece): void {
    this.note(stmt, piece);
    for (const region of regionsOf(stmt)) {
      region.body.forEach((inner) => this.noteAll(inner, piece));
      region.yields.forEach((value) => this.use(value, piece));
    }
  }

  private use(value: Value, piece: Piece): void {
    const users = this.uses.get(value);
    if (users === undefined) this.uses.set(value, [piece]);
    else users.push(piece);
  }

  /** The difference of an inner loop between both steps; null if they cannot share it. */
  private differenceOf({ go, from, to, step, by }: ForStmt): Difference | null {
    if (go !== undefined || !this.isSame(step)) return null;
    if (this.isSame(from) && this.isSame(to)) return 'none';
    const [way, turn] = [this.constant(this.loop.step), this.constant(step)];
    if (way === null || Math.abs(way) !== 1) return null;
    const isOfFirst = way === -1;
    if (turn === 1 && (by === 'lt' || by === 'le') && this.isSame(from) && this.isMoving(to))
      return { isOfFirst, where: 'at its end' };
    if (turn === -1 && (by === 'gt' || by === 'ge') && this.isSame(to) && this.isMoving(from))
      return { isOfFirst, where: 'at its beginning' };
    return null;
  }

  /**
   * True if a value is the counter of the steps, or less by a whole number: so both differ by exactly
   * 1.
   */
  private isMoving(value: Value): boolean {
    if (value === this.loop.counter) return true;
    const stmt = this.definitions.get(value);
    if (stmt?.tag !== 'let' || stmt.op.tag !== 'prim' || stmt.op.row !== 'sub') return false;
    const [one, less] = stmt.op.args;
    const by = this.constant(less);
    return one === this.loop.counter && by !== null && Number.isInteger(by) && by > 0 && by < 1e6;
  }

  private constant(value: Value): number | null {
    const stmt = this.outer.get(value)?.stmt;
    if (stmt?.tag !== 'let' || stmt.op.tag !== 'const') return null;
    return typeof stmt.op.value === 'number' ? stmt.op.value : null;
  }

  private isSame = (value: Value): boolean => {
    if (this.counters.has(value)) return true;
    const stmt = this.definitions.get(value);
    if (stmt === undefined)
      return value !== this.loop.counter && !this.loop.body.params.includes(value);
    if (stmt.tag !== 'let') return false;
    const { op } = stmt;
    if (op.tag === 'const') return true;
    if (op.tag === 'prim') return isWritten(op.row) && op.args.every(this.isSame);
    if (op.tag !== 'length') return false;
    const [array] = op.args;
    const made = this.definitions.get(array);
    if (made === undefined) return this.isSame(array);
    return made.tag === 'let' && made.op.tag === 'alloc' && made.op.args.every(this.isSame);
  };

  /**
   * True if nobody asks where a loop that is longer in one of the steps has ended, and nothing is kept
   * in it.
   */
  private endsRight(): boolean {
    return [...this.fused].every(
      ([stmt, difference]) =>
        difference === 'none' ||
        (!this.isUsed((stmt as ForStmt).end) &&
          regionsOf(stmt).every((inner) =>
            [...statementsIn(inner)].every(({ tag }) => tag !== 'keep' && tag !== 'take'),
          )),
    );
  }

  private isUsed = (value: Value): boolean =>
    this.uses.has(value) || this.loop.body.yields.includes(value);

  /**
   * True if both steps meet wherever a block is kept or taken, so that each block that both keep is one
   * that both take.
   */
  private keepsRight(): boolean {
    const { keep, take } = this.blocks;
    const stmts = this.all.filter(({ tag }) => tag === 'keep' || tag === 'take');
    const [first, ...others] = stmts.map((stmt) => this.pieces.get(stmt)!);
    // Then one step keeps or takes all of its own before the other one does.
    if (first?.isOutside && others.every((piece) => piece === first)) return true;
    const isMet = stmts.length === keep.size + take.size;
    return isMet && keep.size === take.size && [...keep].every((block) => take.has(block));
  }

  /** True if each carried number is computed before the next step uses it. */
  private carriesRight(): boolean {
    const { params, yields } = this.loop.body;
    return params.every((param, k) => {
      const given = this.definitions.get(yields[k]);
      const piece = given && this.pieces.get(given);
      if (piece === undefined) return true;
      const users = this.uses.get(param) ?? [];
      return users.every((user) => piece.place < user.place || (user === piece && piece.isOutside));
    });
  }

  /**
   * True if stores into arrays from before the step do no harm: all that touches such an array adds to
   * slopes, or stands in one piece outside of inner loops.
   */
  private storesRight(): boolean {
    const { roots } = this;
    if (this.all.some(({ tag }) => tag === 'call')) return false;
    const own = new Set<Value>();
    const stored = new Set<Value>();
    const touching = new Map<Value, Stmt[]>();
    const touch = (array: Value, stmt: Stmt): boolean => {
      const known = roots(array);
      for (const root of known) touching.set(root, [...(touching.get(root) ?? []), stmt]);
      return known.size > 0;
    };
    for (const stmt of this.all) {
      if (stmt.tag === 'store' || stmt.tag === 'check') {
        if (!touch(stmt.array, stmt)) return false;
        if (stmt.tag === 'store') roots(stmt.array).forEach((root) => stored.add(root));
      }
      if (stmt.tag !== 'let') continue;
      if (stmt.op.tag === 'alloc') own.add(stmt.value);
      const isRead = operations[stmt.op.tag].reads === 'elements';
      if (isRead && !touch(stmt.op.args[0]!, stmt)) return false;
    }
    const sums = this.sums();
    return [...stored].every((root) => {
      if (own.has(root)) return true;
      const stmts = touching.get(root)!;
      const [first, ...others] = stmts.map((stmt) => this.pieces.get(stmt)!);
      if (first.isOutside && others.every((piece) => piece === first)) return true;
      return stmts.every((stmt) => sums.has(stmt));
    });
  }

  /**
   * Finds the stores that add to a slope, with the loads of the same elements. Their order may change, since slopes
   * may round otherwise. Numbers of the function itself keep their order, and so their bits.
   */
  private sums(): Set<Stmt> {
    const sums = new Set<Stmt>();
    const visit = ({ body }: Region): void => {
      body.forEach((stmt, end) => {
        regionsOf(stmt).forEach(visit);
        if (stmt.tag !== 'store' || stmt.isSlope !== true) return;
        const load = this.summand(stmt, stmt.value);
        const begin = load === null ? -1 : body.indexOf(load);
        if (load === null || begin < 0) return;
        if (this.pieces.get(load) !== this.pieces.get(stmt)) return;
        const between = body.slice(begin + 1, end);
        if (between.some((one) => this.mayStore(one, stmt.array))) return;
        sums.add(load).add(stmt);
      });
    };
    visit(this.loop.body);
    return sums;
  }

  /** The load of the element that a store adds to; null if it does something else. */
  private summand(store: StoreStmt, of: Value): Stmt | null {
    const stmt = this.definitions.get(of);
    const isUsedOnce = this.uses.get(of)?.length === 1 && !this.loop.body.yields.includes(of);
    if (stmt?.tag !== 'let' || !isUsedOnce) return null;
    const { op } = stmt;
    if (op.tag === 'load')
      return op.args[0] === store.array && op.args[1] === store.index ? stmt : null;
    if (op.tag !== 'prim' || (op.row !== 'add' && op.row !== 'sub')) return null;
    const [one, other] = op.args;
    return this.summand(store, one) ?? (op.row === 'add' ? this.summand(store, other) : null);
  }

  private mayStore(stmt: Stmt, array: Value): boolean {
    if (stmt.tag === 'store') {
      const known = this.roots(array);
      return [...this.roots(stmt.array)].some((root) => known.has(root));
    }
    return regionsOf(stmt).some(({ body }) => body.some((inner) => this.mayStore(inner, array)));
  }
}
