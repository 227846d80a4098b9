/**
 * Loops as loops of the language. What the steps change is carried, in the least shape in which each step takes what the one
 * before gives: the body is specialised again until that is found, and the code of tries is thrown away.
 */
import { value } from '../../ir/build.js';
import type { Stmt, Value } from '../../ir/ir.js';
import type { Loop } from '../../core/core.js';
import { known, type Abstract, type Cell, type Fact } from '../values/abstract.js';
import { leavesOf } from '../values/leaf-types.js';
import { keyOf } from '../values/shape-keys.js';
import { BOOL, join, NUMBER, type Shape } from '../values/shapes.js';
import { isStaying, passed, whereStaying } from './exits.js';
import type { Env, Side } from './in-progress.js';
import { assignedIn } from './loop-syntax.js';
import type { Machine } from './machine.js';
import { boolOf, testOf } from './numbers-and-bools.js';

const MOST_TRIES = 16;
/** So many values of cells are given by a step. */
const MOST_GIVEN = 2000;

/** The test of a loop changes something. */
export class ImpureTest extends Error {}

/** The body of a loop, and its update. */
function step(m: Machine, { body, update, label }: Loop, env: Env): void {
  m.meaning.evaluate(m, body, env);
  if (m.isDead) return;
  passed(m, env, `continue ${label}`);
  if (update !== null) whereStaying(m, env, () => void m.meaning.evaluate(m, update, env));
}

export function repeated(m: Machine, core: Loop, env: Env): void {
  const carried = new Map<Cell, Shape>();
  // Variables that the steps assign are not constants.
  for (const name of assignedIn(core)) {
    const cell = env.scope.find(name);
    if (cell?.value.tag !== 'known') continue;
    if (typeof cell.value.value === 'number') carried.set(cell, NUMBER);
    if (typeof cell.value.value === 'boolean') carried.set(cell, BOOL);
  }
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (!new Attempt(m, core, env, carried).isRight()) continue;
    if (!m.isDead) passed(m, env, `break ${core.label}`);
    return;
  }
  m.refuse('a loop whose steps never take what they give');
}

/** The steps, specialised for what they are taken to carry. Where that is not right, more is carried. */
class Attempt {
  private readonly mark: number;
  private isWider = false;

  constructor(
    private readonly m: Machine,
    private readonly core: Loop,
    private readonly env: Env,
    private readonly carried: Map<Cell, Shape>,
  ) {
    this.mark = m.clock;
  }

  isRight(): boolean {
    const { m } = this;
    const after: (readonly [Cell, Abstract])[] = [];
    const whole = m.side(() => after.push(...(this.specialised() ?? [])));
    if (this.isWider) return false;
    m.b.append(whole.body);
    for (const [cell, to] of whole.changes) m.set(cell, to);
    for (const [cell, to] of after) m.set(cell, to);
    m.isDead ||= whole.isDead;
    return true;
  }

  private widen(cell: Cell, shape: Shape): void {
    const before = this.carried.get(cell);
    const after = before ? join(before, shape) : shape;
    if (before && keyOf(before) === keyOf(after)) return;
    this.carried.set(cell, after);
    this.isWider = true;
  }

  /** True if the shape of a cell holds all values of another one; otherwise widens the shape. */
  private holds(cell: Cell, own: Shape): boolean {
    const shape = this.carried.get(cell)!;
    const both = join(shape, own);
    if (keyOf(both) === keyOf(shape)) return true;
    this.widen(cell, both);
    return false;
  }

  /** The cells after the loop; null if another try is needed. */
  private specialised(): readonly (readonly [Cell, Abstract])[] | null {
    const { m, carried } = this;
    const { flatten, build, shapeOf } = m.meaning;
    const inits = new Map<Cell, readonly Value[]>();
    const cells = [...carried.keys()];
    // Taking a value apart may change other cells, until none is left to be changed.
    const begun = new Map<Cell, Abstract>();
    for (let count = 0; cells.some((cell) => begun.get(cell) !== cell.value); count++) {
      if (count > MOST_TRIES)
        return m.refuse('a loop that begins with objects that hold each other');
      let isShapeRight = true;
      const isChanged = m.changes(() => {
        for (const [cell, shape] of carried) {
          if (begun.get(cell) === cell.value) continue;
          begun.set(cell, cell.value);
          isShapeRight &&= this.holds(cell, shapeOf(m, cell.value, this.mark, true));
          if (!isShapeRight) return;
          inits.set(cell, shape.tag === 'lost' ? [] : flatten(m, cell.value, shape));
        }
      });
      if (!isShapeRight) return null;
      if (isChanged) begun.clear();
    }
    const types = cells.map((cell) => leavesOf(carried.get(cell)!));
    const names = cells.map(({ value: of }) => (of.tag === 'dynamic' ? of.value.name : ''));
    const fresh = (): Value[][] =>
      types.map((own, k) => own.map((type) => value(own.length === 1 ? names[k] : '', type)));
    const begin = (params: readonly (readonly Value[])[]): void =>
      cells.forEach((cell, k) => m.set(cell, build(m, carried.get(cell)!, params[k])));
    const [testParams, params, results] = [fresh(), fresh(), fresh()];
    const test = this.test(() => begin(testParams));
    const given = this.steps(() => begin(params));
    if (given === null || this.isWider) return null;
    m.b.add({
      tag: 'while',
      inits: cells.flatMap((cell) => inits.get(cell)!),
      test: {
        params: testParams.flat(),
        body: test.body,
        yields: [test.asked],
      },
      body: {
        params: params.flat(),
        body: given.body,
        yields: cells.flatMap((cell) => given.yields.get(cell)!),
      },
      results: results.flat(),
    });
    return cells.map((cell, k) => [cell, build(m, carried.get(cell)!, results[k])] as const);
  }

  /** The test, where the loop has not been left. */
  private test(begin: () => void): {
    readonly body: readonly Stmt[];
    readonly asked: Value;
  } {
    const { m, core, env } = this;
    let asked: Value | null = null;
    const begun = new Map<Cell, Abstract>();
    const side = m.side(() => {
      begin();
      for (const cell of this.carried.keys()) begun.set(cell, cell.value);
      const stays = isStaying(m, env);
      const facts = stays.tag === 'dynamic' ? (stays.yes ?? []) : [];
      m.under(facts, () => (asked = boolOf(m, testOf(m, m.meaning.evaluate(m, core.test, env)))));
      if (stays.tag === 'dynamic') asked = m.b.choose(stays.value, asked!, m.b.constant(false));
      else if (stays.tag === 'known' && stays.value !== true) asked = m.b.constant(false);
    });
    const isSame = ([cell, to]: readonly [Cell, Abstract]) =>
      cell.birth >= this.mark || to === (begun.get(cell) ?? cell.value);
    if (!side.body.every(isAsking) || ![...side.changes].every(isSame)) throw new ImpureTest();
    if (side.isDead) m.refuse('a loop whose test throws');
    return { body: side.body, asked: asked! };
  }

  private steps(begin: () => void): {
    readonly body: readonly Stmt[];
    readonly yields: ReadonlyMap<Cell, readonly Value[]>;
  } | null {
    const { m, core, env, carried } = this;
    const { shapeOf, flatten } = m.meaning;
    let body: Side = m.side(() => {
      begin();
      const stays = isStaying(m, env);
      const facts: readonly Fact[] = stays.tag === 'dynamic' ? (stays.yes ?? []) : [];
      let asked = known(true) as Abstract;
      m.under(facts, () => {
        m.side(() => (asked = testOf(m, m.meaning.evaluate(m, core.test, env))));
      });
      const more = asked.tag === 'dynamic' ? (asked.yes ?? []) : [];
      m.under([...facts, ...more], () => step(m, core, env));
    });
    if (body.isDead) return m.refuse('a loop that throws in its first step');
    const yields = new Map<Cell, readonly Value[]>();
    const given = new Map<Cell, Abstract>();
    const lastOf = (cell: Cell): Abstract => body.changes.get(cell) ?? cell.value;
    for (let count = 0; ; count++) {
      // What is taken apart may change what was.
      const cell = [...carried.keys(), ...body.changes.keys()].find(
        (one) => one.birth < this.mark && given.get(one) !== lastOf(one),
      );
      if (cell === undefined) return { body: body.body, yields };
      if (count > MOST_GIVEN) return m.refuse('a loop that changes too much');
      const last = lastOf(cell);
      given.set(cell, last);
      if (!carried.has(cell) && last === cell.value) continue;
      yields.set(cell, []);
      let shape: Shape = NUMBER;
      body = m.side(() => (shape = shapeOf(m, last, this.mark, true)), [], body);
      if (!carried.has(cell))
        this.widen(cell, join(shapeOf(m, cell.value, this.mark, true), shape));
      else if (this.holds(cell, shape) && !this.isWider) {
        const to = carried.get(cell)!;
        if (to.tag !== 'lost')
          body = m.side(
            () => {
              const work = () => yields.set(cell, flatten(m, last, to));
              if (m.changes(work)) given.clear();
            },
            [],
            body,
          );
      }
    }
  }
}

const isAsking = (stmt: Stmt): boolean =>
  stmt.tag === 'if'
    ? [...stmt.then.body, ...stmt.otherwise.body].every(isAsking)
    : ['let', 'check', 'leave'].includes(stmt.tag);
