/** The names that errors give expressions. They are those that JavaScript would give, in the words of the source. */
import { bare, nameOfKey, type Expression, type Node, type types } from '../front/syntax.js';
import { isNative, isObject, mayBeFloats } from '../front/kinds.js';
import { dualMembers } from './dual-members.js';
import type { Translator } from './translator.js';

/** The name of an expression as an argument of the runtime. */
export const nameLiteral = (translator: Translator, node: Node): types.StringLiteral =>
  translator.t.stringLiteral(sourceName(node));

/**
 * A value that is iterated over, or taken apart by a pattern. The runtime checks it if the error would name
 * other code than the source.
 */
export function checkedSource(
  translator: Translator,
  node: Expression,
  how: 'iterable' | 'destructured' | 'pattern' = 'iterable',
): Expression {
  const value = translator.of(node);
  const kind = translator.kind(node);
  if (isAdded(translator, value) && kind.tag !== 'list') {
    const check = how === 'pattern' ? 'iterable' : how;
    return translator.runtime(check, [value, nameLiteral(translator, node)], node);
  }
  // A typed array may hold duals (core/floats/held-elements.ts).
  if (how === 'destructured' || !mayBeFloats(kind)) return value;
  const { t } = translator;
  const callee =
    bare(node).type === 'CallExpression' && (bare(node) as types.CallExpression).callee;
  const name = callee
    ? t.stringLiteral(`${sourceName(callee)} is not a function or its return value`)
    : nameLiteral(translator, node);
  return translator.runtime(how === 'pattern' ? 'elements' : 'iterable', [value, name], node);
}

/** The value that is assigned to a pattern or a name. */
export function assignedValue(translator: Translator, to: Node, value: Expression): Expression {
  if (to.type === 'ArrayPattern') return checkedSource(translator, value, 'pattern');
  if (to.type !== 'ObjectPattern') return translator.of(value);
  const kind = translator.kind(value);
  return isNative(kind) || isObject(kind) || !to.properties.some(mayBeOfDuals)
    ? checkedSource(translator, value, 'destructured')
    : translator.runtime(
        'destructured',
        [translator.of(value), nameLiteral(translator, value)],
        value,
      );
}

/** True if a part of a pattern may find a property that a dual has, and a number does not. */
function mayBeOfDuals(part: types.ObjectProperty | types.RestElement): boolean {
  if (part.type === 'RestElement') return true;
  const name = nameOfKey(part.key, part.computed);
  return name === undefined || dualMembers.has(name);
}

/** True if JavaScript would give an expression a name that is not in the source. */
export function isAdded(translator: Translator, node: Node): boolean {
  switch (node.type) {
    case 'Identifier':
      return translator.names.isAdded(node.name);
    case 'CallExpression':
      return isAdded(translator, node.callee);
    case 'MemberExpression':
      return isAdded(translator, node.object);
    case 'AssignmentExpression':
      return isAdded(translator, node.left);
    default:
      return false;
  }
}

const isName = (text: string): boolean => /^[\w$]+$/.test(text);

/** The most links of a chain that an error names: the names of all links of a chain would have no end. */
const LINKS = 10;

/** The name of an expression, for example `a.b[k]` and `f(...)`. */
function sourceName(node: Node, links = LINKS): string {
  const inner = bare(node);
  if (links === 0) return '(intermediate value)';
  switch (inner.type) {
    case 'Identifier':
      return inner.name;
    case 'ThisExpression':
      return 'this';
    case 'Super':
      return 'super';
    case 'NumericLiteral':
      return String(inner.value);
    case 'StringLiteral':
      return JSON.stringify(inner.value);
    case 'CallExpression':
    case 'OptionalCallExpression':
      return `${sourceName(inner.callee, links - 1)}(...)`;
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return sourceName(inner.object, links - 1) + keyText(inner, links - 1);
    default:
      return '(intermediate value)';
  }
}

function keyText(
  node: types.MemberExpression | types.OptionalMemberExpression,
  links: number,
): string {
  const { property, computed } = node;
  const optional = node.type === 'OptionalMemberExpression' && node.optional;
  if (property.type === 'PrivateName') return `${optional ? '?' : ''}.#${property.id.name}`;
  const name = nameOfKey(property, computed);
  if (name !== undefined && isName(name)) return `${optional ? '?' : ''}.${name}`;
  return `${optional ? '?.' : ''}[${sourceName(property, links)}]`;
}
