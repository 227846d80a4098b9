/** Names of the versions of functions, and expressions by which the top level of a module can name a function. */
import {
  nameOfKey,
  type Expression,
  type FunctionNode,
  type Node,
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

/**
 * The constant at the top of the module whose literal holds a function, and its name there; undefined where another
 * property might take its place.
 */
export function heldFunction(
  path: NodePath<FunctionNode>,
): { readonly holder: types.Identifier; readonly key: string } | undefined {
  const isMethod = path.isObjectMethod({ kind: 'method', computed: false });
  const property = isMethod ? path : path.parentPath;
  const isValue = property?.isObjectProperty({ computed: false }) === true && path.key === 'value';
  const literal = isMethod || isValue ? property?.parentPath : undefined;
  const declarator = literal?.parentPath;
  if (literal?.isObjectExpression() !== true || declarator?.isVariableDeclarator() !== true)
    return undefined;
  const { id } = declarator.node;
  const declaration = declarator.parentPath;
  const isAlone =
    declaration.isVariableDeclaration({ kind: 'const' }) &&
    declaration.node.declarations.length === 1 &&
    isTop(declaration.parentPath);
  const key = keyOf(property!.node);
  const isOnly = literal.node.properties.every(
    (other) => other === property!.node || (keyOf(other) ?? key) !== key,
  );
  return isAlone && id.type === 'Identifier' && key !== undefined && key !== '__proto__' && isOnly
    ? { holder: id, key }
    : undefined;
}

/** The key of a property, if it is known. */
const keyOf = (property: Node): string | undefined =>
  property.type === 'ObjectProperty' || property.type === 'ObjectMethod'
    ? nameOfKey(property.key, property.computed)
    : undefined;

const safe = (name: string): string => name.replace(/[^\w$]/g, '_').replace(/^(?=\d)/, '_');
