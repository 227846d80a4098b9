/**
 * Tells which constants at the top of a module hold data that nobody can change: arrays and objects that are made there
 * anew, whose every use in the module only reads numbers, bools and texts. Who runs the function may then remember what it has read.
 * What is not known counts as a change.
 */
import type { Facts } from '../../front/facts.js';
import type { Binding, types } from '../../front/syntax.js';
import type { Shape } from '../shapes/shapes.js';
import { isConstant } from '../syntax/constants.js';
import { isMadeAnew } from './new-data.js';
import { Uses } from './uses-of-data.js';

/**
 * Whether a constant of a shape holds the same for ever. O(uses of what it holds).
 *
 * @param shapeOf what other constants of the module hold, as far as they tell
 */
export function isSteady(
  facts: Facts,
  binding: Binding,
  shape: Shape,
  shapeOf: (of: Binding) => Shape | undefined,
): boolean {
  const around = new Set<Binding>();

  const areNew = (of: Binding, as: Shape): boolean => {
    const { path, scope } = of;
    const init = path.node.type === 'VariableDeclarator' ? path.node.init : undefined;
    if (init == null || of.kind !== 'const' || scope.path.type !== 'Program') return false;
    if (Object.hasOwn(scope.globals, 'eval') || !isConstant(of) || around.has(of)) return false;
    around.add(of);
    const found = isMadeAnew(init, as, { scope, steady });
    around.delete(of);
    return found;
  };
  const steady = (name: types.Identifier, as: Shape | undefined): Shape | undefined => {
    const of = facts.bindings.get(name);
    const found = of && (shapeOf(of) ?? as);
    if (found === undefined) return undefined;
    const isKnown = areNew(of!, found) && (as === undefined || areNew(of!, as));
    return isKnown && new Uses(facts).areHarmless(of!, found) ? found : undefined;
  };
  return areNew(binding, shape) && new Uses(facts).areHarmless(binding, shape);
}
