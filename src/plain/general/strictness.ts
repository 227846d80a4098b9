/**
 * Strict code in a program that is not strict: bodies of classes, and functions with `'use strict'` in them or around
 * them. A version that goes to the end of the module has to say so itself, or writes to frozen objects do nothing.
 */
import type { FunctionNode, Node, NodePath, types, Types } from '../front/syntax.js';

const saysStrict = (node: Node): boolean =>
  'directives' in node && (node.directives ?? []).some(({ value }) => value.value === 'use strict');

/** True if a function is strict, and the end of the module is not. O(depth). */
export function isStrictAlone(path: NodePath<FunctionNode>): boolean {
  let isStrict = false;
  for (let at: NodePath | null = path; at !== null; at = at.parentPath) {
    const { node } = at;
    if (node.type === 'Program')
      return isStrict && node.sourceType !== 'module' && !saysStrict(node);
    isStrict ||= at.isClass() || (at.isFunction() && saysStrict(at.node.body));
  }
  return false;
}

type Declaration = types.FunctionDeclaration;

/** Makes a function strict. Only a function whose parameters are names may say so; another goes into one that has none. */
export function madeStrict(t: Types, declaration: Declaration): Declaration {
  const { id, params, body, generator, async } = declaration;
  const directive = () => t.directive(t.directiveLiteral('use strict'));
  if (params.every(({ type }) => type === 'Identifier')) {
    if (!saysStrict(body)) body.directives.unshift(directive());
    return declaration;
  }
  body.directives = body.directives.filter(({ value }) => value.value !== 'use strict');
  const inner = t.functionExpression(null, params as types.Identifier[], body, generator, async);
  const call = t.callExpression(t.memberExpression(inner, t.identifier('apply')), [
    t.thisExpression(),
    t.identifier('arguments'),
  ]);
  return t.functionDeclaration(id, [], t.blockStatement([t.returnStatement(call)], [directive()]));
}
