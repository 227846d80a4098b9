/** Whether the uses of a variable make its list longer or shorter. O(uses of the variable). */
import { bare, nameOfKey, type Binding, type Node, type NodePath } from '../../front/syntax.js';

const growing: readonly string[] = ['push', 'pop', 'shift', 'unshift', 'splice'];

/** Whether a method makes a list longer or shorter. */
export const isGrowing = (method: string): boolean => growing.includes(method);

/** The name of the member that a use reads. */
const memberOf = ({ parent, node }: NodePath): string | undefined =>
  parent.type === 'MemberExpression' && parent.object === node
    ? nameOfKey(parent.property, parent.computed)
    : undefined;

export const growsByMethods = ({ referencePaths }: Binding): boolean =>
  referencePaths.some((path) => growing.includes(memberOf(path) ?? ''));

/** Whether first elements are taken away. */
export const isShifted = ({ referencePaths }: Binding): boolean =>
  referencePaths.some((path) => memberOf(path) === 'shift');

/** Whether a literal of so many elements gets more: by methods, or by stores at its end. */
export const growsAsLiteral = (binding: Binding, size: number): boolean =>
  growsByMethods(binding) || binding.referencePaths.some((path) => isStoreAtEnd(path, size));

/** Whether an element is stored that the literal does not have, as far as that shows. */
function isStoreAtEnd({ parent, node, parentPath }: NodePath, size: number): boolean {
  if (parent.type !== 'MemberExpression' || parent.object !== node || !parent.computed)
    return false;
  const around = parentPath?.parentPath;
  const isStored =
    around?.node.type === 'AssignmentExpression' &&
    around.node.left === parent &&
    around.node.operator === '=';
  if (!isStored) return false;
  return size === 0 || isLength(parent.property, node) || beginsAt(parent.property, around, size);
}

/** `xs.length` of the list itself. */
function isLength(index: Node, list: Node): boolean {
  const of = bare(index);
  return (
    of.type === 'MemberExpression' &&
    nameOfKey(of.property, of.computed) === 'length' &&
    of.object.type === 'Identifier' &&
    list.type === 'Identifier' &&
    of.object.name === list.name
  );
}

/** Whether an index counts in a loop that begins where the literal ends: `for (let i = 2; …) fib[i] = …`. */
function beginsAt(index: Node, from: NodePath, size: number): boolean {
  const loop = from.findParent(
    ({ node }) =>
      node.type === 'ForStatement' &&
      node.init?.type === 'VariableDeclaration' &&
      node.init.declarations.some(
        ({ id, init }) =>
          id.type === 'Identifier' &&
          index.type === 'Identifier' &&
          id.name === index.name &&
          init?.type === 'NumericLiteral' &&
          init.value === size,
      ),
  );
  return loop !== null;
}
