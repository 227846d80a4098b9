/**
 * Tells whether a module only reads what a constant or a class holds, as far as its text shows: then that is what it was when the
 * module was loaded.
 */
import { nameOfKey, type Binding, type Node, type NodePath, type types } from '../front/syntax.js';

/** Methods of maps and sets that change nothing. */
const reading = ['get', 'has', 'keys', 'values', 'entries', 'forEach'];

/** True if members of a constant are read or called, and none is written; its methods do not see it as `this`. */
export function isOnlyRead(binding: Binding, init: Node): boolean {
  const isSimple = init.type === 'ObjectExpression' && !mentionsThis(init);
  return binding.referencePaths.every((path) => isRead(path, isSimple));
}

function isRead(path: NodePath, isSimple: boolean): boolean {
  const { parentPath } = path;
  if (parentPath === null) return false;
  if (parentPath.isExportNamedDeclaration() || parentPath.isExportSpecifier()) return true;
  if (!parentPath.isMemberExpression() || path.key !== 'object') return false;
  const { parentPath: around } = parentPath;
  if (around === null) return false;
  if (around.isMemberExpression() && parentPath.key === 'object')
    return isRead(parentPath, isSimple);
  if (around.isCallExpression() && parentPath.key === 'callee') {
    const { property, computed } = parentPath.node;
    return isSimple || reading.includes(nameOfKey(property, computed) ?? '');
  }
  const isWritten =
    (around.isAssignmentExpression() && parentPath.key === 'left') ||
    around.isUpdateExpression() ||
    (around.isUnaryExpression() && around.node.operator === 'delete');
  return !isWritten;
}

function mentionsThis(node: Node): boolean {
  let found = false;
  const visit = (of: unknown): void => {
    if (found || typeof of !== 'object' || of === null) return;
    if ((of as Node).type === 'ThisExpression') found = true;
    else for (const part of Object.values(of)) visit(part);
  };
  visit({ ...node, loc: null });
  return found;
}

const known = new WeakMap<Node, ReadonlySet<string>>();

/** The names of what a module writes members of; `this` where functions do. O(size of the module), once. */
function writtenIn(program: NodePath<types.Program>): ReadonlySet<string> {
  let names = known.get(program.node);
  if (names === undefined) {
    const found = new Set<string>();
    const note = (target: Node): void => {
      if (target.type !== 'MemberExpression') return;
      const { object } = target;
      if (object.type === 'Identifier') found.add(object.name);
      if (object.type === 'ThisExpression') found.add('this');
    };
    program.traverse({
      AssignmentExpression: ({ node }) => note(node.left),
      UpdateExpression: ({ node }) => note(node.argument),
    });
    known.set(program.node, (names = found));
  }
  return names;
}

/** True if static fields of a class may be others than those that it was made with. */
export function mayChange(
  program: NodePath<types.Program>,
  { id, body }: types.ClassDeclaration,
): boolean {
  const isField = (one: (typeof body.body)[number]): boolean =>
    one.type === 'ClassProperty' && one.static === true && one.readonly !== true;
  if (!body.body.some(isField)) return false;
  const written = writtenIn(program);
  const hasStaticCode = body.body.some(
    (one) => (one.type === 'ClassMethod' && one.static === true) || one.type === 'StaticBlock',
  );
  return written.has(id!.name) || (hasStaticCode && written.has('this'));
}
