/** Calls functions of modules that have a state: compiled code must give what a run gives, and leave what it leaves. */
import { isDeepStrictEqual } from 'node:util';
import { valueAndGrad } from 'delta-tape';
import { compiled } from '../../src/plain/runtime/compiled/lowered.js';
import type { F, Module } from './linked-modules.js';
import { withoutCompiled } from './tiers.js';

export type Call = readonly [string, ...unknown[]];

/** True if two results are the same, but for the last digits of numbers. */
function areNear(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') {
    const distance = Math.abs(one - other);
    return Object.is(one, other) || distance <= 1e-10 * Math.max(1, Math.abs(other));
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other);
  const [own, others] = [Object.entries(one), Object.entries(other)];
  return (
    own.length === others.length &&
    own.every(([key, of], k) => key === others[k][0] && areNear(of, others[k][1]))
  );
}

/** The visible state of a module. */
export const stateOf = (of: Module): unknown => (of.state as () => unknown)();

/** The number of times that compiled code answers meanwhile. */
function counted(work: () => void): number {
  const { answer, ready } = compiled;
  let answered = 0;
  const counting =
    <A extends unknown[], T>(ask: (...args: A) => T) =>
    (...args: A): T => {
      const found = ask(...args);
      if (found !== null) answered++;
      return found;
    };
  Object.assign(compiled, { answer: counting(answer), ready: counting(ready) });
  try {
    work();
  } finally {
    Object.assign(compiled, { answer, ready });
  }
  return answered;
}

/**
 * Calls functions in turns, in two modules of their own: those that are named f or g by their derivatives, by compiled code and by a
 * run. What they give, and the states after each call, must be the same; of values bit for bit.
 *
 * @returns how many calls code answered, or what is wrong
 */
export function comparedState(
  own: Module,
  other: Module,
  calls: readonly Call[],
): { readonly answered: number; readonly complaint: string | null } {
  let answered = 0;
  for (const [k, [name, ...args]] of calls.entries()) {
    const call = (of: Module): unknown => {
      const f = of[name] as F;
      try {
        return /^[fg]$/.test(name)
          ? (valueAndGrad(f as never) as unknown as F)(...args)
          : f(...args);
      } catch (error) {
        return String(error).slice(0, 60);
      }
    };
    let found: unknown;
    answered += counted(() => (found = call(own)));
    const expected = withoutCompiled(() => call(other));
    const valueOf = (of: unknown) => (of as { value?: unknown } | undefined)?.value;
    const complaint = !isDeepStrictEqual(valueOf(found), valueOf(expected))
      ? `the value ${String(valueOf(found))}, not ${String(valueOf(expected))}`
      : !areNear(found, expected)
        ? `${JSON.stringify(found)}, not ${JSON.stringify(expected)}`
        : !isDeepStrictEqual(stateOf(own), stateOf(other))
          ? `the state ${JSON.stringify(stateOf(own))}, not ${JSON.stringify(stateOf(other))}`
          : null;
    if (complaint !== null)
      return { answered, complaint: `call ${k} of ${name} gives ${complaint}` };
  }
  return { answered, complaint: null };
}
