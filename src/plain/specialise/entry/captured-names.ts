/** The variables that functions of the program capture. */
import { Refusal, type Cell } from '../values/abstract.js';

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

interface Variable {
  readonly name: string;
  readonly captures: Captures;
  readonly write: (to: unknown) => void;
  readonly cell: Cell;
}

/** The variables that functions assign. Functions that were made together may share one, and assign it each in its own way. */
export class Variables {
  private readonly all: Variable[] = [];

  add = (one: Variable): void => void this.all.push(one);

  /** The cell of a variable by the name that a function has for it; undefined if none is known. */
  get(name: string, { read }: Captures, write: Variable['write']): Cell | undefined {
    const same = this.all.find(
      (one) => one.name === name && (one.write === write || isShared(one, () => read(name))),
    );
    return same?.cell;
  }
}

/** True if a function reads what another one writes. The variable is as it was before. */
function isShared({ captures, name, write }: Variable, read: () => unknown): boolean {
  const before = valueNow(captures.read, name);
  const token = {};
  write(token);
  try {
    return read() === token;
  } catch {
    return false;
  } finally {
    write(before);
  }
}
