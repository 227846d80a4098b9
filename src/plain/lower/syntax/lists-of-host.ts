/**
 * Whether a list may be a value of the host: then each push makes another list. So it must have one name, which nothing
 * else gets, and pushes must be statements of the function that makes it.
 */
import { bare, nameOfKey, type Binding, type Node, type NodePath } from '../../front/syntax.js';
import { exportedName, hostNameOf, hostRootOf } from './array-modules.js';

type Bindings = ReadonlyMap<Node, Binding | undefined>;

/** O(uses of the variable · their depth). */
export function mayBeOfHost(binding: Binding, bindings: Bindings): boolean {
  const { referencePaths, constantViolations, path } = binding;
  const own = path.getFunctionParent()?.node;
  const isOwn = (use: NodePath): boolean => use.getFunctionParent()?.node === own;
  const pushes = referencePaths.filter(isPush);
  return (
    constantViolations.length === 0 &&
    referencePaths.every(
      (use) =>
        isOwn(use) &&
        (isPush(use) || isRead(use) || isGiven(use, bindings) || isGoneThrough(use, pushes)),
    )
  );
}

/** Whether it goes into a function that takes lists of arrays, and no list of numbers. */
export const isJoined = ({ referencePaths }: Binding, bindings: Bindings): boolean =>
  referencePaths.some((use) => {
    const name = isGiven(use, bindings) && hostNameOf((use.parent as Call).callee, bindings);
    return name && /^(concatenate|([hvd]|column_)?stack)$/.test(exportedName(name));
  });

type Call = Extract<Node, { type: 'CallExpression' }>;

/** `list.push(one)` as a statement. */
function isPush({ parent, node, parentPath }: NodePath): boolean {
  const call = parentPath?.parentPath;
  return (
    parent.type === 'MemberExpression' &&
    parent.object === node &&
    nameOfKey(parent.property, parent.computed) === 'push' &&
    call?.node.type === 'CallExpression' &&
    call.node.callee === parent &&
    call.node.arguments.every(({ type }) => type !== 'SpreadElement') &&
    call.parent.type === 'ExpressionStatement'
  );
}

/** `list.length` and `list[k]` where nothing is written, nor called. */
function isRead({ parent, node, parentPath }: NodePath): boolean {
  if (parent.type !== 'MemberExpression' || parent.object !== node) return false;
  const name = nameOfKey(parent.property, parent.computed);
  const around = parentPath?.parent;
  if (around === undefined || !(parent.computed || name === 'length')) return false;
  switch (around.type) {
    case 'CallExpression':
      return around.callee !== parent;
    case 'MemberExpression':
      return around.object === parent || around.computed;
    case 'VariableDeclarator':
      return around.init === parent;
    case 'AssignmentExpression':
      return around.right === parent;
    default:
      return around.type === 'BinaryExpression' || around.type === 'ReturnStatement';
  }
}

/** An argument of a function of arrays. */
const isGiven = ({ parent, node }: NodePath, bindings: Bindings): boolean =>
  parent.type === 'CallExpression' &&
  parent.arguments.some((one) => bare(one) === node) &&
  hostRootOf(parent.callee, bindings) !== undefined;

/** `for (const one of list)` with no push inside. */
const isGoneThrough = ({ parent, node }: NodePath, pushes: readonly NodePath[]): boolean =>
  parent.type === 'ForOfStatement' &&
  parent.right === node &&
  !pushes.some((push) => push.findParent((one) => one.node === parent) !== null);
