/** Questions about the syntax of calls and members. */
import type { FunctionNode, Node, types } from '../../front/syntax.js';
import { childrenOf } from '../syntax/assigned.js';

export type AnyCall = types.CallExpression | types.OptionalCallExpression | types.NewExpression;
export type AnyMember = types.MemberExpression | types.OptionalMemberExpression;

export const isMember = (node: Node): node is AnyMember =>
  node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression';

/** The yields of a generator. O(size of it). */
export function yieldsOf(f: FunctionNode): types.YieldExpression[] {
  const found: types.YieldExpression[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'YieldExpression') found.push(node);
    for (const child of childrenOf(node))
      if (!['FunctionExpression', 'FunctionDeclaration'].includes(child.type)) visit(child);
  };
  visit(f.body);
  return found;
}
