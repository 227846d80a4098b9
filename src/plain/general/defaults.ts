/** Defaults of parameters. They are evaluated before a function can ask whether a derivative is in progress. */
import {
  realParams,
  type Expression,
  type FunctionNode,
  type Node,
  type Types,
} from '../front/syntax.js';

/**
 * Makes a default that duals may reach a choice between both versions of its expression. The result of this
 * function does so.
 */
export function mergeDefaults(
  t: Types,
  node: FunctionNode,
  version: FunctionNode,
  isOn: () => Expression,
): () => void {
  const replaced: (() => void)[] = [];
  const visit = (original: Node, translated: Node) => {
    if (original.type === 'TSParameterProperty' && translated.type === 'TSParameterProperty') {
      visit(original.parameter, translated.parameter);
    } else if (original.type === 'AssignmentPattern' && translated.type === 'AssignmentPattern') {
      const [before, after] = [original.right, translated.right];
      if (!t.isNodesEquivalent(before, after)) {
        replaced.push(() => (original.right = t.conditionalExpression(isOn(), after, before)));
      }
      visit(original.left, translated.left);
    } else if (original.type === 'ObjectPattern' && translated.type === 'ObjectPattern') {
      original.properties.forEach((property, k) => {
        const other = translated.properties[k];
        if (property.type === 'ObjectProperty' && other.type === 'ObjectProperty')
          visit(property.value, other.value);
      });
    } else if (original.type === 'ArrayPattern' && translated.type === 'ArrayPattern') {
      original.elements.forEach(
        (element, k) => element !== null && visit(element, translated.elements[k]!),
      );
    }
  };
  realParams<Node>(node.params).forEach((param, k) => visit(param, version.params[k]));
  return () => replaced.forEach((replace) => replace());
}
