/** Members of objects. If the object or the key may be a dual, the runtime reads the member. */
import { isFloats, isNative, isObject } from '../front/kinds.js';
import { nameOfKey, type Expression, type types } from '../front/syntax.js';
import type { Translator } from './translator.js';
import { dualMembers } from './dual-members.js';

export type Member = types.MemberExpression | types.OptionalMemberExpression;

/** A member as a reference, which can be called, deleted or assigned to. */
export function memberOf(
  translator: Translator,
  node: Member,
  object: Expression = translator.of(node.object) as Expression,
): types.MemberExpression {
  const { t } = translator;
  const property = node.computed ? translator.key(node.property) : t.cloneNode(node.property);
  return translator.placed(t.memberExpression(object, property as Expression, node.computed), node);
}

/** The value of a member. */
export function valueOf(
  translator: Translator,
  node: Member,
  object: Expression = translator.of(node.object) as Expression,
): Expression {
  const { property, computed } = node;
  const isKnown =
    node.object.type === 'Super' ||
    node.object.type === 'ThisExpression' ||
    property.type === 'PrivateName';
  const kind = translator.kind(node.object);
  if (isKnown) return memberOf(translator, node, object);
  const name = nameOfKey(property, computed);
  if (name !== undefined) {
    return isNative(kind) || isObject(kind) || !dualMembers.has(name)
      ? memberOf(translator, node, object)
      : translator.runtime('member', [object, translator.t.stringLiteral(name)], node);
  }
  if (isFloats(kind)) return translator.runtime('at', [object, translator.key(property)], node);
  // A text may be the name of a member that a dual has and a number has not.
  const keyKind = translator.kind(property);
  const isText = keyKind.tag === 'native' && !isObject(kind) && !isNative(kind);
  return kind.tag === 'list' || (isNative(keyKind) && !isText)
    ? memberOf(translator, node, object)
    : translator.runtime('get', [object, translator.of(property)], node);
}

/** The name of a method as an argument of the runtime. */
export const nameNode = (translator: Translator, { property, computed }: Member): Expression =>
  computed
    ? translator.key(property)
    : translator.t.stringLiteral((property as types.Identifier).name);

/** `k in o`. */
export function isIn(translator: Translator, node: types.BinaryExpression): Expression {
  if (node.left.type === 'PrivateName') return translator.children(node);
  const [key, object] = [translator.of(node.left), translator.of(node.right)];
  return isObject(translator.kind(node.right)) && isNative(translator.kind(node.left))
    ? translator.placed(translator.t.binaryExpression('in', key, object), node)
    : translator.runtime('has', [key, object], node);
}
