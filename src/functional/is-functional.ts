/** Which functions of TypeScript are functional programs: those that call the operators of the language. */
import { types as t } from '../vendor/babel.js';
import * as operatorsOnArrays from './operators-on-arrays.js';
import type { FunctionNode, Source } from './read-source.js';

const isOurs = (module: string): boolean => module === 'delta-tape/functional';

const arities = new Map(Object.entries(operatorsOnArrays).map(([name, f]) => [name, f.length]));

/** The name of what is called, and of the object that has it: `reduce`, `np.reduce`, `(0, module.reduce)`. */
function calledIn(callee: t.Node): readonly [space: string | null, name: string] {
  if (t.isSequenceExpression(callee)) return calledIn(callee.expressions.at(-1)!);
  if (t.isIdentifier(callee)) return [null, callee.name];
  return t.isMemberExpression(callee) &&
    t.isIdentifier(callee.object) &&
    t.isIdentifier(callee.property)
    ? [callee.object.name, callee.property.name]
    : [null, ''];
}

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
      if (!t.isCallExpression(one)) return;
      const [space, name] = calledIn(one.callee);
      const isOpen = (part: string) => !own.has(part) && !known.has(part);
      // By the number of arguments `functional.map(f, xs)` is none of `list.map(f)`.
      found ||= isOpen(space ?? name) && arities.get(name) === one.arguments.length;
    });
    if (found) return true;
  }
  return false;
}
