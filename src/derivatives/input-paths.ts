/** The names of inputs, as the paper calls them. */
import type { Shape } from '../core/trees/tree.js';
import { keysOf } from './arguments/chosen.js';
import type { Wrt } from './signatures.js';

/** Their paths from `s`, or from `s0`, `s1` … where `wrt` names several arguments. */
export const inputPaths = (inputs: readonly Shape[], wrt: Wrt): string[] =>
  inputs.flatMap((shape, k) => {
    const isOne = typeof wrt === 'number' || keysOf(wrt) !== null;
    return shape.paths(isOne ? 's' : `s${wrt[k]}`);
  });
