/**
 * Decides whether two steps of a loop may be taken side by side: piece by piece, with their inner loops as one loop.
 * While one step waits for a sum of products, the processor then works at the other step. Each step keeps its own
 * order. So only what one step leaves to the next one matters. O(size of the loop).
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
import { isWritten } from '../ir/rows.js';
import type { Roots } from './roots.js';

/** Statements that follow each other without an inner loop between them: first those of one step, then of the other. */
interface Piece {
  readonly place: number;
  /** Whether the piece stands in no inner loop. Then one step does all of it before the other step begins it. */
  readonly isOutside: boolean;
}

/** The most statements of such a loop. A larger loop keeps the processor busy by itself. */
const LARGEST = 150;

/** The inner loops that both steps take as one; null if the steps have to follow each other. */
export function abreast(loop: ForStmt, roots: Roots): ReadonlySet<Stmt> | null {
  return new Abreast(loop, roots).found();
}

class Abreast {
  private readonly all: readonly Stmt[];
  private readonly definitions = new Map<Value, Stmt>();
  private readonly uses = new Map<Value, Piece[]>();
  private readonly pieces = new Map<Stmt, Piece>();
  private readonly fused = new Set<Stmt>();
  /** The counters of the loops that both steps take as one, and what these counters are after the loops. */
  private readonly counters = new Set<Value>();
  /** The blocks that are kept and taken where both steps meet. */
  private readonly blocks = { keep: new Set<number>(), take: new Set<number>() };
  private count = 0;

  constructor(
    private readonly loop: ForStmt,
    private readonly roots: Roots,
  ) {
    this.all = [...statementsIn(loop.body)];
    for (const stmt of this.all)
      for (const value of definedBy(stmt)) this.definitions.set(value, stmt);
  }

  found(): ReadonlySet<Stmt> | null {
    const { loop, all } = this;
    if (loop.go !== undefined || all.length > LARGEST) return null;
    if (loop.body.params.some(({ type }) => isArray(type))) return null;
    this.cut(loop.body, null);
    const isRight =
      this.fused.size > 0 && this.keepsRight() && this.carriesRight() && this.storesRight();
    return isRight ? this.fused : null;
  }

  private cut({ body }: Region, around: Piece | null): void {
    let piece: Piece | null = null;
    for (const stmt of body) {
      if (stmt.tag === 'for' && this.isFused(stmt)) {
        piece = null;
        const inside = around ?? { place: this.count++, isOutside: false };
        this.fused.add(stmt);
        this.counters.add(stmt.counter).add(stmt.end);
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

  /** Whether an inner loop has the same bounds in both steps, so that they can share it. */
  private isFused = ({ go, from, to, step }: ForStmt): boolean =>
    go === undefined && [from, to, step].every(this.isSame);

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
   * Whether both steps meet wherever a block is kept or taken, so that each block that both keep is one that both
   * take.
   */
  private keepsRight(): boolean {
    const { keep, take } = this.blocks;
    const stmts = this.all.filter(({ tag }) => tag === 'keep' || tag === 'take');
    const isMet = stmts.length === keep.size + take.size;
    return isMet && keep.size === take.size && [...keep].every((block) => take.has(block));
  }

  /** Whether each carried number is computed before the next step uses it. */
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
   * Whether stores into arrays from before the step do no harm: all that touches such an array adds to slopes, or
   * stands in one piece outside of inner loops.
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
      const isRead = stmt.op.tag === 'load' || stmt.op.tag === 'order';
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
