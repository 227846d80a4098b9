/** Finds methods that are bound to the object that they are of: `this.loss.bind(this)`, `model.loss.bind(model)`. */
import type { Facts } from '../front/facts.js';
import {
  bare,
  nameOfKey,
  type Expression,
  type FunctionNode,
  type Node,
  type NodePath,
  type Types,
} from '../front/syntax.js';
import {
  bindingOfClass,
  classOf,
  instanceAt,
  methodNamed,
  type ClassNode,
} from '../lower/syntax/class-places.js';
import { isConstant } from '../lower/syntax/constants.js';

/** A method that is bound. */
export interface BoundMethod {
  readonly method: FunctionNode;
  readonly name: string;
  /** The object, which an expression without effects names: `this`, or a constant. */
  readonly on: Node;
  readonly of: ClassNode;
}

/** The method that an expression binds, as far as the module tells; entry asks for the class of the object. */
export function boundMethod(facts: Facts, node: Node, at: NodePath): BoundMethod | undefined {
  if (node.type !== 'CallExpression' || node.arguments.length !== 1) return undefined;
  const callee = bare(node.callee);
  if (callee.type !== 'MemberExpression') return undefined;
  if (nameOfKey(callee.property, callee.computed) !== 'bind') return undefined;
  const member = bare(callee.object);
  if (member.type !== 'MemberExpression') return undefined;
  const on = bare(member.object);
  const name = nameOfKey(member.property, member.computed);
  if (name === undefined || !isSame(facts, on, bare(node.arguments[0]))) return undefined;
  const of = on.type === 'ThisExpression' ? instanceAt(facts, at) : classOf(facts, on, at);
  const method = of && methodNamed(facts, of, name);
  return of && method && { method, name, on, of };
}

/** True if two expressions always name one object. */
function isSame(facts: Facts, one: Node, other: Node): boolean {
  if (one.type === 'ThisExpression') return other.type === 'ThisExpression';
  if (one.type !== 'Identifier' || other.type !== 'Identifier') return false;
  const binding = facts.bindings.get(one);
  return binding !== undefined && binding === facts.bindings.get(other) && isConstant(binding);
}

/** The static method that an expression reads from a class that stays as it is written. */
export function staticMethod(facts: Facts, node: Node): FunctionNode | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const object = bare(node.object);
  const of = object.type === 'Identifier' ? facts.bindings.get(object)?.path.node : undefined;
  if (of?.type !== 'ClassDeclaration' || bindingOfClass(facts, of) === undefined) return undefined;
  return methodNamed(facts, of, nameOfKey(node.property, node.computed), true);
}

/** Compiled code for a method that is bound, unless the object has one of its own that is bound. */
export function unlessOwn(
  t: Types,
  held: Expression,
  { on, name }: BoundMethod,
  compiled: Expression,
  bound: Expression,
): Expression {
  const own = t.callExpression(held, [t.cloneNode(on as Expression), t.stringLiteral(name)]);
  const isNone = t.binaryExpression('===', own, t.unaryExpression('void', t.numericLiteral(0)));
  return t.conditionalExpression(isNone, compiled, t.cloneNode(bound));
}
