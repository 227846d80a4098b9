/**
 * Hands the options of a derivative to its runs: the function itself is wrapped, so that every kind of
 * run that calls it is watched.
 */
import { nextLevel, watchDeepest } from '../core/open-runs.js';
import type { Kink } from '../errors/kink.js';
import { noting } from '../errors/swallowed.js';
import { watchNames, watcherOf, type WatchOptions } from '../core/watcher.js';
import { watchedForConstants } from './constant-outputs.js';
import { insistingOnAll } from './arguments/left-out.js';
import { watchedForRules } from './nonlinear-rules.js';
import type { AnyFunction } from './signatures.js';

/**
 * True if options ask to watch runs: without them, and with all of its arguments, a function is watched by
 * nobody.
 */
export const asksToWatch = (options: WatchOptions): boolean =>
  Object.keys(options).some((name) => Object.hasOwn(watchNames, name));

/**
 * `f` for one call of a derivative with these arguments and options: a run opened from now on that calls it
 * is watched until it ends. Without options it is `f` itself, if no arguments are left out. A given list
 * gets all kinks.
 *
 * @throws DeltaTapeError if an option is not what it must be.
 */
export function watched(
  f: AnyFunction,
  args: readonly unknown[],
  options: WatchOptions,
  list: Kink[] | null = null,
): AnyFunction {
  const watcher = watcherOf(options, list);
  const g = watchedForRules(watchedForConstants(insistingOnAll(f, args), options), options);
  if (watcher === null || typeof f !== 'function') return g;
  const level = nextLevel();
  return (...args) => {
    watchDeepest(watcher, level);
    return noting(watcher, () => g(...args) as unknown);
  };
}
