/**
 * Functions that one call of an operator runs several times: for each direction, to learn the shape of the
 * result, or to look closer. On numbers, the function would run once. So each run gets the arguments as they
 * were before the first run, and only the writes of the first run stay. Variables from outside are not
 * restored; the function has to care for those.
 */
import { Contents } from './arguments/contents.js';
import { Dual } from '../core/real.js';
import { registerWrapper } from '../functions/translated-functions.js';
import { writtenInRuns } from './arguments/errors.js';
import { positionsOf } from './arguments/chosen.js';
import type { AnyFunction, Wrt } from './signatures.js';

const isObject = (x: unknown): boolean =>
  typeof x === 'object' && x !== null && !(x instanceof Dual);

/**
 * `f` for several runs. O(size of the arguments).
 *
 * @throws DeltaTapeError in the second run, if the first wrote into what is handed on of a copied argument
 */
export function repeated(f: AnyFunction, args: readonly unknown[], wrt: Wrt): AnyFunction {
  const moving = positionsOf(wrt);
  const passive = args.flatMap((arg, k) => (isObject(arg) && !moving.includes(k) ? [k] : []));
  const copied = args.filter((arg, k) => isObject(arg) && moving.includes(k));
  if (typeof f !== 'function' || passive.length + copied.length === 0) return f;
  const contents = new Contents(copied, 'an argument');
  const passed = new Contents(
    passive.map((position) => args[position]),
    'an argument',
  );
  let runs = 0;
  let isUnchanged = false;
  const g = (...given: unknown[]): unknown => {
    if (runs++ === 1) {
      isUnchanged = passed.isUnchanged;
      if (!contents.isUnchanged) throw writtenInRuns();
    }
    if (runs > 1 && !isUnchanged) {
      const { roots } = passed.copy((x) => x);
      passive.forEach((position, k) => (given[position] = roots[k]));
    }
    return (f as (...args: unknown[]) => unknown)(...given);
  };
  registerWrapper(f, g);
  return g;
}
