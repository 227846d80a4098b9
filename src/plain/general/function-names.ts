/** Names of the versions of functions, and expressions by which the top level of a module can name a function. */
import {
  nameOfKey,
  type Expression,
  type FunctionNode,
  type NodePath,
  type types,
  type Types,
} from '../front/syntax.js';

/** True if statements stand at the top of the module. Namespaces have exports, too. */
const isTop = (outer: NodePath | null | undefined): boolean =>
  outer?.isProgram() === true || (outer?.isExportDeclaration() === true && isTop(outer.parentPath));

/**
 * A name for the version of a function, and an expression for the function; null if the top level of its module
 * cannot name it.
 */
export function functionName(
  t: Types,
  path: NodePath<FunctionNode>,
): { readonly name: string; readonly reference: Expression | null } {
  const { node, parent, parentPath } = path;
  if (node.type === 'FunctionDeclaration') {
    const name = node.id?.name ?? 'anonymous';
    return { name, reference: node.id != null && isTop(parentPath) ? t.identifier(name) : null };
  }
  if (parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier') {
    const declaration = parentPath?.parentPath;
    const isConstant =
      declaration?.node.type === 'VariableDeclaration' && declaration.node.kind === 'const';
    return {
      name: parent.id.name,
      reference: isConstant && isTop(declaration.parentPath) ? t.identifier(parent.id.name) : null,
    };
  }
  if (node.type === 'ClassMethod' || node.type === 'ObjectMethod')
    return ofMethod(t, path as NodePath<types.ClassMethod | types.ObjectMethod>);
  if (parent.type === 'ObjectProperty')
    return { name: safe(nameOfKey(parent.key, parent.computed) ?? 'anonymous'), reference: null };
  return { name: 'anonymous', reference: null };
}

function ofMethod(t: Types, path: NodePath<types.ClassMethod | types.ObjectMethod>) {
  const { node } = path;
  const key = nameOfKey(node.key, node.computed) ?? 'anonymous';
  const holder = path.parentPath?.parentPath;
  if (
    node.type === 'ObjectMethod' ||
    holder?.node.type !== 'ClassDeclaration' ||
    holder.node.id == null
  )
    return { name: safe(key), reference: null };
  const className = holder.node.id.name;
  const named = node.kind === 'method' && !node.computed && isTop(holder.parentPath);
  const owner = node.static
    ? t.identifier(className)
    : t.memberExpression(t.identifier(className), t.identifier('prototype'));
  const reference = named
    ? t.memberExpression(owner, t.cloneNode(node.key), node.key.type !== 'Identifier')
    : null;
  return { name: `${className}_${safe(key)}`, reference };
}

const safe = (name: string): string => name.replace(/[^\w$]/g, '_').replace(/^(?=\d)/, '_');
