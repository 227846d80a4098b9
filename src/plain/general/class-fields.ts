/** The names under which a module gives fields to instances of its classes. */
import {
  bare,
  isClassField,
  isPrivate,
  nameOfKey,
  type Node,
  type types,
} from '../front/syntax.js';
import { fieldOf } from '../lower/shapes/promised-shapes.js';
import { childrenOf } from '../lower/syntax/assigned.js';
import { nameOfMember } from '../lower/syntax/class-places.js';

/** To ask for more names takes longer than to count keys. */
const MOST = 40;

/**
 * All of them, wherever they are written; null if there are too many. A computed name gives none: that of a field which is
 * not known is not compiled. O(size).
 */
export function fieldsWritten(program: types.Program): readonly string[] | null {
  const names = new Set<string>();
  const add = (name: string | undefined): void => {
    if (name !== undefined && !isPrivate(name)) names.add(name);
  };
  const target = (of: Node): void => {
    const node = bare(of);
    if (node.type === 'MemberExpression') add(nameOfKey(node.property, node.computed));
    else if (node.type === 'AssignmentPattern') target(node.left);
    else if (node.type === 'RestElement') target(node.argument);
    else if (node.type === 'ArrayPattern') node.elements.forEach((one) => one && target(one));
    else if (node.type === 'ObjectPattern')
      node.properties.forEach((one) => target(one.type === 'RestElement' ? one : one.value));
  };
  const visit = (node: Node): void => {
    if (node.type === 'AssignmentExpression' || node.type === 'ForOfStatement') target(node.left);
    else if (node.type === 'ForInStatement') target(node.left);
    else if (node.type === 'UpdateExpression') target(node.argument);
    else if (node.type === 'ObjectProperty') add(nameOfKey(node.key, node.computed));
    else if (isClassField(node)) add(nameOfMember(node));
    else add(fieldOf(node)?.name);
    childrenOf(node).forEach(visit);
  };
  visit(program);
  return names.size > MOST ? null : [...names];
}
