/** A peer: a tool that computes gradients of the evals, loaded in a process of its own. */
import { timed, type Evaluate } from '../../gradbench/timed.js';
import type { Eval, Inputs } from './inputs.js';

/** The work that is timed: from the input, as the peer wants it, to the gradient as numbers. */
export type Run = () => ArrayLike<number>;

/**
 * Evals as a peer expresses them: each reads an input and makes a run of it. The numbers have the
 * order of `numbersOf`.
 */
export type Preparations = {
  readonly [E in Eval]?: (input: Inputs[E]) => Run | Promise<Run>;
};

/** The function of an eval; nothing if the peer does not have the eval. */
export type Load = (name: Eval, input: unknown) => Promise<Evaluate | undefined>;

/** A module of a peer. */
export interface Peer {
  readonly load: Load;
  /** The version that answers, of a peer that has several. */
  readonly answers?: (name: Eval) => Promise<string | undefined>;
}

export const loadOf =
  (preparations: Preparations): Load =>
  async (name, input) => {
    const prepare = preparations[name] as ((input: unknown) => Run | Promise<Run>) | undefined;
    if (prepare === undefined) return undefined;
    const run = await prepare(input);
    return timed(
      () => run,
      () => run(),
      (out) => Array.from(out),
    );
  };

/**
 * All numbers of an output, with the fields of objects in alphabetical order; of a sparse matrix its
 * values.
 */
export function numbersOf(output: unknown): number[] {
  const found: number[] = [];
  const collect = (part: unknown): void => {
    if (typeof part === 'number') found.push(part);
    else if (Array.isArray(part)) part.forEach(collect);
    else if (typeof part === 'object' && part !== null) {
      const fields = Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1));
      fields.forEach(([, value]) => collect(value));
    }
  };
  collect(typeof output === 'object' && output !== null && 'vals' in output ? output.vals : output);
  return found;
}
