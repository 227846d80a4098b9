/** Tells how the variables of a module are used that hold functions. */
import {
  isFunction,
  type Binding,
  type FunctionNode,
  type Node,
  type NodePath,
} from '../front/syntax.js';
import type { AtTop } from './class-bindings.js';

export const isMethod = ({ type }: FunctionNode): boolean =>
  type !== 'FunctionDeclaration' && !type.endsWith('Expression');

export function functionAround(path: NodePath): NodePath<FunctionNode> | null {
  const found = path.findParent(({ node }) => isFunction(node));
  return found as NodePath<FunctionNode> | null;
}

/** True if an object is used for anything but calls of its members. */
export const isHolderGiven = ({ referencePaths }: Binding): boolean =>
  referencePaths.some(({ node, parent, parentPath }) => {
    const isMember = parent.type === 'MemberExpression' && parent.object === node;
    const around = isMember ? parentPath?.parent : undefined;
    return around?.type !== 'CallExpression' || around.callee !== parent;
  });

export const isFull = (list: readonly unknown[]): boolean => list.length > 0;

/** True if a function is used for anything but a call. */
export const isGiven = ({ referencePaths }: Binding): boolean =>
  referencePaths.some(
    ({ node, parent }) => parent.type !== 'CallExpression' || parent.callee !== node,
  );

/**
 * True if a variable is another one, or a class as its own code knows it. An enum is found where
 * nothing else has its name.
 */
export const isSame = (found: Binding | undefined, of: AtTop): boolean =>
  'path' in of
    ? found === of ||
      (found !== undefined && found.path.isClassDeclaration() && found.path.node === of.path.node)
    : found === undefined;

/**
 * True if `this` means the same at an expression as in the arrow function or the bound method that it
 * is.
 */
export const isInPlace = (expression: Node): boolean =>
  isFunction(expression) ||
  (expression.type === 'CallExpression' &&
    (expression.callee.type === 'Identifier'
      ? expression.arguments.length > 0 && isInPlace(expression.arguments[0])
      : expression.arguments.some(({ type }) => type === 'ThisExpression')));
