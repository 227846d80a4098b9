/** The time that the function takes, and its gradient. */
import { valueAndGradient } from './answers.js';
import type { Times } from './messages.js';
import type { Program } from './program.js';

/** The length of one measurement, in milliseconds: clocks of browsers are coarse. */
const LENGTH = 12;
const REPETITIONS = 5;

/** Milliseconds for one call: how often it can be done in a stretch of time. */
function once(call: () => unknown): number {
  let calls = 1;
  for (;;) {
    const start = performance.now();
    for (let k = 0; k < calls; k++) call();
    const taken = performance.now() - start;
    if (taken >= LENGTH) return taken / calls;
    calls *= taken < LENGTH / 8 ? 8 : 2;
  }
}

/** The least of several measurements, which take turns. */
export function times(program: Program, at: readonly number[]): Times {
  const f = program.f!;
  const both = valueAndGradient(f, { wrt: program.wrt });
  const args = program.argumentsAt(at);
  const found = { value: Infinity, gradient: Infinity };
  for (let k = 0; k < REPETITIONS; k++) {
    found.value = Math.min(
      found.value,
      once(() => f(...args)),
    );
    found.gradient = Math.min(
      found.gradient,
      once(() => both(...args)),
    );
  }
  return found;
}
