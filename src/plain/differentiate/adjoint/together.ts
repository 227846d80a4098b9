/**
 * Joint mode: statements that are followed by their reverse sweep at once, where the cotangents of their
 * results are known before them, and arrays allow it (analyse/followed.ts): loops that only add
 * (analyse/adding-loops.ts), of which each step is followed by its reverse sweep, branches, and calls, which
 * do both in one (halves.ts). Then nothing is kept, and nothing is computed again.
 */
import type { Followed, Loose } from '../../analyse/followed.js';
import type { Builder } from '../../ir/build.js';
import { value } from '../../ir/build.js';
import {
  statementsIn,
  type CallStmt,
  type ForStmt,
  type IfStmt,
  type Region,
  type Stmt,
  type Value,
  type WhileStmt,
} from '../../ir/ir.js';
import { barOf, scopeOf, type Cotangents, type Scope } from './cotangents.js';
import type { Called, Half } from './halves.js';
import { mirrorOf, type Kept, type Mirror } from './kept.js';
import { Before, KnownBefore } from './known-before.js';

type Loop = ForStmt | WhileStmt;

/** The additional parts of such a loop. */
export interface LoopBack {
  /** The statements that the reverse sweep needs before the loop. */
  readonly before: readonly Stmt[];
  /** The reverse sweep of a step. */
  readonly body: readonly Stmt[];
  /** The sums of cotangents that the loop carries. */
  readonly inits: readonly Value[];
  readonly params: readonly Value[];
  readonly yields: readonly Value[];
  readonly results: readonly Value[];
}

/** The additional parts of such a branch. */
export interface BranchBack {
  readonly before: readonly Stmt[];
  /** The reverse sweeps of both sides, which yield cotangents. */
  readonly then: Region;
  readonly otherwise: Region;
  readonly results: readonly Value[];
}

/** The additional parts of such a call. */
export interface CallBack {
  readonly before: readonly Stmt[];
  /** The cotangents that it is given, and those that it gives. */
  readonly seeds: readonly Value[];
  readonly slopes: readonly Value[];
}

export interface Backs {
  readonly loops: ReadonlyMap<Stmt, LoopBack>;
  readonly branches: ReadonlyMap<Stmt, BranchBack>;
  readonly calls: ReadonlyMap<Stmt, CallBack>;
}

interface Tools {
  readonly builder: Builder;
  readonly cotangents: Cotangents;
  readonly kept: Kept;
  readonly halves: ReadonlyMap<string, Half>;
  readonly called: Called;
  /**
   * The arrays that must be loose if a statement of a region is followed by its reverse sweep; null if it
   * may not be.
   */
  readonly reliesOn: (stmt: Followed, around: Region) => Loose | null;
  /** Says what must be loose. */
  readonly rely: (on: Loose) => void;
  readonly give: (scope: Scope, to: Value, share: Value) => void;
  /** The reverse sweep of the statements of a scope. */
  readonly statements: (scope: Scope) => void;
  readonly region: (mirror: Mirror, fill: () => readonly Value[]) => Region;
}

/** Cotangents that are known before a statement, where it has some. */
type Shares = readonly (Value | undefined)[];

/** A branch without loops and calls keeps little. */
const isLong = ({ then, otherwise }: IfStmt): boolean =>
  [then, otherwise].some((side) =>
    [...statementsIn(side)].some(({ tag }) => tag === 'for' || tag === 'while' || tag === 'call'),
  );

export class Together implements Backs {
  readonly loops = new Map<Stmt, LoopBack>();
  readonly branches = new Map<Stmt, BranchBack>();
  readonly calls = new Map<Stmt, CallBack>();
  private readonly known: KnownBefore;

  constructor(private readonly tools: Tools) {
    this.known = new KnownBefore(tools.builder, tools.kept);
  }

  /** Says what is given to the reverse sweep, and so is known everywhere. */
  begin(given: readonly Value[]): void {
    this.known.begin(given);
  }

  /** Lets the reverse sweep of a statement follow it; false if it may not. */
  take(stmt: Followed, around: Scope): boolean {
    const { cotangents, kept, reliesOn, rely } = this.tools;
    if (around.kind === 'branch' || !kept.isPresent(around.region)) return false;
    if (stmt.tag === 'if' && !isLong(stmt)) return false;
    const given = stmt.results.map((result) => cotangents.of(around, result));
    if (stmt.tag !== 'call' && given.every((share) => share === undefined)) return false;
    const relied = reliesOn(stmt, around.region);
    if (relied === null) return false;
    const before = new Before(around.region, stmt);
    const shares = given.map((share) => share && this.known.of(share, before));
    if (!isKnown(shares)) return false;
    rely(relied);
    if (stmt.tag === 'if') this.branch(stmt, shares, before, around);
    else if (stmt.tag === 'call') this.call(stmt, shares, before, around);
    else this.loop(stmt, shares, before, around);
    return true;
  }

  private loop(loop: Loop, shares: Shares, before: Before, around: Scope): void {
    const { cotangents, give } = this.tools;
    const scope = scopeOf('body', loop.body, around);
    const made = this.region(scope, shares, () =>
      scope.carried.map(({ of }) => scope.cotangents.get(of)!),
    );
    const results = scope.carried.map(({ param: { name, type } }) => value(name, type));
    const given = loop.results.map((result) => around.cotangents.get(result));
    this.loops.set(loop, {
      before: before.stmts,
      body: made.body,
      inits: results.map(() => before.zero),
      params: scope.carried.map(({ param }) => param),
      yields: made.yields,
      results,
    });
    scope.carried.forEach(({ of }, k) => cotangents.add(around, of, results[k]));
    given.forEach((share, k) => {
      if (share !== undefined) give(around, loop.inits[k], share);
    });
  }

  private branch(stmt: IfStmt, shares: Shares, before: Before, around: Scope): void {
    const { cotangents, kept } = this.tools;
    const sides = [stmt.then, stmt.otherwise].map((region) => {
      const scope = scopeOf('apart', region, around);
      return { scope, made: this.region(scope, shares, () => []) };
    });
    const outer = sides.flatMap(({ scope }) =>
      [...scope.cotangents.keys()].filter((of) => kept.homeOf(of) !== scope.region),
    );
    const changed = [...new Set(outer)];
    const [then, otherwise] = sides.map(({ scope, made }) => ({
      ...made,
      yields: changed.map((of) => scope.cotangents.get(of) ?? before.zero),
    }));
    const results = changed.map(({ name }) => value(barOf(name), 'f64'));
    this.branches.set(stmt, { before: before.stmts, then, otherwise, results });
    changed.forEach((of, k) => cotangents.add(around, of, results[k]));
  }

  private call(stmt: CallStmt, shares: Shares, before: Before, around: Scope): void {
    const { called, give, halves } = this.tools;
    const half = halves.get(stmt.of)!;
    const { inputs, outputs } = half;
    called.both(half);
    const slopes = inputs.map((k) => value(barOf(stmt.args[k].name), 'f64'));
    const seeds = outputs.map((k) => shares[k] ?? before.zero);
    this.calls.set(stmt, { before: before.stmts, seeds, slopes });
    inputs.forEach((k, n) => give(around, stmt.args[k], slopes[n]));
  }

  /** The reverse sweep of a region that follows it at once. */
  private region(scope: Scope, shares: Shares, yields: () => readonly Value[]): Region {
    const { give, kept, region, statements } = this.tools;
    kept.stay(scope.region);
    return region(mirrorOf(scope.region), () => {
      scope.region.yields.forEach((yielded, k) => {
        if (shares[k] !== undefined) give(scope, yielded, shares[k]);
      });
      statements(scope);
      return yields();
    });
  }
}

const isKnown = (shares: readonly (Value | null | undefined)[]): shares is Shares =>
  !shares.includes(null);
