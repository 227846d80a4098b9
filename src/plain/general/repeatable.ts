/** Which expressions can be evaluated twice in the place of once. */
import { isNative } from '../front/kinds.js';
import { bare, childrenOf, type Node, type types } from '../front/syntax.js';
import type { Translator } from './translator.js';

/** True if evaluating an expression again, after `then`, gives the same and has no effect. */
export function isRepeatable(translator: Translator, node: Node, then: Node | null): boolean {
  const inner = bare(node);
  if (inner.type === 'ThisExpression' || inner.type.endsWith('Literal'))
    return inner.type !== 'TemplateLiteral';
  if (inner.type === 'Identifier') return isFixed(translator, inner, then);
  return (
    inner.type === 'BinaryExpression' &&
    [inner.left, inner.right].every(
      (side) => isNative(translator.kind(side)) && isRepeatable(translator, side, then),
    )
  );
}

/**
 * True if nothing assigns a variable meanwhile: neither the expression itself nor code that a member
 * may run.
 */
function isFixed(translator: Translator, node: types.Identifier, then: Node | null): boolean {
  const { bindings, captured } = translator.inference.facts;
  const binding = bindings.get(node);
  if (binding === undefined || binding.kind === 'module') return false;
  return (
    binding.constant || (!captured.has(binding) && (then === null || !assigns(translator, then)))
  );
}

function assigns(translator: Translator, node: Node): boolean {
  let found = translator.assigning.get(node);
  if (found === undefined) {
    const isAssignment = node.type === 'AssignmentExpression' || node.type === 'UpdateExpression';
    found =
      isAssignment || childrenOf(translator.t, node).some((child) => assigns(translator, child));
    translator.assigning.set(node, found);
  }
  return found;
}
