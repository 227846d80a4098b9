/** What loops over lists name: their variables, and calls of methods of what they go through. */
import { nameOfKey, type Node, type types } from '../../front/syntax.js';

/** What a loop gives its variable at each step. */
export const targetOf = ({ left }: types.ForOfStatement | types.ForInStatement) =>
  left.type === 'VariableDeclaration'
    ? { pattern: left.declarations[0].id, isDeclared: left.kind !== 'var' }
    : { pattern: left, isDeclared: false };

/** Whether an expression calls a method of a name without arguments. */
export const isCallOf = (
  node: Node,
  name: string,
): node is types.CallExpression & { readonly callee: types.MemberExpression } =>
  node.type === 'CallExpression' &&
  node.arguments.length === 0 &&
  node.callee.type === 'MemberExpression' &&
  nameOfKey(node.callee.property, node.callee.computed) === name;
