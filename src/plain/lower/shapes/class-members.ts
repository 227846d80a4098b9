/** What the syntax of classes says of the fields and methods of their instances. */
import {
  isClassField,
  isClassMethod,
  isFunction,
  nameOfKey,
  type Node,
  type types,
} from '../../front/syntax.js';
import { fieldOf } from './promised-shapes.js';
import { childrenOf } from '../syntax/assigned.js';
import { nameOfMember, type ClassNode } from '../syntax/class-places.js';

export const isStaticMember = (member: Node): boolean =>
  'static' in member && member.static === true;

export const constructorOf = (node: ClassNode): types.ClassMethod | undefined =>
  node.body.body.find(
    (member): member is types.ClassMethod =>
      member.type === 'ClassMethod' && member.kind === 'constructor',
  );

export const isSuperCall = (statement: Node): boolean =>
  statement.type === 'ExpressionStatement' &&
  statement.expression.type === 'CallExpression' &&
  statement.expression.callee.type === 'Super';

/** The names of methods and accessors of some kinds. */
export const namesOf = (
  line: readonly ClassNode[],
  kinds: readonly string[],
): ReadonlySet<string> =>
  new Set(
    line.flatMap((node) =>
      node.body.body.flatMap((member) =>
        isClassMethod(member) && !isStaticMember(member) && kinds.includes(member.kind)
          ? (nameOfMember(member) ?? [])
          : [],
      ),
    ),
  );

const leaking = new WeakMap<Node, boolean>();

/** Whether code of a class may hand itself on, so that others have the object by another name. O(size), once. */
export function leaksThis(node: types.ClassDeclaration): boolean {
  let found = leaking.get(node);
  if (found !== undefined) return found;
  const leaks = (of: Node, isMember: boolean): boolean => {
    if (of.type === 'ThisExpression') return !isMember;
    const object = of.type === 'MemberExpression' ? of.object : null;
    return childrenOf(of).some((child) => leaks(child, child === object));
  };
  found = node.body.body
    .filter(
      (part) => isClassField(part) || (part.type === 'ClassMethod' && part.kind === 'constructor'),
    )
    .some((part) => leaks(part, false));
  leaking.set(node, found);
  return found;
}

/** The type of a field of a class. */
export function typeOfField(
  { body }: types.ClassDeclaration,
  name: string,
): Node | null | undefined {
  for (const member of body.body) {
    if (isClassField(member) && nameOfMember(member) === name) return member.typeAnnotation;
    if (member.type !== 'ClassMethod' || member.kind !== 'constructor') continue;
    const field = member.params.map(fieldOf).find((one) => one?.name === name);
    if (field !== undefined) return field.typeAnnotation;
  }
  return undefined;
}

/** The fields that a constructor gives to what it makes. */
export function fieldsIn(constructor: types.ClassMethod, names: Set<string>): void {
  for (const param of constructor.params) {
    const field = fieldOf(param);
    if (field !== undefined) names.add(field.name);
  }
  const visit = (node: Node): void => {
    if (
      node.type === 'AssignmentExpression' &&
      node.left.type === 'MemberExpression' &&
      node.left.object.type === 'ThisExpression'
    )
      names.add(nameOfKey(node.left.property, node.left.computed) ?? '');
    childrenOf(node)
      .filter((child) => !isFunction(child) || child.type === 'ArrowFunctionExpression')
      .forEach(visit);
  };
  visit(constructor.body);
}
