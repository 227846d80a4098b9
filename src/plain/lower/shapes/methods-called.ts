/** Guesses which method, or which constructor, a call means: by the class of the object, or else by its name alone. */
import type { Facts } from '../../front/facts.js';
import {
  bare,
  isClassMethod,
  nameOfKey,
  type FunctionNode,
  type Node,
  type NodePath,
} from '../../front/syntax.js';
import { isLinked, isOfArrays } from '../syntax/others.js';
import {
  classMadeBy,
  classOf,
  instanceAt,
  methodNamed,
  nameOfMember,
} from '../syntax/class-places.js';
import { constructorOf } from './class-members.js';

const known = new WeakMap<Facts, ReadonlyMap<string, FunctionNode | null>>();

/** The methods of classes of the module by their names; null for a name that several have. O(functions), once. */
function methodsOf(facts: Facts): ReadonlyMap<string, FunctionNode | null> {
  let found = known.get(facts);
  if (found !== undefined) return found;
  const made = new Map<string, FunctionNode | null>();
  for (const f of facts.uses.keys()) {
    const name = isClassMethod(f) && f.kind === 'method' ? nameOfMember(f) : undefined;
    if (name !== undefined) made.set(name, made.has(name) ? null : f);
  }
  known.set(facts, (found = made));
  return found;
}

/** The method that a call of a member means, if that is one of the module. */
export function methodCalled(
  facts: Facts,
  callee: Extract<Node, { type: 'MemberExpression' }>,
  at: NodePath,
): FunctionNode | undefined {
  const name = nameOfKey(callee.property, callee.computed);
  if (name === undefined) return undefined;
  const of = classOf(facts, callee.object, at);
  if (of !== undefined) return methodNamed(facts, of, name);
  const object = bare(callee.object);
  const binding = object.type === 'Identifier' ? facts.bindings.get(object) : undefined;
  const isOther = isOfArrays(name) || (binding !== undefined && isLinked(binding));
  return isOther ? undefined : (methodsOf(facts).get(name) ?? undefined);
}

/** The constructor that an expression runs, if its class is one of the module. */
export function constructorRun(facts: Facts, made: Node): FunctionNode | undefined {
  const of = classMadeBy(facts, made);
  return of && constructorOf(of);
}

/** Where else the class around a place reads a field of `this`. O(uses of `this`). */
export function usesOfField(
  facts: Facts,
  field: Extract<Node, { type: 'MemberExpression' }>,
  at: NodePath,
): readonly NodePath[] {
  const name = nameOfKey(field.property, field.computed);
  const of = instanceAt(facts, at);
  if (name === undefined || of === undefined) return [];
  return facts.ownMembers.filter(
    (path) =>
      path.node !== field &&
      nameOfKey(path.node.property, path.node.computed) === name &&
      instanceAt(facts, path) === of,
  );
}
