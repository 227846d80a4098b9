/** Members of objects. Where a dual may be the object or the key, the runtime is asked. */
import { isFloats, isNative, isObject } from '../front/kinds.js';
import { nameOfKey, type Expression, type types } from '../front/syntax.js';
import type { Dual } from './expressions.js';
import { hidden } from './hidden.js';

export type Member = types.MemberExpression | types.OptionalMemberExpression;

/** A member as a reference: what is called, deleted, or assigned to. */
export function memberOf(
  dual: Dual,
  node: Member,
  object: Expression = dual.of(node.object) as Expression,
): types.MemberExpression {
  const { t } = dual;
  const property = node.computed ? dual.key(node.property) : t.cloneNode(node.property);
  return dual.placed(t.memberExpression(object, property as Expression, node.computed), node);
}

/** The value of a member. */
export function valueOf(
  dual: Dual,
  node: Member,
  object: Expression = dual.of(node.object) as Expression,
): Expression {
  const { property, computed } = node;
  const isKnown =
    node.object.type === 'Super' ||
    node.object.type === 'ThisExpression' ||
    property.type === 'PrivateName';
  const kind = dual.kind(node.object);
  if (isKnown) return memberOf(dual, node, object);
  const name = nameOfKey(property, computed);
  if (name !== undefined) {
    return isNative(kind) || isObject(kind) || !hidden.has(name)
      ? memberOf(dual, node, object)
      : dual.runtime('member', [object, dual.t.stringLiteral(name)], node);
  }
  if (isFloats(kind)) return dual.runtime('at', [object, dual.key(property)], node);
  return kind.tag === 'list' || isNative(dual.kind(property))
    ? memberOf(dual, node, object)
    : dual.runtime('get', [object, dual.of(property)], node);
}

/** The name of a method as an argument of the runtime. */
export const nameNode = (dual: Dual, { property, computed }: Member): Expression =>
  computed ? dual.key(property) : dual.t.stringLiteral((property as types.Identifier).name);

/** `k in o`. */
export function isIn(dual: Dual, node: types.BinaryExpression): Expression {
  if (node.left.type === 'PrivateName') return dual.children(node);
  const [key, object] = [dual.of(node.left), dual.of(node.right)];
  return isObject(dual.kind(node.right)) && isNative(dual.kind(node.left))
    ? dual.placed(dual.t.binaryExpression('in', key, object), node)
    : dual.runtime('has', [key, object], node);
}
