/**
 * The option `onNonlinear`: custom rules whose pullback or pushforward is not linear. Linear factoring is
 * sound for linear maps alone: λx. x · x gives 4 for 1 + 1, and 2 for 1 and 1 one after the other (Brunel,
 * Mazza, Pagani, §3).
 *
 * Each rule is checked once in a call of a derivative, where it is first used, with its arguments there:
 * some thirty calls of its map. Nothing of that is recorded.
 */
import { callSite } from '../errors/call-site.js';
import { invalidOption } from '../errors/errors.js';
import { without } from '../core/open-runs.js';
import { toConsole, type WatchOptions } from '../core/watcher.js';
import { draws } from './check/draws.js';
import { linear, type LinearMap } from './check/linear-law.js';
import { Tally } from './check/report.js';
import { nonlinearRule } from './errors.js';
import type { AnyFunction } from './signatures.js';

/** A linear map of a rule, on flat lists of numbers. */
export interface MapOfRule {
  readonly direction: 'pullback' | 'pushforward';
  readonly map: LinearMap;
  /** The length of the lists that the map takes. */
  readonly count: number;
  /** Where the numbers stand that it gives. */
  readonly paths: readonly string[];
}

type Tell = (law: Tally) => void;

/**
 * The function that receives the laws of each rule, and the rules that were met already; null outside of a
 * check.
 */
let listener: { readonly tell: Tell; readonly met: Set<object> } | null = null;

/** Runs `body`, and tells of each custom rule that it uses whether it is linear. */
export function checkingRules<T>(tell: Tell, body: () => T, met = new Set<object>()): T {
  const outer = listener;
  listener = { tell, met };
  try {
    return body();
  } finally {
    listener = outer;
  }
}

/** A rule is used in a run. `mapsOf` gives its maps at the primals of its arguments. */
export function ruleUsed(rule: object, name: string, mapsOf: () => readonly MapOfRule[]): void {
  if (listener === null || listener.met.has(rule)) return;
  const { tell, met } = listener;
  met.add(rule);
  const place = callSite() ?? 'an unknown place';
  const laws = without(1, 'aside', () =>
    mapsOf().map(({ direction, map, count, paths }) => {
      const law = new Tally(`linear ${direction} of ${name} (${place})`);
      const draw = draws(1);
      linear(law, map, paths, [draw(count), draw(count)]);
      return law;
    }),
  );
  laws.forEach(tell);
}

/** Returns the reaction to a rule that is not linear; null if the option asks for none. */
function reaction({ onNonlinear = 'ignore' }: WatchOptions): Tell | null {
  if (!['ignore', 'warn', 'throw'].includes(onNonlinear))
    throw invalidOption('onNonlinear', "'ignore', 'warn' or 'throw'", onNonlinear);
  if (onNonlinear === 'ignore') return null;
  return (law) => {
    if (!law.fails) return;
    const error = nonlinearRule(law.report());
    if (onNonlinear === 'throw') throw error;
    toConsole(error.message);
  };
}

/** `f`, whose custom rules are checked in the runs that one call of a derivative opens. */
export function watchedForRules(f: AnyFunction, options: WatchOptions): AnyFunction {
  const tell = reaction(options);
  if (tell === null || typeof f !== 'function') return f;
  const met = new Set<object>();
  return (...args) => checkingRules(tell, () => f(...args) as unknown, met);
}
