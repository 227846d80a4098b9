/** Finds variables that never change, not even by an assignment that an assertion of a type hides from Babel. */
import {
  bare,
  isClassField,
  isClassMethod,
  nameOfKey,
  type Binding,
  type Node,
  type NodePath,
} from '../../front/syntax.js';

const known = new WeakMap<Binding, boolean>();

/** Whether a variable has one value for ever. O(uses of the variable), once. */
export function isConstant(binding: Binding): boolean {
  let found = known.get(binding);
  if (found === undefined)
    known.set(binding, (found = binding.constant && !binding.referencePaths.some(isTarget)));
  return found;
}

/** Assertions of types, which change nothing. */
export const wrappers: readonly string[] = [
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'ParenthesizedExpression',
];

/** Whether a use is a target: `(f as any) = g`, `[f!] = [g]`. */
export function isTarget({ key, parent, parentPath }: NodePath): boolean {
  if (parentPath === null) return false;
  if (wrappers.includes(parent.type)) return isTarget(parentPath);
  switch (parent.type) {
    case 'AssignmentExpression':
    case 'AssignmentPattern':
    case 'ForOfStatement':
    case 'ForInStatement':
      return key === 'left';
    case 'ObjectProperty':
      return parentPath.parent.type === 'ObjectPattern' && key === 'value';
    default:
      return ['UpdateExpression', 'ArrayPattern', 'RestElement'].includes(parent.type);
  }
}

/**
 * Whether a class stays as it is written, as far as its module shows: it is only made, exported, extended, or asked
 * for its own members. Whoever has its prototype, or the class as a value, may replace methods.
 */
export const isAsWritten = (binding: Binding): boolean =>
  isConstant(binding) &&
  !namesItself(binding.path.node) &&
  binding.referencePaths.every(({ node, key, parent, parentPath }) => {
    if (parent.type === 'NewExpression' || parent.type === 'ClassDeclaration')
      return key === 'callee' || key === 'superClass';
    // A declaration that is exported counts as a use of itself.
    if (parent.type.startsWith('Export') || node.type.startsWith('Export')) return true;
    if (namingTypes.includes(parent.type)) return true;
    if (parent.type === 'BinaryExpression')
      return parent.operator === 'instanceof' && key === 'right';
    if (parent.type !== 'MemberExpression' || parent.object !== node || parentPath === null)
      return false;
    const isCalled = parentPath.parent.type === 'CallExpression' && parentPath.key === 'callee';
    const name = nameOfKey(parent.property, parent.computed);
    return (
      name !== undefined &&
      (isCalled || (hasStatic(binding, name) && isRead(unwrapped(parentPath))))
    );
  });

/** Whether a static field of a class is made with `this`, by which the class may be changed before it is there. */
function namesItself(of: Node): boolean {
  const hasThis = (node: Node): boolean =>
    node.type === 'ThisExpression' ||
    Object.values(node).some((part) => [part].flat().some((one) => isNode(one) && hasThis(one)));
  return (
    of.type === 'ClassDeclaration' &&
    of.body.body.some(
      (member) =>
        isClassField(member) &&
        member.static === true &&
        member.value != null &&
        hasThis(member.value),
    )
  );
}

const isNode = (of: unknown): of is Node =>
  typeof of === 'object' && of !== null && typeof (of as Partial<Node>).type === 'string';

/** What names a class only as a type. */
const namingTypes: readonly string[] = [
  'TSTypeReference',
  'TSTypeQuery',
  'TSExpressionWithTypeArguments',
  'TSInterfaceHeritage',
  'TSClassImplements',
];

/** Whether a class declares a static field or method. */
const hasStatic = ({ path: { node } }: Binding, name: string): boolean =>
  node.type === 'ClassDeclaration' &&
  node.body.body.some(
    (member) =>
      (isClassField(member) || (isClassMethod(member) && member.kind === 'method')) &&
      member.static === true &&
      nameOfKey(member.key, 'computed' in member && member.computed === true) === name,
  );

/**
 * Whether a variable at the top of its module always holds an object whose own members are only read or called under
 * their names, so that nobody can replace them. What objects inherit may: `__defineGetter__` does.
 */
export const isOnlyRead = (binding: Binding, literal: Node): boolean =>
  binding.scope.path.type === 'Program' &&
  isConstant(binding) &&
  binding.referencePaths.every(({ node, parent, parentPath }) => {
    if (parent.type !== 'MemberExpression' || parent.object !== node || parentPath === null)
      return false;
    const name = nameOfKey(parent.property, parent.computed);
    if (name === undefined) return false;
    const use = unwrapped(parentPath);
    const isOwn = ownNames(literal).includes(name);
    return isCallee(use) ? isOwn : isRead(use) && (isOwn || !(name in Object.prototype));
  });

/** The own names of a literal. */
export function ownNames(literal: Node): readonly string[] {
  if (literal.type === 'ArrayExpression') return literal.elements.map((_, k) => String(k));
  return literal.type !== 'ObjectExpression'
    ? []
    : literal.properties.flatMap((one) =>
        one.type === 'SpreadElement' ? [] : (nameOfKey(one.key, one.computed) ?? []),
      );
}

/** An expression with the assertions of types around it. */
export function unwrapped(path: NodePath): NodePath {
  let outer = path;
  while (wrappers.includes(outer.parent.type) && outer.parentPath !== null)
    outer = outer.parentPath;
  return outer;
}

export const isCallee = ({ key, parent }: NodePath): boolean =>
  key === 'callee' &&
  (parent.type === 'CallExpression' || parent.type === 'OptionalCallExpression');

/** Whether the value of a member goes somewhere, without the object. */
export function isRead({ key, listKey, parent, parentPath }: NodePath): boolean {
  switch (parent.type) {
    case 'VariableDeclarator':
      return key === 'init';
    case 'AssignmentExpression':
      return key === 'right';
    case 'UnaryExpression':
      return parent.operator !== 'delete';
    case 'ObjectProperty':
      return key === 'value' && parentPath?.parent.type === 'ObjectExpression';
    case 'CallExpression':
    case 'NewExpression':
      return listKey === 'arguments';
    case 'ForOfStatement':
      return key === 'right';
    case 'MemberExpression':
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'ConditionalExpression':
    case 'ArrayExpression':
    case 'TemplateLiteral':
    case 'ArrowFunctionExpression':
    case 'ReturnStatement':
    case 'ExpressionStatement':
    case 'ForStatement':
    case 'WhileStatement':
    case 'IfStatement':
      return true;
    default:
      return false;
  }
}

/** The value that a variable is declared with. */
export const initOf = ({ path: { node } }: Binding): Node | undefined =>
  node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init != null
    ? bare(node.init)
    : undefined;
