/** Names: of specialised code, of what a function captures, and of the language. */
import type { Core } from '../../core/core.js';
import { EARLY, known, UNSET, type Abstract } from '../values/abstract.js';
import { isPrivate } from '../values/kinds.js';
import type { Env } from './in-progress.js';
import type { Machine } from './machine.js';
import { operate } from './operators.js';

/** Gives a value that has no name yet the one of the program. */
export function named(of: Abstract, name: string): void {
  if (of.tag === 'dynamic' && of.value.name === '' && !name.startsWith('%'))
    (of.value as { name: string }).name = name;
}

export function declare(m: Machine, name: string, of: Abstract, { scope }: Env): void {
  const early = scope.names.get(name);
  if (early?.value === EARLY) m.set(early, of);
  else scope.names.set(name, m.cell(of));
}

export function variable(m: Machine, name: string, { scope }: Env): Abstract {
  const cell = scope.find(name);
  if (cell === undefined && isPrivate(name)) return known(name);
  if (cell === undefined)
    return (
      scope.given(name) ??
      m.meaning.global(name) ??
      m.refuse(`the name ${name}, which stands for nothing`)
    );
  const of = m.read(cell.value);
  if (of === EARLY) return (m.leave(), UNSET);
  if (of.tag !== 'choice' || !of.options.includes(EARLY)) return of;
  m.require(m.asked(of, (one) => one !== EARLY));
  return m.read(of);
}

export function typeOfName(m: Machine, name: string, { scope }: Env): Abstract {
  const of = scope.find(name)?.value ?? scope.given(name) ?? m.meaning.global(name);
  return of === undefined ? known('undefined') : operate(m, 'typeof', [of]);
}

export function assign(
  m: Machine,
  { name, value }: Extract<Core, { tag: 'assign' }>,
  env: Env,
): Abstract {
  const of = m.meaning.evaluate(m, value, env);
  env.scope.given(name);
  const cell =
    env.scope.find(name) ??
    m.refuse(`the variable ${name}, which is outside of the function, is assigned`);
  if (cell.value === EARLY) return (m.leave(), UNSET);
  if (cell.value.tag === 'choice' && cell.value.options.includes(EARLY)) variable(m, name, env);
  named(of, name);
  if (!m.isDead) m.set(cell, of);
  return of;
}
