/**
 * Takes loops back at once: where a loop only adds (analyse/adding-loops.ts), and the cotangents of its sums are
 * known before it, each step is followed by its own way back. Then nothing of the loop is kept, and nothing is
 * computed again.
 */
import type { Builder } from '../../ir/build.js';
import { value } from '../../ir/build.js';
import type { ForStmt, Op, Region, Stmt, Value, WhileStmt } from '../../ir/ir.js';
import { scopeOf, type Cotangents, type Scope } from './cotangents.js';
import { mirrorOf, type Kept, type Mirror } from './kept.js';

type Loop = ForStmt | WhileStmt;

/** What such a loop has in addition. */
export interface Back {
  /** What the way back needs before the loop. */
  readonly before: readonly Stmt[];
  /** The way back of a step. */
  readonly body: readonly Stmt[];
  /** The sums of cotangents that the loop carries. */
  readonly inits: readonly Value[];
  readonly params: readonly Value[];
  readonly yields: readonly Value[];
  readonly results: readonly Value[];
}

interface Tools {
  readonly builder: Builder;
  readonly cotangents: Cotangents;
  readonly kept: Kept;
  readonly isSum: (loop: Loop, around: Region) => boolean;
  readonly give: (scope: Scope, to: Value, share: Value) => void;
  /** The way back of the statements of a scope. */
  readonly statements: (scope: Scope) => void;
  readonly region: (mirror: Mirror, fill: () => readonly Value[]) => Region;
}

export class Together {
  readonly backs = new Map<Stmt, Back>();
  /** Values of the way back that are known before loops. */
  private readonly early = new Set<Value>();

  constructor(private readonly tools: Tools) {}

  /** Says what is given to the way back, and so is known everywhere. */
  begin(given: readonly Value[]): void {
    for (const of of given) if (this.tools.builder.definition(of) === undefined) this.early.add(of);
  }

  /** Writes the way back of a loop into the loop. The result is false for any other loop. */
  take(loop: Loop, around: Scope): boolean {
    const { cotangents, give, isSum, kept, region, statements } = this.tools;
    if (around.kind === 'branch' || !kept.isPresent(around.region)) return false;
    const given = loop.results.map((result) => around.cotangents.get(result));
    if (given.every((share) => share === undefined) || !isSum(loop, around.region)) return false;
    const before = new Before();
    const shares = given.map(
      (share) => share && this.known(share, { region: around.region, loop, before }),
    );
    if (shares.includes(null)) return false;
    const { body } = loop;
    const scope = scopeOf('body', body, around);
    kept.stay(body);
    const made = region(mirrorOf(body), () => {
      body.yields.forEach((yielded, k) => {
        if (shares[k]) give(scope, yielded, shares[k]);
      });
      statements(scope);
      return scope.carried.map(({ of }) => scope.cotangents.get(of)!);
    });
    const zero = value('', 'f64');
    before.add(zero, { tag: 'const', value: 0, args: [] });
    const results = scope.carried.map(({ param: { name, type } }) => value(name, type));
    this.backs.set(loop, {
      before: before.stmts,
      body: made.body,
      inits: results.map(() => zero),
      params: scope.carried.map(({ param }) => param),
      yields: made.yields,
      results,
    });
    scope.carried.forEach(({ of }, k) => cotangents.add(around, of, results[k]));
    given.forEach((share, k) => {
      if (share !== undefined) give(around, loop.inits[k], share);
    });
    return true;
  }

  /** A value of the way back as it is known before a loop, or null if it is not. */
  private known(of: Value, place: Place): Value | null {
    if (this.early.has(of)) return of;
    const found = place.before.copies.get(of);
    if (found !== undefined) return found;
    const stmt = this.tools.builder.definition(of);
    if (stmt === undefined)
      return this.tools.kept.isBefore(of, place.region, place.loop) ? of : null;
    if (stmt.tag !== 'let' || stmt.op.tag === 'load') return null;
    const args = stmt.op.args.map((arg) => this.known(arg, place));
    if (args.includes(null)) return null;
    const copy = value(of.name, of.type);
    place.before.add(copy, { ...stmt.op, args } as Op);
    place.before.copies.set(of, copy);
    this.early.add(copy);
    return copy;
  }
}

interface Place {
  readonly region: Region;
  readonly loop: Loop;
  readonly before: Before;
}

class Before {
  readonly stmts: Stmt[] = [];
  readonly copies = new Map<Value, Value>();

  add(made: Value, op: Op): void {
    this.stmts.push({ tag: 'let', value: made, op });
  }
}
