/** How the variables of a pattern get their values. */
import type { FunctionNode, Node, types } from './syntax.js';

/** How a binding gets a value. */
export type Definition =
  | { readonly by: 'value'; readonly of: Node; readonly path: readonly Step[] }
  | { readonly by: 'element'; readonly of: Node; readonly path: readonly Step[] }
  | { readonly by: 'result'; readonly of: types.AssignmentExpression | types.UpdateExpression }
  | { readonly by: 'parameter'; readonly of: FunctionNode; readonly index: number }
  | { readonly by: 'key' | 'unknown' | 'nothing' };

/** From a value into it, as a destructuring pattern goes. */
export type Step = { readonly member: string } | 'element' | 'unknown';

/** What a pattern's variable is defined by, given the way to it. */
export type From = (path: readonly Step[]) => Definition;

const unknown: From = () => ({ by: 'unknown' });

/** The variables that a pattern binds, with their definitions; a variable with a default has two. */
export function bound(
  pattern: Node,
  from: From,
  path: readonly Step[] = [],
): [string, Definition][] {
  switch (pattern.type) {
    case 'Identifier':
      return [[pattern.name, from(path)]];
    case 'AssignmentPattern':
      return [
        ...bound(pattern.left, from, path),
        ...bound(pattern.left, (inner) => ({ by: 'value', of: pattern.right, path: inner })),
      ];
    case 'ArrayPattern':
      return pattern.elements.flatMap((element) => {
        if (element === null) return [];
        if (element.type === 'RestElement') return bound(element.argument, unknown);
        return bound(element, from, [...path, 'element']);
      });
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => {
        if (property.type === 'RestElement') return bound(property.argument, unknown);
        const { key, computed, value } = property;
        const named = !computed && key.type === 'Identifier';
        return bound(value, from, [...path, named ? { member: key.name } : 'unknown']);
      });
    case 'RestElement':
      return bound(pattern.argument, unknown);
    case 'TSParameterProperty':
      return bound(pattern.parameter, from, path);
    default:
      return [];
  }
}
