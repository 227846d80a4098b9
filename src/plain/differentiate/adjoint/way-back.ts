/**
 * The reverse sweep: statements in the opposite order, each with what it does to cotangents. A loop runs
 * backwards by its index, or by the number of its steps.
 */
import { value } from '../../ir/build.js';
import {
  isArray,
  isList,
  type ForStmt,
  type IfStmt,
  type Region,
  type Stmt,
  type Value,
  type WhileStmt,
} from '../../ir/ir.js';
import { isAccumulating } from './accumulating.js';
import { barOf, scopeOf, type Scope } from './cotangents.js';
import { mirrorOf, type Mirror } from './kept.js';
import { reversed, type Range } from './reversed.js';
import { Selected, type Remembered } from './selected.js';
import { Stepwise } from './stepwise.js';
import { StraightLine, type Background } from './straight-line.js';
import { Together, type Backs } from './together.js';

export class WayBack extends StraightLine {
  readonly counts = new Map<WhileStmt, Value>();
  readonly wholes = new Map<ForStmt, readonly Value[]>();
  private readonly together: Together;
  private readonly selected: Selected;

  constructor(of: Background) {
    super(of);
    this.together = new Together({
      builder: this.builder,
      cotangents: this.cotangents,
      kept: of.kept,
      halves: of.halves,
      reliesOn: of.reliesOn,
      rely: of.rely,
      called: of.called,
      give: this.give.bind(this),
      statements: this.statements.bind(this),
      region: (mirror, fill) => this.region(mirror, [], fill),
    });
    this.selected = new Selected({
      builder: this.builder,
      cotangents: this.cotangents,
      activity: of.activity,
      kept: of.kept,
      isCount: (number) => of.counts.has(number),
      added: of.added,
      give: this.give.bind(this),
      statements: this.some.bind(this),
      region: (mirror, fill) => this.region(mirror, [], fill),
    });
  }

  /** The reverse sweeps that follow statements at once. */
  get backs(): Backs {
    return this.together;
  }

  /** The values that loops that select remember. */
  get remembered(): ReadonlyMap<Stmt, readonly Remembered[]> {
    return this.selected.loops;
  }

  /** The gradients of numbers, from cotangents of results. */
  run(
    region: Region,
    results: readonly Value[],
    seeds: readonly Value[],
    inputs: readonly Value[],
  ): Value[] {
    const scope = scopeOf('top', region, null);
    this.together.begin(seeds);
    results.forEach((result, k) => {
      if (!isArray(result.type)) this.give(scope, result, seeds[k]);
      else if (this.isActive(result)) this.seed(this.of.shadows.of(result), seeds[k]);
    });
    this.statements(scope);
    return inputs.map((input) => this.cotangents.orZero(scope, input));
  }

  /** Adds cotangents to a shadow, element by element. */
  private seed(shadow: Value, seeds: Value): void {
    const { builder } = this;
    builder.each(builder.constant(0), builder.length(shadow), builder.constant(1), (i) => {
      const given = builder.element(seeds, i);
      if (isList(shadow.type)) this.seed(builder.element(shadow, i), given);
      else builder.addSlope(shadow, i, given);
    });
  }

  private statements(scope: Scope): void {
    this.some(scope, scope.region.body);
  }

  /** The reverse sweep of some statements of a scope. */
  private some(scope: Scope, stmts: readonly Stmt[]): void {
    for (const stmt of [...stmts].reverse()) {
      if (stmt.tag === 'let') this.let(stmt, scope);
      else if (stmt.tag === 'store') this.store(stmt, scope);
      else if (stmt.tag === 'keep' || stmt.tag === 'take') this.kept(stmt, scope);
      else if (stmt.tag === 'host') this.host(stmt, scope);
      else if (stmt.tag === 'call') {
        if (this.of.halves.has(stmt.of) && !this.together.take(stmt, scope)) this.call(stmt, scope);
      } else if (stmt.tag !== 'if' && stmt.tag !== 'for' && stmt.tag !== 'while') continue;
      else if (this.together.take(stmt, scope)) continue;
      else if (stmt.tag === 'if') this.if(stmt, scope);
      else if (stmt.tag === 'for') this.for(stmt, scope);
      else this.while(stmt, scope);
    }
  }

  /** The reverse sweep of a region: what it takes, what it computes again, and what `fill` adds. */
  region(mirror: Mirror, params: readonly Value[], fill: () => readonly Value[]): Region {
    this.of.kept.enter(mirror);
    const region = this.builder.region(params, fill);
    const block = this.of.kept.leave(mirror);
    const values = mirror.taken;
    const { stack } = this.of.keptCotangents;
    const taken = values.length > 0 ? [{ tag: 'take', block, stack, values } as const] : [];
    return { ...region, body: [...taken, ...mirror.prologue, ...region.body] };
  }

  private if({ test, then, otherwise, results, line }: IfStmt, around: Scope): void {
    const given = results.map((result) => around.cotangents.get(result));
    const sides = [then, otherwise].map((region) => {
      const scope = scopeOf('branch', region, around);
      const made = this.region(mirrorOf(region), [], () => {
        given.forEach((cotangent, k) => {
          if (cotangent !== undefined) this.give(scope, region.yields[k], cotangent);
        });
        this.statements(scope);
        return [];
      });
      return { scope, made };
    });
    const outer = new Set(
      sides.flatMap(({ scope }) =>
        [...scope.cotangents.keys()].filter((of) => this.of.kept.homeOf(of) !== scope.region),
      ),
    );
    if (outer.size === 0 && sides.every(({ made }) => made.body.length === 0)) return;
    const changed = [...outer];
    const before = changed.map((of) => this.cotangents.orZero(around, of));
    const [one, other] = sides.map(({ scope, made }) => ({
      ...made,
      yields: changed.map((of, k) => scope.cotangents.get(of) ?? before[k]),
    }));
    const after = changed.map((of) => value(barOf(of.name), 'f64'));
    this.builder.add({
      tag: 'if',
      test: this.need(test),
      then: one,
      otherwise: other,
      results: after,
      line,
    });
    changed.forEach((of, k) => around.cotangents.set(of, after[k]));
  }

  /** The body of a loop in the reverse sweep, with what it carries. */
  private body(
    stmt: ForStmt | WhileStmt,
    around: Scope,
    counter: Value | null,
    done?: ReadonlySet<number>,
  ) {
    const { body, inits, results } = stmt;
    const places = this.placesIn(stmt).filter((place) => done?.has(place) !== true);
    const starts = places.map((k) => around.cotangents.get(results[k]));
    const params = places.map((k) => value(barOf(body.params[k].name), 'f64'));
    const scope = scopeOf('body', body, around);
    const mirror = mirrorOf(body);
    if (counter !== null && stmt.tag === 'for') mirror.again.set(stmt.counter, counter);
    const stepwise = new Stepwise(stmt, this.of, this.builder);
    const made = this.region(mirror, params, () => {
      stepwise.begin(mirror);
      places.forEach((k, n) => this.give(scope, body.yields[k], params[n]));
      this.statements(scope);
      const next = places.map((k) => this.cotangents.orZero(scope, body.params[k]));
      return [
        ...next,
        ...scope.carried.map(({ of }) => scope.cotangents.get(of)!),
        ...stepwise.yields,
      ];
    });
    const carried = scope.carried.map(({ of }) => of);
    const zero = starts.includes(undefined) ? this.builder.constant(0) : null;
    const begin = [
      ...starts.map((start) => start ?? zero!),
      ...carried.map((of) => this.cotangents.orZero(around, of)),
      ...stepwise.inits(),
    ];
    const carrying = scope.carried.map(({ param }) => param);
    const region = { ...made, params: [...params, ...carrying, ...stepwise.params] };
    const ends = region.params.map(({ name, type }) => value(name, type));
    const finish = () => {
      carried.forEach((of, k) => around.cotangents.set(of, ends[places.length + k]));
      places.forEach((k, n) => this.give(around, inits[k], ends[n]));
      stepwise.end(ends.slice(places.length + carried.length));
    };
    const isIdle = region.params.length === 0 && made.body.length === 0;
    return { region, begin, ends, finish, isIdle };
  }

  /** The places of numbers that gradients flow through among what a loop carries. */
  private placesIn = ({ body }: ForStmt | WhileStmt): readonly number[] =>
    body.params.flatMap((param, k) => (this.of.activity.has(param) ? [k] : []));

  private for(stmt: ForStmt, around: Scope): void {
    const done = this.selected.take(stmt, around);
    // What selects changes nothing else.
    const isDone = done.size > 0 && done.size === this.placesIn(stmt).length;
    if (isDone && !this.of.shadows.renewed.has(stmt)) return;
    if (isAccumulating(stmt, this.of.activity) && this.again(stmt, around)) return;
    const counter = value(stmt.counter.name, 'f64');
    const { region, begin, ends, finish, isIdle } = this.body(stmt, around, counter, done);
    if (isIdle) return;
    const { kept, counts } = this.of;
    this.of.runAgain?.before(stmt, around, this.builder);
    const isCount = (number: Value) => counts.has(number);
    const unknown = [stmt.from, stmt.step].filter((number) => !isCount(number));
    if (unknown.length > 0) this.wholes.set(stmt, unknown);
    const tools = { builder: this.builder, need: this.need, constantOf: kept.constantOf, isCount };
    this.loop(counter, reversed(stmt, tools), begin, region, ends, stmt.line);
    finish();
  }

  private loop(
    counter: Value,
    range: Range,
    inits: readonly Value[],
    body: Region,
    results: readonly Value[],
    line: number | undefined,
  ): void {
    const end = value(counter.name, 'f64');
    this.builder.add({ tag: 'for', counter, ...range, inits, body, results, end, line });
  }

  /** A loop forwards, in its reverse sweep (accumulating.ts); false if it would have to keep something. */
  private again(stmt: ForStmt, around: Scope): boolean {
    const { body, inits, results } = stmt;
    const { activity } = this.of;
    const places = body.params.flatMap((param, k) => (activity.has(param) ? [] : [k]));
    const counter = value(stmt.counter.name, 'f64');
    const params = places.map((k) => value(body.params[k].name, body.params[k].type));
    const scope = scopeOf('body', body, around);
    const mirror = mirrorOf(body);
    mirror.again.set(stmt.counter, counter);
    places.forEach((k, n) => mirror.again.set(body.params[k], params[n]));
    const shares = results.map((result) => around.cotangents.get(result));
    const made = this.region(mirror, [], () => {
      shares.forEach((share, k) => {
        if (share !== undefined) this.give(scope, body.yields[k], share);
      });
      this.statements(scope);
      const next = places.map((k) => this.need(body.yields[k]));
      return [...next, ...scope.carried.map(({ of }) => scope.cotangents.get(of)!)];
    });
    if (mirror.kept.length > 0) return false;
    const carried = scope.carried.map(({ of }) => of);
    const region = { ...made, params: [...params, ...scope.carried.map(({ param }) => param)] };
    const begin = [
      ...places.map((k) => this.need(inits[k])),
      ...carried.map((of) => this.cotangents.orZero(around, of)),
    ];
    const ends = region.params.map(({ name, type }) => value(name, type));
    const { from, to, step } = stmt;
    const range = { from: this.need(from), to: this.need(to), step: this.need(step), by: stmt.by };
    this.loop(counter, range, begin, region, ends, stmt.line);
    carried.forEach((of, k) => around.cotangents.set(of, ends[places.length + k]));
    shares.forEach((share, k) => {
      if (share !== undefined) this.give(around, inits[k], share);
    });
    return true;
  }

  private while(stmt: WhileStmt, around: Scope): void {
    const { region, begin, ends, finish, isIdle } = this.body(stmt, around, null);
    if (isIdle) return;
    const { builder } = this;
    const count = value('steps', 'f64');
    this.counts.set(stmt, count);
    this.of.added.set(count, around.region);
    const one = builder.constant(1);
    const zero = builder.constant(0);
    const from = builder.prim('sub', [this.need(count), one]);
    const range = { from, to: zero, step: builder.constant(-1), by: 'ge' } as const;
    this.loop(value('step', 'f64'), range, begin, region, ends, stmt.line);
    finish();
  }
}
