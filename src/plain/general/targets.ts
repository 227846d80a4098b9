/** Targets that patterns and loops assign to. The runtime stores at a key of any object. */
import { isNative } from '../front/kinds.js';
import { bare, nameOfKey, type Expression, type Node, type types } from '../front/syntax.js';
import type { Translator } from './translator.js';
import { memberOf } from './members.js';

/**
 * True if a member is written as the prototype of its object, which a number does not become, and a
 * dual would.
 */
export const isOfPrototype = ({ property, computed }: types.MemberExpression): boolean =>
  nameOfKey(bare(property), computed) === '__proto__';

/**
 * True if a key in brackets is the name of a field, and so not a place in a typed array, which converts
 * what is stored.
 */
export const isFieldName = (key: Node): boolean =>
  key.type === 'StringLiteral' && Number.isNaN(Number(key.value));

/** True if a member may be the length of a typed array, which cannot be written. */
export function mayBeLength(translator: Translator, node: types.MemberExpression): boolean {
  const { object, property, computed } = node;
  const kind = translator.kind(object);
  if (object.type === 'Super' || kind.tag === 'object' || isNative(kind)) return false;
  return nameOfKey(bare(property), computed) === 'length';
}

/** The object whose length is written. */
export const sized = (translator: Translator, node: Node, object: Node): Expression =>
  translator.runtime('sized', [object as Expression], node);

/** A pattern of targets that exist already, as on the left of `=`. */
export function target(translator: Translator, node: Node): Node {
  const { t } = translator;
  const inner = bare(node);
  switch (inner.type) {
    case 'MemberExpression':
      return targetMember(translator, inner);
    case 'AssignmentPattern':
      return t.assignmentPattern(
        target(translator, inner.left) as types.Identifier,
        translator.of(inner.right),
      );
    case 'RestElement':
      return t.restElement(target(translator, inner.argument) as types.Identifier);
    case 'ArrayPattern':
      return t.arrayPattern(
        inner.elements.map((element) =>
          element === null ? null : (target(translator, element) as types.Identifier),
        ),
      );
    case 'ObjectPattern':
      return t.objectPattern(
        inner.properties.map((property) =>
          property.type === 'RestElement'
            ? (target(translator, property) as types.RestElement)
            : targetProperty(translator, property),
        ),
      );
    default:
      return translator.of(inner);
  }
}

function targetProperty(
  translator: Translator,
  property: types.ObjectProperty,
): types.ObjectProperty {
  const copy = translator.t.cloneNode(property, false);
  copy.key = property.computed
    ? translator.name(property.key)
    : translator.t.cloneNode(property.key);
  copy.value = target(translator, property.value) as types.Identifier;
  return copy;
}

function targetMember(
  translator: Translator,
  node: types.MemberExpression,
): types.MemberExpression {
  const { t } = translator;
  const { object, property, computed } = node;
  const isPrototype = isOfPrototype(node);
  const isNamed = !computed || object.type === 'Super' || isFieldName(property);
  if (isNamed && !isPrototype) {
    const mayOutlive = object.type !== 'Super' && !translator.isNew(object);
    const member = mayOutlive
      ? memberOf(translator, node, translator.runtime('target', [translator.of(object)], object))
      : memberOf(translator, node);
    if (mayBeLength(translator, node)) member.object = sized(translator, node, member.object);
    return member;
  }
  const key = isPrototype ? t.stringLiteral('__proto__') : translator.of(property);
  // `super.__proto__` is set on `this`, too.
  const holder = object.type === 'Super' ? t.thisExpression() : translator.of(object);
  const place = translator.runtime('place', [holder, key], node);
  return t.memberExpression(place, t.identifier('value'));
}
