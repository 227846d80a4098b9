/** Translated functions, remembered with their derivative versions. */
import { packedInputs } from '../../tape/packed-array.js';
import { registerTranslated } from '../../functions/translated-functions.js';

type AnyFunction = (...args: never[]) => unknown;

/**
 * Remembers that a function is translated, with its derivative version and its recording version if they are
 * functions of their own.
 */
export function attach<F extends AnyFunction>(f: F, ...own: readonly AnyFunction[]): F {
  registerTranslated(f, own, packedInputs);
  return f;
}
