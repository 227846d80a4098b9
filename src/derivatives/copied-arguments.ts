/** The arguments of a call as they were, for operators that run the function again later. */
import type { Shape } from '../core/trees/tree.js';
import { Contents } from './arguments/contents.js';
import { withArguments } from './argument-shapes.js';
import type { Wrt } from './signatures.js';

/** Gives copies of the arguments as they were, even if the caller changes them meanwhile. O(size). */
export function copiedArguments(
  args: readonly unknown[],
  wrt: Wrt,
  inputs: readonly Shape[],
): () => unknown[] {
  // The shapes do not have the values that the function wrote into its inputs.
  const trees = inputs.map((shape) => shape.rebuild([...shape.reals]));
  const contents = new Contents(withArguments(args, wrt, trees), 'an argument');
  return () => contents.copy((x) => x).roots;
}
