/**
 * The reverse sweep of numbers that a loop only selects (analyse/selections.ts). The last step that selected
 * is taken back, and no other one: the augmented primal remembers which it was, and what this step needs, in
 * variables (selecting.ts).
 */
import type { Activity } from '../../analyse/activity.js';
import { givenBy, selectionsIn, type Selection } from '../../analyse/selections.js';
import type { Builder } from '../../ir/build.js';
import { value } from '../../ir/build.js';
import { isArray, type ForStmt, type Region, type Stmt, type Value } from '../../ir/ir.js';
import { barOf, scopeOf, type Cotangents, type Scope } from './cotangents.js';
import { mirrorOf, type Kept, type Mirror } from './kept.js';

/** The values that a loop remembers from the last step that selected. */
export interface Remembered extends Selection {
  /** The counter of that step. */
  readonly last: Value;
  /** Values of that step, and their names behind the loop. */
  readonly handed: ReadonlyMap<Value, Value>;
}

/** The cotangents of what a loop selects, where they are not 0. */
type Shares = readonly (Value | undefined)[];

/** The reverse sweep of the last step that selected, before it stands anywhere. */
interface Step extends Pick<Remembered, 'last' | 'handed'> {
  readonly at: Value;
  /** True if any step selected. */
  readonly test: Value;
  readonly scope: Scope;
  readonly made: Region;
}

interface Tools {
  readonly builder: Builder;
  readonly cotangents: Cotangents;
  readonly activity: Activity;
  readonly kept: Kept;
  readonly isCount: (of: Value) => boolean;
  /** Where values live that the augmented primal has in addition. */
  readonly added: Map<Value, Region>;
  readonly give: (scope: Scope, to: Value, share: Value) => void;
  /** The reverse sweep of some statements of a scope. */
  readonly statements: (scope: Scope, stmts: readonly Stmt[]) => void;
  readonly region: (mirror: Mirror, fill: () => readonly Value[]) => Region;
}

/** True if a loop that counts goes up. */
export const isUp = ({ by }: ForStmt): boolean => by === 'lt' || by === 'le';

export class Selected {
  readonly loops = new Map<Stmt, Remembered[]>();

  constructor(private readonly tools: Tools) {}

  /** Takes back what a loop selects. The result is the places of these numbers among what it carries. */
  take(loop: ForStmt, around: Scope): ReadonlySet<number> {
    const { activity, isCount, kept } = this.tools;
    const done = new Set<number>();
    // No step is before the first one only where the start is small.
    if (!isCount(loop.from)) return done;
    for (const selection of selectionsIn(loop, activity)) {
      const given = selection.places.map((place) => around.cotangents.get(loop.results[place]));
      if (given.some((share) => share !== undefined)) {
        const made = kept.attempt(loop.body, () => this.one(loop, selection, given, around));
        if (made === null) continue;
        this.finish(loop, selection, given, around, made);
      }
      for (const place of selection.places) done.add(place);
    }
    return done;
  }

  /** The reverse sweep of the last step that selected; null where it needs an array. */
  private one(loop: ForStmt, selection: Selection, given: Shares, around: Scope): Step | null {
    const { builder, kept, added, region } = this.tools;
    const { body } = loop;
    const handed = new Map<Value, Value>();
    let isHanded = true;
    const outside = (name: string, type: Value['type']): Value => {
      const made = value(name, type);
      added.set(made, around.region);
      return made;
    };
    const hand = (of: Value): Value => {
      if (isArray(of.type) || of.type === 'host') isHanded = false;
      const made = outside(of.name, of.type === 'i32' ? 'f64' : of.type);
      handed.set(of, made);
      return kept.need(made);
    };
    const last = outside('last', 'f64');
    const at = kept.need(last);
    const test = builder.compare(isUp(loop) ? 'ge' : 'le', at, kept.need(loop.from));
    const scope = scopeOf('branch', body, around);
    const mirror = mirrorOf(body, hand);
    mirror.again.set(loop.counter, at);
    const made = region(mirror, () => {
      this.choice(selection, given, scope, hand);
      const before = body.body.slice(0, body.body.indexOf(selection.choice.stmt));
      this.tools.statements(scope, before);
      return [];
    });
    return isHanded ? { last, at, handed, test, scope, made } : null;
  }

  private finish(
    loop: ForStmt,
    selection: Selection,
    given: Shares,
    around: Scope,
    { last, at, handed, test, scope, made }: Step,
  ): void {
    const { builder, cotangents, kept, activity, give } = this.tools;
    const { choice, places } = selection;
    const starts = places.flatMap((place, k) => {
      const [init, share] = [loop.inits[place], given[k]];
      return share !== undefined && activity.has(init) ? [{ init, share }] : [];
    });
    const zero = builder.constant(0);
    const changed = [...scope.cotangents.keys()].filter((of) => kept.homeOf(of) !== loop.body);
    const before = changed.map((of) => cotangents.orZero(around, of));
    const after = changed.map((of) => scope.cotangents.get(of)!);
    const otherwise = builder.region([], () => {
      // Where a number met NaN, no gradient flows to what was before.
      const isNumber =
        choice.tag === 'order' && starts.length > 0 ? builder.compare('eq', at, at) : null;
      const shareOf = (share: Value) =>
        isNumber === null ? share : builder.choose(isNumber, share, zero);
      return [...before, ...starts.map(({ share }) => shareOf(share))];
    });
    const sums = changed.map(({ name }) => value(barOf(name), 'f64'));
    const slopes = starts.map(({ init }) => value(barOf(init.name), 'f64'));
    builder.add({
      tag: 'if',
      test,
      then: { ...made, yields: [...after, ...starts.map(() => zero)] },
      otherwise,
      results: [...sums, ...slopes],
      line: loop.line,
    });
    changed.forEach((of, k) => around.cotangents.set(of, sums[k]));
    starts.forEach(({ init }, k) => give(around, init, slopes[k]));
    this.loops.set(loop, [...(this.loops.get(loop) ?? []), { ...selection, last, handed }]);
  }

  /** The shares that the step that selected gives to the values that it took. */
  private choice(
    { choice, places }: Selection,
    given: Shares,
    scope: Scope,
    hand: (of: Value) => Value,
  ): void {
    const { builder, give, region, statements, kept } = this.tools;
    const values = givenBy(choice, scope.region, places);
    const giveAll = (to: Scope): void =>
      values.forEach((taken, k) => {
        if (given[k] !== undefined) give(to, taken, given[k]);
      });
    if (choice.tag !== 'branch') {
      giveAll(scope);
      return;
    }
    const side = choice.isThen ? choice.stmt.then : choice.stmt.otherwise;
    const inner = scopeOf('branch', side, scope);
    const made = region(mirrorOf(side, hand), () => {
      giveAll(inner);
      statements(inner, side.body);
      return [];
    });
    builder.append(made.body);
    for (const [of, share] of inner.cotangents)
      if (kept.homeOf(of) !== side) scope.cotangents.set(of, share);
  }
}
