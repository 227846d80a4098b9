/** Which functions of TypeScript are functional programs: those that call the operators of the language. */
import { types as t } from '../vendor/babel.js';
import * as operatorsOnArrays from './operators-on-arrays.js';
import type { FunctionNode, Source } from './read-source.js';

const isOurs = (module: string): boolean => module === 'delta-tape/functional';

/**
 * True if a function, or one of the text that it mentions, uses operators of `delta-tape/functional`, or calls
 * one by a name that the text leaves open. O(length of the text).
 */
export function isFunctional({ node, known }: Source): boolean {
  const seen = new Set<FunctionNode>();
  const open = [node];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (seen.has(here)) continue;
    seen.add(here);
    const own = new Set<string>();
    t.traverseFast(here, (one) => {
      if (t.isVariableDeclarator(one))
        for (const name of Object.keys(t.getBindingIdentifiers(one.id))) own.add(name);
      if (t.isFunction(one))
        for (const param of one.params)
          for (const name of Object.keys(t.getBindingIdentifiers(param))) own.add(name);
    });
    let found = false;
    t.traverseFast(here, (one) => {
      if (!t.isIdentifier(one) || own.has(one.name)) return;
      const stands = known.get(one.name);
      if (stands?.tag === 'function') open.push(stands.node);
      found ||= stands?.tag === 'import' && isOurs(stands.from);
    });
    t.traverseFast(here, (one) => {
      if (!t.isCallExpression(one) || !t.isIdentifier(one.callee)) return;
      const { name } = one.callee;
      found ||= !own.has(name) && !known.has(name) && Object.hasOwn(operatorsOnArrays, name);
    });
    if (found) return true;
  }
  return false;
}
