/** Questions about the syntax of calls and members. */
import type { Facts } from '../../front/facts.js';
import { bare, type FunctionNode, type Node, type types } from '../../front/syntax.js';
import { childrenOf } from '../syntax/assigned.js';

export type AnyCall = types.CallExpression | types.OptionalCallExpression | types.NewExpression;
export type AnyMember = types.MemberExpression | types.OptionalMemberExpression;

export const isMember = (node: Node): node is AnyMember =>
  node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression';

/** Whether an expression is a global, of a name. */
export function isGlobalNamed(facts: Facts, given: Node, name?: string): boolean {
  const node = bare(given);
  return (
    node.type === 'Identifier' &&
    facts.bindings.has(node) &&
    facts.bindings.get(node) === undefined &&
    (name === undefined ? /^[A-Z]/.test(node.name) : node.name === name)
  );
}

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
