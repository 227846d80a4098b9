/** The option that says how a bundle gets the compiler. */
import { invalidOption } from '../../errors/errors.js';
import type { WayOfCompiler } from '../runtime-access.js';

const ways: readonly unknown[] = ['at once', 'later', undefined];

/** The way that an option names; undefined if the program imports the compiler by itself, or has none. */
export function compilerIn(given: unknown): WayOfCompiler | undefined {
  if (!ways.includes(given)) throw invalidOption('compiler', "'at once' or 'later'", given);
  return given as WayOfCompiler | undefined;
}
