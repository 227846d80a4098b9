/** Tells whether the module only reads what a constant holds: its members are read or called, and none is written. */
import type { Binding, NodePath } from '../front/syntax.js';

export const isOnlyRead = (binding: Binding): boolean =>
  binding.referencePaths.every((path) => isRead(path));

function isRead(path: NodePath): boolean {
  const { parentPath } = path;
  if (parentPath === null) return false;
  if (parentPath.isExportNamedDeclaration() || parentPath.isExportSpecifier()) return true;
  if (!parentPath.isMemberExpression() || path.key !== 'object') return false;
  const { parentPath: around } = parentPath;
  if (around === null) return false;
  if (around.isMemberExpression() && parentPath.key === 'object') return isRead(parentPath);
  const isWritten =
    (around.isAssignmentExpression() && parentPath.key === 'left') ||
    around.isUpdateExpression() ||
    (around.isUnaryExpression() && around.node.operator === 'delete');
  return !isWritten;
}
