/** Calls of a function under differentiation. */
import { Dual } from '../core/real.js';
import { classOf } from '../core/trees/containers.js';
import type { Flat } from '../core/trees/flat.js';
import type { Shape } from '../core/trees/tree.js';
import { positionsOf } from './arguments/chosen.js';
import { Copies, type Filled, type Given } from './arguments/copies.js';
import { asyncFunction, functionResult, generatorFunction, notAFunction } from './errors.js';
import { noPrivateFields } from './arguments/errors.js';
import { isOfPrivateFields } from './private-fields.js';
import type { AnyFunction, Wrt } from './signatures.js';

/** The arguments that `wrt` names, each with leaves of its own. */
export const filledBy = (
  wrt: Wrt,
  inputs: readonly Shape[],
  leaves: readonly Flat<unknown>[],
): Filled[] =>
  positionsOf(wrt).map((position, k) => ({ position, shape: inputs[k], leaves: leaves[k] }));

/**
 * Calls `f` on copies of its arguments with other reals, and refuses writes that copies do not show.
 *
 * @param given if the arguments are copies of what the caller gave
 */
export function callOnCopies(
  f: AnyFunction,
  args: readonly unknown[],
  filled: readonly Filled[],
  given?: Given | null,
): unknown {
  const copies = new Copies(args, filled, given);
  return noFunction(seenThrough(copies, invoke(f, copies.args)));
}

/** The same for a function whose result may be a function. */
export function invokeOnCopies(
  f: AnyFunction,
  args: readonly unknown[],
  filled: readonly Filled[],
  given?: Given | null,
): unknown {
  const copies = new Copies(args, filled, given);
  return seenThrough(copies, invoke(f, copies.args));
}

// What is checked after the call costs the stack of the user's errors no frame.

function seenThrough(copies: Copies, output: unknown): unknown {
  copies.insistOnOneName();
  return output;
}

function noFunction(output: unknown): unknown {
  if (typeof output === 'function') throw functionResult();
  return output;
}

/**
 * Calls a function under differentiation, which must return its result directly, and no function.
 */
export function call(f: AnyFunction, args: readonly unknown[]): unknown {
  return noFunction(invoke(f, args));
}

/** The same for a function whose result may be a function. */
export function invoke(f: AnyFunction, args: readonly unknown[]): unknown {
  if (typeof f !== 'function') throw notAFunction('a derivative', f);
  try {
    return insistOnDirect((f as (...args: unknown[]) => unknown)(...args));
  } catch (error) {
    throw explained(error, args);
  }
}

/**
 * Returns the error that a person should see when a function that was called with such arguments
 * throws.
 */
export const explained = (error: unknown, args: readonly unknown[]): unknown =>
  isOfPrivateFields(error) ? noPrivateFields(error, args) : error;

/** The result of a function, which must be no function and not be still to come. */
export const resultOf = (output: unknown): unknown =>
  typeof output === 'number' ? output : noFunction(insistOnDirect(output));

/** Refuses results that are still to come. Asked of every step of a loop. */
export function insistOnDirect(output: unknown): unknown {
  if (typeof output !== 'object' || output === null || output instanceof Dual) return output;
  const { then, next } = output as { readonly then?: unknown; readonly next?: unknown };
  if (typeof then === 'function') {
    // The rest of the function fails on its own, later; this error has been reported.
    (output as PromiseLike<unknown>).then(undefined, () => undefined);
    throw asyncFunction();
  }
  if (typeof next === 'function' && /^(Async)?Generator$/.test(classOf(output)))
    throw generatorFunction();
  return output;
}
