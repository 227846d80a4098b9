/** Places that patterns and loops assign to: what is stored at a key of any object goes through the runtime. */
import { bare, type Node, type types } from '../front/syntax.js';
import type { Dual } from './expressions.js';
import { memberOf } from './members.js';

/** A pattern of targets that are there already, as on the left of `=`. */
export function target(dual: Dual, node: Node): Node {
  const { t } = dual;
  const inner = bare(node);
  switch (inner.type) {
    case 'MemberExpression':
      return targetMember(dual, inner);
    case 'AssignmentPattern':
      return t.assignmentPattern(
        target(dual, inner.left) as types.Identifier,
        dual.of(inner.right),
      );
    case 'RestElement':
      return t.restElement(target(dual, inner.argument) as types.Identifier);
    case 'ArrayPattern':
      return t.arrayPattern(
        inner.elements.map((element) =>
          element === null ? null : (target(dual, element) as types.Identifier),
        ),
      );
    case 'ObjectPattern':
      return t.objectPattern(
        inner.properties.map((property) =>
          property.type === 'RestElement'
            ? (target(dual, property) as types.RestElement)
            : targetProperty(dual, property),
        ),
      );
    default:
      return dual.of(inner);
  }
}

function targetProperty(dual: Dual, property: types.ObjectProperty): types.ObjectProperty {
  const copy = dual.t.cloneNode(property, false);
  copy.key = property.computed ? dual.name(property.key) : dual.t.cloneNode(property.key);
  copy.value = target(dual, property.value) as types.Identifier;
  return copy;
}

function targetMember(dual: Dual, node: types.MemberExpression): types.MemberExpression {
  const { t } = dual;
  const { object, property, computed } = node;
  if (!computed || object.type === 'Super' || property.type === 'StringLiteral') {
    return memberOf(dual, node);
  }
  const place = dual.runtime('place', [dual.of(object), dual.of(property)], node);
  return t.memberExpression(place, t.identifier('value'));
}
