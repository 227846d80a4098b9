/**
 * Fields that may hold functions which are written elsewhere, perhaps of `Math`: a call of a member of such
 * a name does not call a method that the module has.
 */
import { bare, nameOfKey, type Node } from './syntax.js';

/** Expressions that may give a function that is written elsewhere. */
const mayName: readonly string[] = [
  'Identifier',
  'MemberExpression',
  'CallExpression',
  'ConditionalExpression',
  'LogicalExpression',
];

const given = (key: Node, computed: boolean, to: Node | null | undefined): string | undefined =>
  to != null && mayName.includes(bare(to).type) ? nameOfKey(key, computed) : undefined;

/** The name of the field that a part of a module gives such a value. */
export function fieldGiven(node: Node, parent: Node): string | undefined {
  switch (node.type) {
    case 'ObjectProperty':
      return parent.type === 'ObjectExpression'
        ? given(node.key, node.computed, node.value)
        : undefined;
    case 'ClassProperty':
      return given(node.key, node.computed ?? false, node.value);
    case 'ClassPrivateProperty':
      return given(node.key, false, node.value);
    case 'AssignmentExpression':
      return node.left.type === 'MemberExpression'
        ? given(node.left.property, node.left.computed, node.right)
        : undefined;
    case 'TSParameterProperty': {
      const { parameter } = node;
      const own = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
      return own.type === 'Identifier' ? own.name : undefined;
    }
    default:
      return undefined;
  }
}
