/** The variables that functions of the program capture. */
import { Refusal } from '../values/abstract.js';

/** The names that a function captures: how they are read, and which never change. */
export interface Captures {
  readonly read: (name: string) => unknown;
  /** A function that assigns a variable, the same for all who capture it; undefined where functions do not assign it. */
  readonly writing: (name: string) => ((to: unknown) => void) | undefined;
  readonly names: { readonly get: (name: string) => 'constant' | 'variable' | undefined };
}

/** The value of a captured variable. */
export function valueNow(read: Captures['read'], name: string): unknown {
  try {
    return read(name);
  } catch {
    throw new Refusal(`the name ${name}, which has no value yet`, undefined);
  }
}
