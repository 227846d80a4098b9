/**
 * Translated modules register their functions here, with their derivative versions. The text of a function is not
 * enough to tell whether the function is translated.
 */
import type { Real, Run } from './real.js';

type AnyFunction = (...args: never[]) => unknown;

/** What stands for an array of floats whose elements have ids in succession, for code that records. */
export type Packing = (run: Run, first: number, xs: Float64Array) => Real[];

const versions = new WeakMap<AnyFunction, readonly AnyFunction[]>();
let packing: Packing | null = null;

/** Remembers that a function is translated, with its versions, by code that can read arrays so packed. */
export function registerTranslated(
  f: AnyFunction,
  own: readonly AnyFunction[],
  pack: Packing,
): void {
  versions.set(f, own);
  packing = pack;
}

/** Remembers the same of a function that calls another, for those who call it. */
export function registerWrapper(f: AnyFunction, g: AnyFunction): void {
  const own = versions.get(f);
  if (own !== undefined) versions.set(g, own);
}

/** The versions of a function that is known to be translated, as far as they are apart from it. */
export const versionsOf = (f: unknown): readonly AnyFunction[] | undefined =>
  versions.get(f as AnyFunction);

/** How a function takes arrays of floats best; null if it may be any function. */
export const packingFor = (f: AnyFunction): Packing | null => (versions.has(f) ? packing : null);

/**
 * Compiled code in the place of a run: the value and the gradient, or null where a run has to answer; then nothing
 * has happened. Translated modules bring it.
 */
export const compiledCode = {
  gradient: null as
    | null
    | ((
        f: AnyFunction,
        args: readonly unknown[],
        wrt: unknown,
        options: object,
      ) => { readonly value: number; readonly gradient: unknown } | null),
};
