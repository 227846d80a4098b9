/**
 * Options that a function does not have are refused: a misspelt one would change nothing, and say nothing.
 */
import { notOptions, unknownOption } from './errors.js';

/** The names of all options of a type: the compiler sees that none is missing, and none too many. */
export type OptionNames<O> = { readonly [K in keyof O]-?: true };

// Taken once, so that a program that replaces them changes nothing here.
const { keys, hasOwn } = Object;

/** @param of what has the options, such as the name of a function */
export function insistOnOptions<O>(of: string, options: O, names: OptionNames<O>): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw notOptions(of, options);
  for (const name of keys(options))
    if (!hasOwn(names, name)) throw unknownOption(of, name, keys(names));
}
