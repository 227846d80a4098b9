/**
 * Finds constants at the top of a module that are no more than a group of variables: `const stats = { calls: 0, best: Infinity }`,
 * of which the module does nothing but read and assign `stats.calls` and `stats.best`.
 */
import { bare, type Binding, type Node, type NodePath } from '../../front/syntax.js';
import { initOf, isConstant, isTarget, wrappers } from './constants.js';
import { isNumeric } from './written-down.js';

/** A field of such a constant. */
export interface KeptField {
  readonly holder: Binding;
  readonly field: string;
}

/** What a field holds. */
type Held = { readonly tag: 'number' } | { readonly tag: 'bool' };
type Fields = ReadonlyMap<string, Held>;

const known = new WeakMap<Binding, Fields | null>();

/** The fields of such a constant, if functions assign any of them; else null. O(uses of the constant), once. */
export function keptFields(binding: Binding): Fields | null {
  let found = known.get(binding);
  if (found === undefined) known.set(binding, (found = fieldsOf(binding)));
  return found;
}

function fieldsOf(binding: Binding): Fields | null {
  const { scope, path, kind, referencePaths } = binding;
  const init = initOf(binding);
  const isOwn = scope.path.type === 'Program' && path.node.type === 'VariableDeclarator';
  if (kind !== 'const' || !isOwn || !isConstant(binding) || init === undefined) return null;
  if (Object.hasOwn(scope.globals, 'eval')) return null;
  const fields = fieldsWritten(bare(init));
  if (fields === null || !referencePaths.every((use) => isFieldOf(use, fields))) return null;
  const isAssigned = ({ parentPath }: NodePath): boolean =>
    isTarget(parentPath!) && parentPath!.getFunctionParent() !== null;
  return referencePaths.some(isAssigned) ? fields : null;
}

/** What an object literal has, if these are numbers and bools alone. */
function fieldsWritten(init: Node): Fields | null {
  if (init.type !== 'ObjectExpression') return null;
  const fields = new Map<string, Held>();
  for (const one of init.properties) {
    if (one.type !== 'ObjectProperty' || one.computed || one.key.type !== 'Identifier') return null;
    const { name } = one.key;
    const shape = shapeWritten(bare(one.value));
    if (shape === null || name in Object.prototype || fields.has(name)) return null;
    fields.set(name, shape);
  }
  return fields.size === 0 ? null : fields;
}

function shapeWritten(held: Node): Held | null {
  if (held.type === 'BooleanLiteral') return { tag: 'bool' };
  const isNumber =
    isNumeric(held) ||
    (held.type === 'UnaryExpression' && held.operator === '-' && isNamedNumber(held.argument)) ||
    isNamedNumber(held);
  return isNumber ? { tag: 'number' } : null;
}

const isNamedNumber = (of: Node): boolean =>
  of.type === 'Identifier' && (of.name === 'Infinity' || of.name === 'NaN');

/** Whether a use names a field, and neither calls it nor takes it away. */
function isFieldOf({ node, parentPath }: NodePath, fields: Fields): boolean {
  const parent = parentPath?.node;
  if (parent?.type !== 'MemberExpression' || parent.object !== node || parent.computed)
    return false;
  let up = parentPath!.parentPath;
  while (up !== null && wrappers.includes(up.node.type)) up = up.parentPath;
  const around = up?.node;
  const isCalled =
    (around?.type === 'CallExpression' || around?.type === 'OptionalCallExpression') &&
    bare(around.callee) === parent;
  const isTag = around?.type === 'TaggedTemplateExpression';
  const isDeleted = around?.type === 'UnaryExpression' && around.operator === 'delete';
  return (
    parent.property.type === 'Identifier' &&
    fields.has(parent.property.name) &&
    !isCalled &&
    !isTag &&
    !isDeleted
  );
}
