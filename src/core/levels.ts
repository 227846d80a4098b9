/**
 * The stack of open runs. A dual's run tells its level; an operator works at the deepest level among its
 * arguments and sees every other argument as a constant there (invariant *levels*: nested derivatives
 * never confuse their duals).
 */
import { doesNotNest, finishedRun, notAReal } from './errors.js';
import type { Primitive } from './primitive.js';
import { Dual, type Real, type Run } from './real.js';

let depth = 0;

/** The level a run opened now would have. */
export const nextLevel = (): number => depth + 1;

/** Whether any derivative is being taken now. */
export const insideRun = (): boolean => depth > 0;

/** Runs `body` with `run` as the deepest level, and closes the run however the body ends. */
export function within<T>(run: Run, body: () => T): T {
  depth++;
  try {
    return body();
  } finally {
    depth--;
    run.close();
  }
}

/** Refuses arguments of other runs: for implementations on plain numbers, which cannot nest. */
export function insistOnOwn(run: Run, what: string, args: readonly Real[]): void {
  for (const x of args) if (typeof x !== 'number' && x.run !== run) throw doesNotNest(what);
}

/** Applies a primitive at the deepest level among its arguments. O(arguments). */
export function applyAtDeepestLevel(primitive: Primitive, args: readonly Real[]): Real {
  let deepest: Run | undefined;
  for (let k = 0; k < args.length; k++) {
    const arg = args[k];
    if (typeof arg === 'number') continue;
    if (!(arg instanceof Dual)) throw notAReal(arg, `argument ${k + 1} of ${primitive.name}`);
    if (!arg.run.open) throw finishedRun();
    if (deepest === undefined || arg.run.level > deepest.level) deepest = arg.run;
  }
  return deepest === undefined ? primitive.value(args as number[]) : deepest.apply(primitive, args);
}
