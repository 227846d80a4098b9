/** Tells which expressions surely give whole numbers, by what is written in the module. */
import type { Facts } from '../../front/facts.js';
import { bare, nameOfKey, type Binding, type Node } from '../../front/syntax.js';
import { isGlobalNamed } from './global-names.js';

const ofAny: readonly string[] = ['|', '&', '^', '<<', '>>', '>>>'];
const ofWholes: readonly string[] = ['+', '-', '*'];
const rounding: readonly string[] = ['ceil', 'clz32', 'floor', 'imul', 'round', 'sign', 'trunc'];
const choosing: readonly string[] = ['abs', 'max', 'min'];

/** Whether an expression gives whole numbers wherever it is finite. O(size of what its variables are given). */
export function isWhole(facts: Facts, given: Node, seen = new Set<Binding>()): boolean {
  const inner = (of: Node): boolean => isWhole(facts, of, seen);
  const node = bare(given);
  switch (node.type) {
    case 'NumericLiteral':
      return Number.isInteger(node.value);
    case 'UnaryExpression':
      return node.operator === '~' || ('+-'.includes(node.operator) && inner(node.argument));
    case 'BinaryExpression':
      return (
        ofAny.includes(node.operator) ||
        (ofWholes.includes(node.operator) && inner(node.left) && inner(node.right))
      );
    case 'ConditionalExpression':
      return inner(node.consequent) && inner(node.alternate);
    case 'MemberExpression':
      return nameOfKey(node.property, node.computed) === 'length';
    case 'CallExpression': {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || !isGlobalNamed(facts, callee.object, 'Math'))
        return false;
      const name = nameOfKey(callee.property, callee.computed) ?? '';
      return rounding.includes(name) || (choosing.includes(name) && node.arguments.every(inner));
    }
    case 'Identifier': {
      const binding = facts.bindings.get(node);
      return binding !== undefined && isVariableWhole(binding, seen, inner);
    }
    default:
      return false;
  }
}

/** The same of all that a variable is given. What it is given by itself is whole where the rest is. */
function isVariableWhole(
  binding: Binding,
  seen: Set<Binding>,
  inner: (of: Node) => boolean,
): boolean {
  if (seen.has(binding)) return true;
  seen.add(binding);
  const { node } = binding.path;
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier') return false;
  if (node.init == null || !inner(node.init)) return false;
  return binding.constantViolations.every(({ node: change }) => {
    if (change.type === 'UpdateExpression') return true;
    if (change.type !== 'AssignmentExpression' || change.left.type !== 'Identifier') return false;
    const operator = change.operator.slice(0, -1);
    if (ofAny.includes(operator)) return true;
    return (operator === '' || ofWholes.includes(operator)) && inner(change.right);
  });
}
