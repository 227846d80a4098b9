/**
 * Constants inside of a function that is called where it is written: nobody but the functions in it sees them, so nobody can ask
 * later whether they are as they were made.
 */
import {
  isFunction,
  nameOfKey,
  type Binding,
  type Node,
  type NodePath,
} from '../../front/syntax.js';
import { isLook, partsOf } from './tables.js';
import { isCallee, isTarget, unwrapped } from './constants.js';

/**
 * Whether what such a constant holds stays as its literal says: all uses read numbers and texts of it, or it is a part of what is
 * returned, which entry asks. O(uses of the constant).
 */
export const isLeftAlone = (binding: Binding, literal: Node): boolean =>
  binding.referencePaths.every(
    (use) => isReturned(use, binding) || isOnlyRead(unwrapped(use), literal),
  );

/** Whether a use is a part of the literal that the function returns. */
function isReturned(use: NodePath, binding: Binding): boolean {
  let outer = unwrapped(use);
  while (isPart(outer)) outer = unwrapped(outer.parentPath!);
  const isGiven = outer.parent.type === 'ReturnStatement' || isFunction(outer.parent);
  return (
    isGiven && use.scope.getFunctionParent() === binding.scope.getFunctionParent() && outer !== use
  );
}

const isPart = ({ key, parent }: NodePath): boolean =>
  parent.type === 'ArrayExpression' ||
  parent.type === 'ObjectExpression' ||
  (parent.type === 'ObjectProperty' && key === 'value');

function isOnlyRead(use: NodePath, literal: Node): boolean {
  const { key, parent, parentPath } = use;
  if (parent.type === 'TSTypeQuery') return true;
  if (parentPath === null || isTarget(use)) return false;
  if (parent.type === 'ForOfStatement') return key === 'right' && !holdsObjects(literal);
  if (parent.type !== 'MemberExpression' || key !== 'object') return false;
  const member = unwrapped(parentPath);
  const name = nameOfKey(parent.property, parent.computed);
  if (isCallee(member))
    return (
      literal.type === 'ArrayExpression' &&
      !holdsObjects(literal) &&
      name !== undefined &&
      isLook(name, member.parent)
    );
  const isDeleted = member.parent.type === 'UnaryExpression' && member.parent.operator === 'delete';
  if (isTarget(member) || isDeleted) return false;
  return name === 'length' || !holdsObjects(literal) || isAsked(member);
}

/** Whether an expression is only computed with, itself or a number in it. */
function isAsked(of: NodePath): boolean {
  const { key, parent, parentPath } = of;
  if (isTarget(of) || parentPath === null) return false;
  if (parent.type === 'BinaryExpression') return true;
  return parent.type === 'MemberExpression' && key === 'object' && isAsked(unwrapped(parentPath));
}

/** Whether a literal holds more than numbers, texts and bools, as far as it shows. */
const holdsObjects = (literal: Node): boolean =>
  partsOf(literal)?.every(
    ({ type }) =>
      type === 'NumericLiteral' ||
      type === 'StringLiteral' ||
      type === 'BooleanLiteral' ||
      type === 'UnaryExpression' ||
      type === 'BinaryExpression',
  ) !== true;
