/** Finds the variables at the top of a module that its functions assign: what they hold changes from call to call. */
import type { Binding, NodePath } from '../../front/syntax.js';
import { isTarget } from './constants.js';

const known = new WeakMap<Binding, boolean>();

/** Whether a function assigns a variable of the module. O(uses of the variable), once. */
export function isAssignedLater(binding: Binding): boolean {
  let found = known.get(binding);
  if (found === undefined) known.set(binding, (found = isSo(binding)));
  return found;
}

function isSo({ kind, scope, path, constantViolations, referencePaths }: Binding): boolean {
  const { node } = path;
  const isVariable =
    (kind === 'let' || kind === 'var') &&
    scope.path.type === 'Program' &&
    node.type === 'VariableDeclarator' &&
    node.id.type === 'Identifier';
  const isInFunction = (use: NodePath): boolean => use.getFunctionParent() !== null;
  return (
    isVariable &&
    // Babel does not see an assignment through an assertion of a type.
    (constantViolations.some(isInFunction) ||
      referencePaths.some((use) => isTarget(use) && isInFunction(use)))
  );
}
