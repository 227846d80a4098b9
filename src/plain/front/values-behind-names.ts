/** The values that variables are given where they are declared or assigned, as far as the syntax shows. */
import type { Facts } from './facts.js';
import { bare, isFunction, type Binding, type Expression } from './syntax.js';

/** Functions and classes are not memories. */
export const isFixed = ({ constant, path: { node } }: Binding): boolean =>
  constant &&
  (isFunction(node) ||
    /^(Class|Import)/.test(node.type) ||
    (node.type === 'VariableDeclarator' && node.init != null && isFunction(bare(node.init))));

/** Gives the value that a variable has, or has a part of, where it is declared. */
export function initOf(binding: Binding, { callbacks }: Facts): Expression | null {
  const { path, scope, kind } = binding;
  const { node } = path;
  if (kind === 'param') {
    const call = isFunction(scope.block) ? callbacks.get(scope.block) : undefined;
    const callee = call && bare(call.callee);
    return callee?.type === 'MemberExpression' ? (callee.object as Expression) : null;
  }
  if (node.type !== 'VariableDeclarator') return null;
  const loop = path.parentPath?.parent;
  if (loop?.type === 'ForOfStatement' && loop.left === path.parent) return loop.right;
  return node.init == null || isFunction(bare(node.init)) ? null : node.init;
}

/** The same, and what it is assigned. */
export function valuesOf(binding: Binding, facts: Facts): Expression[] {
  const init = initOf(binding, facts);
  const assigned = binding.constantViolations.flatMap(({ node }) =>
    node.type === 'AssignmentExpression' && node.operator === '=' ? [node.right] : [],
  );
  return init === null ? assigned : [init, ...assigned];
}
