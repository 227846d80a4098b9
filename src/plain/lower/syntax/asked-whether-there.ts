/** Finds what a program asks whether it is there: `o?.x`, `o ?? y`, `!o`, a condition, and comparisons with undefined and null. */
import { bare, type Binding, type Node, type NodePath, type types } from '../../front/syntax.js';
import { unwrapped } from './constants.js';

/** Whether an operator asks whether two things are the same, or not. */
export const isEquality = (operator: string): boolean =>
  ['==', '!=', '===', '!=='].includes(operator);

const isAbsent = (given: Node): boolean => {
  const node = bare(given);
  return (
    node.type === 'NullLiteral' ||
    (node.type === 'Identifier' && node.name === 'undefined') ||
    (node.type === 'UnaryExpression' && node.operator === 'void')
  );
};

/** The side of a comparison on which undefined or null is written. */
export function absentSide(node: types.BinaryExpression): 'left' | 'right' | undefined {
  if (!isEquality(node.operator)) return undefined;
  return isAbsent(node.right) ? 'right' : isAbsent(node.left) ? 'left' : undefined;
}

/** Whether a use asks whether its variable holds anything. */
function isQuestion(use: NodePath): boolean {
  const { node, parent } = unwrapped(use);
  switch (parent.type) {
    case 'LogicalExpression':
      return parent.left === node;
    case 'BinaryExpression':
      return absentSide(parent) !== undefined;
    case 'UnaryExpression':
      return parent.operator === '!';
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return parent.test === node;
    case 'OptionalMemberExpression':
      return parent.object === node && parent.optional;
    default:
      return false;
  }
}

/** Whether any use of a variable does so. O(uses of the variable). */
export const isAskedWhetherThere = ({ referencePaths }: Binding): boolean =>
  referencePaths.some(isQuestion);
