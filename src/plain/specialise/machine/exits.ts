/**
 * Exits: `return`, `break` and `continue`. The exit of a call is a cell: a known text while it is sure, a
 * choice after a branch. What follows stands in a branch where none was taken.
 */
import { known, type Abstract } from '../values/abstract.js';
import type { Env } from './in-progress.js';
import type { Machine } from './machine.js';

export const STAYING = known('');
const isStayingText = (of: Abstract): boolean => of.tag === 'known' && of.value === '';

/** True if no exit was taken: a known value, or a bool that is computed. */
export function isStaying(m: Machine, { frame }: Env): Abstract {
  const { value: exit } = frame.exit;
  if (exit.tag !== 'choice') return known(isStayingText(exit));
  const now = m.narrowed(exit);
  return now.tag === 'choice' ? m.asked(now, isStayingText) : known(isStayingText(now));
}

/** Ends what an exit was for. */
export function passed(m: Machine, { frame }: Env, how: string): void {
  const { exit } = frame;
  const is = (of: Abstract): boolean => of.tag === 'known' && of.value === how;
  const now = exit.value.tag === 'choice' ? m.narrowed(exit.value) : exit.value;
  if (now.tag !== 'choice') return is(now) ? m.set(exit, STAYING) : undefined;
  if (!now.options.some(is)) return;
  const options = now.options.map((one) => (is(one) ? STAYING : one));
  if (options.every(isStayingText)) return m.set(exit, STAYING);
  if (options.filter(isStayingText).length === 1) return m.set(exit, { ...now, options });
  m.set(
    exit,
    m.each(now, (one) => (is(one) ? STAYING : one)),
  );
}

/** Does something where no exit was taken. */
export function whereStaying(m: Machine, env: Env, work: () => void): void {
  m.branch(isStaying(m, env), work, () => {});
}
