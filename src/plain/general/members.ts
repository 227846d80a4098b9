/** Members of objects. If the object or the key may be a dual, the runtime reads the member. */
import { isFloats, isNative, isObject, mayBeFloats, type Kind } from '../front/kinds.js';
import { nameOfKey, type Expression, type Node, type types } from '../front/syntax.js';
import type { Translator } from './translator.js';
import { dualMembers } from './dual-members.js';
import { isRepeatable } from './repeatable.js';

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

/** True if a member by a key of a kind may be an element of a packed array (tape/packed-array.ts). */
export const mayBePacked = (kind: Kind, key: Kind): boolean =>
  isFloats(kind) || (kind.tag === 'any' && key.tag === 'number');

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
  if (mayBePacked(kind, translator.kind(property)))
    return translator.runtime('at', [object, translator.key(property)], node);
  // A text may be the name of a member that a dual has and a number has not, or be made of a dual.
  const keyKind = translator.kind(property);
  const isText = keyKind.tag === 'native' && !isNative(kind);
  if (kind.tag !== 'list' && (!isNative(keyKind) || isText))
    return translator.runtime('get', [object, translator.of(property)], node);
  return mayBeFloats(kind) && keyKind.tag !== 'native'
    ? element(translator, node, object)
    : memberOf(translator, node, object);
}

/** `$seen(xs[k], xs, k)`: an element of what may be a typed array in which a dual is held (core/floats/held-elements.ts). */
function element(translator: Translator, node: Member, object: Expression): Expression {
  const { t } = translator;
  const key = translator.key(node.property as Expression);
  const isRead = (part: Node) => isRepeatable(translator, part, null);
  const isSimple =
    isRead(node.object) && isRead(node.property) && object.type !== 'AssignmentExpression';
  const both = (code: Expression): readonly [Expression, Expression] => {
    if (isSimple) return [code, t.cloneNode(code)];
    const variable = translator.temporary();
    return [translator.store(variable, code), t.cloneNode(variable)];
  };
  const [xs, again] = both(object);
  const [k, index] = both(key);
  const member = translator.placed(t.memberExpression(xs, k, true), node);
  return translator.runtime('seen', [member, again, index], node);
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
  return isObject(translator.kind(node.right)) && node.left.type.endsWith('Literal')
    ? translator.placed(translator.t.binaryExpression('in', key, object), node)
    : translator.runtime('has', [key, object], node);
}
