/**
 * Guesses what a function gives that calls itself: its body is lowered with the guess, which shows what it really gives.
 * O(size of the function and of a few that it calls).
 */
import { functionOf } from '../../front/called-function.js';
import type { Facts } from '../../front/facts.js';
import {
  bare,
  isFunction,
  nameOfKey,
  realParams,
  type FunctionNode,
  type Node,
} from '../../front/syntax.js';
import { isGlobalNamed } from '../syntax/global-names.js';
import { childrenOf } from '../syntax/assigned.js';
import { shapeOfValue } from './literal-shapes.js';
import { shapeOf } from './promised-shapes.js';
import type { Shape } from './shapes.js';

const number: Shape = { tag: 'number' };
export const numbers: Shape = { tag: 'array', type: { storage: 'number[]' } };

/** How many functions are looked at; functions that call each other in a circle would be looked at for each of them. */
const MOST = 8;

/** Methods that give what they are called on, or an array like it; and those that give numbers mostly. */
const alike: readonly string[] = [
  'concat',
  'filter',
  'reverse',
  'slice',
  'sort',
  'toReversed',
  'toSorted',
];

/**
 * What a function gives; null for nothing.
 *
 * @param given what its arguments are
 */
export function guessedResult(
  facts: Facts,
  node: FunctionNode,
  given: (k: number) => Shape | undefined,
): Shape | null {
  const seen = new Set<Node>();
  let functions = 0;
  const ofFunction = (f: FunctionNode): Shape | null | undefined => {
    if (seen.has(f) || functions === MOST) return undefined;
    seen.add(f);
    functions++;
    const annotated = shapeOf('returnType' in f ? f.returnType : null, facts.declared);
    if (annotated !== undefined) return annotated;
    const results = f.body.type === 'BlockStatement' ? returnedIn(f.body) : [f.body];
    if (results.length === 0) return null;
    const all = results.map(of).filter((shape) => shape !== undefined);
    return all.find((shape) => shape !== number) ?? all[0];
  };

  const ofVariable = (name: Node): Shape | undefined => {
    const binding = facts.bindings.get(name as never);
    if (binding === undefined || seen.has(binding.identifier)) return undefined;
    const k = realParams<Node>(node.params).indexOf(binding.identifier);
    if (k >= 0) return given(k);
    seen.add(binding.identifier);
    const annotated = shapeOf(binding.identifier.typeAnnotation, facts.declared);
    const { node: declared } = binding.path;
    const isOne = declared.type === 'VariableDeclarator' && declared.id === binding.identifier;
    return annotated ?? (isOne && declared.init != null ? of(declared.init) : undefined);
  };

  /** What an expression gives, as it is written. */
  function of(written: Node): Shape | undefined {
    const one = bare(written);
    switch (one.type) {
      case 'Identifier':
        return ofVariable(one);
      case 'ConditionalExpression':
        return of(one.consequent) ?? of(one.alternate);
      case 'ArrayExpression':
        return ofArray(one.elements);
      case 'ObjectExpression':
        return ofObject(one.properties);
      case 'NewExpression':
        return shapeOfValue(one) ?? (isArrayClass(one.callee) ? numbers : undefined);
      case 'CallExpression': {
        const known = shapeOfValue(one);
        if (known !== undefined) return known;
        const { callee } = one;
        if (isArrayClass(callee)) return numbers;
        if (callee.type !== 'MemberExpression') {
          const f = functionOf(facts, callee);
          return f === undefined ? undefined : (ofFunction(f) ?? undefined);
        }
        if (isArrayClass(callee.object)) return numbers;
        const name = nameOfKey(callee.property, callee.computed) ?? '';
        if (alike.includes(name)) return of(callee.object) ?? numbers;
        return name === 'map' || name === 'flatMap' || name === 'flat' ? numbers : undefined;
      }
      default:
        return shapeOfValue(one);
    }
  }

  function ofArray(elements: readonly (Node | null)[]): Shape | undefined {
    if (elements.length === 0 || elements.some((inner) => inner?.type === 'SpreadElement'))
      return numbers;
    const fields = elements.map((inner, k) => [String(k), (inner && of(inner)) ?? number] as const);
    return { tag: 'record', isTuple: true, fields: new Map(fields) };
  }

  function ofObject(properties: readonly Node[]): Shape | undefined {
    const fields = new Map<string, Shape>();
    for (const property of properties) {
      if (property.type !== 'ObjectProperty') return undefined;
      const name = nameOfKey(property.key, property.computed);
      if (name !== undefined) fields.set(name, of(property.value) ?? number);
    }
    return fields.size === 0 ? undefined : { tag: 'record', isTuple: false, fields };
  }

  const isArrayClass = (callee: Node): boolean => isGlobalNamed(facts, callee, 'Array');

  const found = ofFunction(node);
  return found === undefined ? number : found;
}

/** What a function returns, as it is written. */
const returnedIn = (node: Node): Node[] => {
  if (node.type === 'ReturnStatement' && node.argument != null) return [node.argument];
  return isFunction(node) ? [] : childrenOf(node).flatMap(returnedIn);
};
