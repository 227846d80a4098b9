/** The definitions of variables, also of those in patterns. */
import type { FunctionNode, Node, types } from './syntax.js';

/** The way in which a binding gets a value. */
export type Definition =
  | { readonly by: 'value'; readonly of: Node }
  | { readonly by: 'element'; readonly of: Node }
  | { readonly by: 'result'; readonly of: types.AssignmentExpression | types.UpdateExpression }
  | { readonly by: 'parameter'; readonly of: FunctionNode; readonly index: number }
  /** A part of a value that has one of these definitions. */
  | { readonly by: 'part'; readonly of: readonly Definition[]; readonly step: Step }
  | { readonly by: 'key' | 'unknown' | 'nothing' };

/** From a value into it, as a destructuring pattern goes. */
export type Step = { readonly member: string } | 'element';

const unknown: Definition = { by: 'unknown' };

/** Nothing is known of the parts of parameters. */
const part = (of: readonly Definition[], step: Step): Definition =>
  of.some(({ by }) => by === 'unknown' || by === 'parameter') ? unknown : { by: 'part', of, step };

/**
 * Calls `define` for each variable that a pattern binds and each of the variable's definitions; a variable with
 * a default has more than one. `arriving` are the definitions of the value that the pattern takes apart. O(size
 * of the pattern).
 */
export function eachDefinition(
  pattern: Node,
  arriving: readonly Definition[],
  define: (name: string, definition: Definition) => void,
): void {
  switch (pattern.type) {
    case 'Identifier':
      for (const definition of arriving) define(pattern.name, definition);
      break;
    case 'AssignmentPattern':
      eachDefinition(pattern.left, [...arriving, { by: 'value', of: pattern.right }], define);
      break;
    case 'ArrayPattern': {
      const element = part(arriving, 'element');
      for (const inner of pattern.elements)
        if (inner !== null) eachDefinition(inner, [element], define);
      break;
    }
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          eachDefinition(property, arriving, define);
          continue;
        }
        const { key, computed, value } = property;
        const isNamed = !computed && key.type === 'Identifier';
        eachDefinition(value, [isNamed ? part(arriving, { member: key.name }) : unknown], define);
      }
      break;
    case 'RestElement':
      eachDefinition(pattern.argument, [unknown], define);
      break;
    case 'TSParameterProperty':
      eachDefinition(pattern.parameter, arriving, define);
      break;
    default:
      break;
  }
}
