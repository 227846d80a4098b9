/** Functions of TypeScript as programs of the language. */
import type { Program, Type } from './language.js';
import { readSource } from './read-program.js';
import { sourceOf } from './read-source.js';

type AnyFunction = (...args: never[]) => unknown;

/**
 * A function as a program. Give it a function; or the text of one, or of a module with the name of the
 * function. A translated function is read as it was written, with what it calls of its module. Types of
 * parameters are those that the text declares (`number`, `number[]`, `[number, number]`); a parameter without
 * one is an array if it is used as one, and a real if not. O(length of the text).
 *
 * @param types of its parameters, instead of those
 * @param name of the function, in the text of a module
 * @throws DeltaTapeError if the function has what the language has not
 * @example show(read('(A) => reduce((x, y) => x * y, 1, A)').term) // reduce * 1 A
 */
export function read(f: AnyFunction | string, types?: readonly Type[], name?: string): Program {
  return readSource(sourceOf(f, name), types);
}
