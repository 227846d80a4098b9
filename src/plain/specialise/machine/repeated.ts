/**
 * Loops as loops of the language. What the steps change is carried, in the least shape in which each step takes what the one
 * before gives: the body is specialised again until that is found, and the code of tries is thrown away.
 */
import type { Stmt, Value } from '../../ir/ir.js';
import type { Loop } from '../../core/core.js';
import { known, type Abstract, type Cell, type Fact } from '../values/abstract.js';
import { BOOL, NUMBER, type Shape } from '../values/shapes.js';
import { Carried } from './carried.js';
import { isStaying, passed, whereStaying } from './exits.js';
import type { Env, Side } from './in-progress.js';
import { assignedIn } from './loop-syntax.js';
import type { Machine } from './machine.js';
import { boolOf, testOf } from './numbers-and-bools.js';

const MOST_TRIES = 16;

/** The test of a loop changes something. */
export class ImpureTest extends Error {}

/** Stands for the result of the first step, which is not known yet. */
class NoStep extends Error {}

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
    try {
      if (!new Attempt(m, core, env, carried).isRight()) continue;
    } catch (error) {
      if (error instanceof NoStep) return;
      throw error;
    }
    if (!m.isDead) passed(m, env, `break ${core.label}`);
    return;
  }
  m.refuse('a loop whose steps never take what they give');
}

/** The steps, specialised for what they are taken to carry. Where that is not right, more is carried. */
class Attempt {
  private readonly mark: number;
  private readonly all: Carried;

  constructor(
    private readonly m: Machine,
    private readonly core: Loop,
    private readonly env: Env,
    private readonly carried: Map<Cell, Shape>,
  ) {
    this.mark = m.clock;
    this.all = new Carried(m, carried, this.mark);
  }

  isRight(): boolean {
    const { m } = this;
    const after: (readonly [Cell, Abstract])[] = [];
    const whole = m.side(() => after.push(...(this.specialised() ?? [])));
    if (this.all.isWider) return false;
    m.b.append(whole.body);
    for (const [cell, to] of whole.changes) m.set(cell, to);
    for (const [cell, to] of after) m.set(cell, to);
    m.isDead ||= whole.isDead;
    return true;
  }

  /** The cells after the loop; null if another try is needed. */
  private specialised(): readonly (readonly [Cell, Abstract])[] | null {
    const { m, all } = this;
    const cells = [...this.carried.keys()];
    const inits = all.leaves(cells);
    if (inits === null) return null;
    const names = cells.map(({ value: of }) => (of.tag === 'dynamic' ? of.value.name : ''));
    const fresh = (): Value[][] => cells.map((cell, k) => all.fresh(cell, names[k]));
    const begin = (params: readonly (readonly Value[])[]): void =>
      cells.forEach((cell, k) => m.set(cell, all.built(cell, params[k])));
    const [testParams, params, results] = [fresh(), fresh(), fresh()];
    const test = this.test(() => begin(testParams));
    const given = all.given(this.steps(() => begin(params)));
    if (all.isWider) return null;
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
        yields: cells.flatMap((cell) => given.leaves.get(cell)!),
      },
      results: results.flat(),
    });
    return cells.map((cell, k) => [cell, all.built(cell, results[k])] as const);
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

  private steps(begin: () => void): Side {
    const { m, core, env } = this;
    const body = m.side(() => {
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
    if (body.isDead && m.isPending) throw new NoStep();
    if (body.isDead) return m.refuse('a loop that throws in its first step');
    return body;
  }
}

const isAsking = (stmt: Stmt): boolean =>
  stmt.tag === 'if'
    ? [...stmt.then.body, ...stmt.otherwise.body].every(isAsking)
    : ['let', 'check', 'leave'].includes(stmt.tag);
