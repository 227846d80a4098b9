/**
 * The transposed Jacobians of operators: Figs. 5, 16 and 17, and for the others the recipe of §7.3. An
 * operator is given as its arguments, the free variables of its function, and, at variables for the
 * arguments, its value, what is computed beforehand, and the cotangents of the arguments for that of the
 * value.
 */
import { illTyped } from './errors.js';
import { zeroOf } from './ground.js';
import { Iteration } from './iteration.js';
import { proj, times, tuple, type Term } from './language.js';
import { partialsOf } from './scalar-operations.js';
import { plain, type Gradients, type Transpose } from './transpose.js';
import { ofFold, ofGeneralFold, ofGeneralReduce } from './transposed-folds.js';
import { ofMap } from './transposed-maps.js';
import { ofMovement } from './transposed-movements.js';
import { typeOf, type Context } from './typing.js';

/** @param gamma the variables that have cotangents */
export function transposeOf(
  term: Term,
  context: Context,
  gamma: readonly string[],
  by: Gradients,
): Transpose {
  switch (term.tag) {
    case 'op':
      return plain(
        term.args,
        (xs) => ({ ...term, args: xs }),
        (xs, z) => partialsOf(term.name, xs).map((partial) => times(partial, z)),
      );
    case 'tuple':
      return plain(
        term.items,
        (xs) => tuple(...xs),
        (xs, z) => xs.map((_, k) => proj(k, xs.length, z)),
      );
    case 'proj': {
      const type = typeOf(term.of, context);
      const parts = type.tag === 'tuple' ? type.of : [];
      return plain(
        [term.of],
        ([x]) => ({ ...term, of: x }),
        ([x], z) => [
          tuple(
            ...parts.map((of, k) => (k === term.index ? z : zeroOf(of, proj(k, parts.length, x)))),
          ),
        ],
      );
    }
    case 'move':
      return ofMovement(term, context);
    case 'iterate': {
      const all = new Iteration(term, context, gamma, by);
      if (['map', 'map2', 'build'].includes(term.name)) return ofMap(all);
      if (all.isReal) return ofFold(all);
      return term.name === 'reduce' && all.free.length === 0
        ? ofGeneralReduce(all)
        : ofGeneralFold(all);
    }
    default:
      throw illTyped('what is differentiated', 'an operator', term.tag);
  }
}
