/**
 * Loops. What the steps change is carried, in the least shape in which each step takes what the one before
 * gives: the body is specialised again until that is found, and the code of tries is thrown away. Loops of
 * few steps over what is known, and loops that carry what has no such shape, are written out.
 */
import { value } from '../../ir/build.js';
import type { Stmt, Value } from '../../ir/ir.js';
import type { Loop } from '../../core/core.js';
import {
  known,
  Refusal,
  type Abstract,
  type Cell,
  type Fact,
  type Rep,
} from '../values/abstract.js';
import { BOOL, join, keyOf, leavesOf, NUMBER, type Shape } from '../values/shapes.js';
import { isStaying, passed, whereStaying } from './exits.js';
import type { Env, Side } from './in-progress.js';
import type { Machine } from './machine.js';
import { boolOf, testOf } from './numbers-and-bools.js';
import { assignedIn, askedBefore, countsBy } from './loop-syntax.js';

/** So many steps are written out where the bound is known, and where elements are known one by one. */
const FEW = 6;
const MANY = 24;
/** So many where there is no other way. */
const MOST = 64;
const MOST_TRIES = 16;
/** Steps of specialising that a loop may have taken before it is tried in another way. */
const DEAR = 50_000;

export function loop(m: Machine, core: Loop, env: Env): void {
  if (isShort(m, core, env)) return unrolled(m, core, env, MOST);
  const { steps, line, depth } = m;
  try {
    return repeated(m, core, env);
  } catch (error) {
    Object.assign(m, { line, depth });
    if (error instanceof ImpureTest) return void m.meaning.evaluate(m, askedBefore(core), env);
    if (!(error instanceof Refusal) || m.steps - steps > DEAR) throw error;
    const test = probe(m, () => testOf(m, m.meaning.evaluate(m, core.test, env)));
    if (test?.tag !== 'known') throw error;
    try {
      return unrolled(m, core, env, MOST);
    } catch (other) {
      throw other instanceof Refusal ? error : other;
    }
  }
}

/** The test of a loop changes something. */
class ImpureTest extends Error {}

/** Returns the result of code, without its effects; undefined if it is refused. */
function probe<T>(m: Machine, work: () => T): T | undefined {
  let found: T | undefined;
  try {
    m.side(() => (found = work()));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  return found;
}

/** True if a loop counts between constants, and ends soon; or if its test is about known objects. */
function isShort(m: Machine, { test, update }: Loop, env: Env): boolean {
  const { evaluate } = m.meaning;
  const isCounting = test.tag === 'op' && ['<', '<=', '>', '>='].includes(test.op);
  if (!isCounting) {
    if (test.tag === 'known') return false;
    const asksForNothing =
      test.tag === 'op' && test.args.some((one) => one.tag === 'known' && one.value === null);
    return (
      (asksForNothing || test.tag === 'and') &&
      probe(m, () => testOf(m, evaluate(m, test, env)))?.tag === 'known'
    );
  }
  const [counter, bound] = test.args;
  if (update === null || counter.tag !== 'var' || !countsBy(update, counter.name)) return false;
  const from = env.scope.find(counter.name)?.value;
  const to = probe(m, () => evaluate(m, bound, env));
  if (from?.tag !== 'known' || to?.tag !== 'known') return false;
  const list =
    bound.tag === 'get' && bound.of.tag === 'var'
      ? env.scope.find(bound.of.name)?.value
      : undefined;
  const rep = list?.tag === 'array' ? (list.rep.value as Rep) : undefined;
  const isNumber = (of: Abstract) =>
    of.tag === 'dynamic' || (of.tag === 'known' && typeof of.value === 'number');
  const hasOthers = rep?.tag === 'tuple' && !rep.items.every(isNumber);
  return Math.abs(Number(to.value) - Number(from.value)) <= (hasOthers ? MANY : FEW);
}

/** The steps of a loop, one after the other. */
function unrolled(m: Machine, core: Loop, env: Env, left: number): void {
  const test = testOf(m, m.meaning.evaluate(m, core.test, env));
  if (m.isDead) return;
  if (left === 0) m.refuse('a loop that has no end, or none that is known');
  const go = (): void => {
    step(m, core, env);
    if (!m.isDead) whereStaying(m, env, () => unrolled(m, core, env, left - 1));
  };
  m.branch(test, go, () => {});
  if (!m.isDead) passed(m, env, `break ${core.label}`);
}

function step(m: Machine, { body, update, label }: Loop, env: Env): void {
  m.meaning.evaluate(m, body, env);
  if (m.isDead) return;
  passed(m, env, `continue ${label}`);
  if (update !== null) whereStaying(m, env, () => void m.meaning.evaluate(m, update, env));
}

// ── Loops as loops ──

function repeated(m: Machine, core: Loop, env: Env): void {
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
    for (const [cell, shape] of carried) {
      if (!this.holds(cell, shapeOf(m, cell.value, this.mark, true))) return null;
      inits.set(cell, shape.tag === 'lost' ? [] : flatten(m, cell.value, shape));
    }
    const cells = [...carried.keys()];
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
    for (;;) {
      const cell = [...carried.keys(), ...body.changes.keys()].find(
        (one) => one.birth < this.mark && !yields.has(one),
      );
      if (cell === undefined) return { body: body.body, yields };
      const last = body.changes.get(cell) ?? cell.value;
      yields.set(cell, []);
      if (!carried.has(cell) && last === cell.value) continue;
      let shape: Shape = NUMBER;
      body = m.side(() => (shape = shapeOf(m, last, this.mark, true)), [], body);
      if (!carried.has(cell))
        this.widen(cell, join(shapeOf(m, cell.value, this.mark, true), shape));
      else if (this.holds(cell, shape) && !this.isWider) {
        const to = carried.get(cell)!;
        if (to.tag !== 'lost')
          body = m.side(() => yields.set(cell, flatten(m, last, to)), [], body);
      }
    }
  }
}

const isAsking = (stmt: Stmt): boolean =>
  stmt.tag === 'if'
    ? [...stmt.then.body, ...stmt.otherwise.body].every(isAsking)
    : ['let', 'check', 'leave'].includes(stmt.tag);
