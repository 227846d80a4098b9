/**
 * Generators: who goes through one runs its body, with its own step in the place of each `yield`. Where the step ends the loop, the
 * generator returns, so that its `finally` blocks run.
 */
import type { Fn } from '../../core/core.js';
import { lost, NOTHING, Scope, UNSET, type Abstract, type Obj } from '../values/abstract.js';
import { ended, STAYING } from './exits.js';
import type { Env, Taker } from './in-progress.js';
import type { Machine } from './machine.js';

const proto = (Object.getPrototypeOf(function* () {}) as { readonly prototype: object }).prototype;
const BODY = '\0body';
/** Generators stand in each other up to this depth. */
const DEEPEST = 60;

export const isGenerator = (of: Abstract): of is Obj =>
  of.tag === 'object' && of.proto === proto && of.slots.has(BODY);

/** A generator that has not begun. */
export function generator(m: Machine, f: Fn, { scope, frame }: Env): Obj {
  const made = m.obj(proto);
  const body: Abstract = { tag: 'closure', f, scope, isLibrary: frame.isLibrary };
  made.slots.set(BODY, m.cell(body, made.birth));
  return made;
}

/** Runs a generator for somebody who takes what it hands on; gives what it returns. */
export function driven(m: Machine, of: Obj, taker: Taker): Abstract {
  m.meaning.property(proto, 'next');
  m.meaning.property(proto, Symbol.iterator);
  const cell = of.slots.get(BODY)!;
  const body = m.read(cell.value);
  if (body.tag !== 'closure') return m.refuse('a generator that is one of several');
  m.set(cell, lost('a generator that is gone through twice'));
  for (const other of of.alias.others(of)) {
    const its = other.slots.get(BODY);
    if (its) m.set(its, cell.value);
  }
  if (++m.depth > DEEPEST) m.refuse('generators in each other too deeply');
  const scope = new Scope(body.scope);
  for (const name of body.f.vars) scope.names.set(name, m.cell(NOTHING));
  const frame = { exit: m.cell(STAYING), result: m.cell(UNSET), isLibrary: false, taker };
  const { line } = m.b;
  m.meaning.evaluate(m, body.f.body, { scope, frame });
  m.depth--;
  m.b.line = line;
  return m.isDead ? UNSET : ended(m, frame);
}
