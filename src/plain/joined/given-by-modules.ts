/** Declarations at the top of a module that it can hand out at run time: values, and not types. */
import {
  bare,
  isFunction,
  type Binding,
  type Node,
  type NodePath,
  type types,
} from '../front/syntax.js';
import { enumsDeclared } from '../lower/syntax/enums.js';

/** The names at the top of a module that are more than types when it runs. */
export function valuesIn({
  node,
  scope: { bindings },
}: NodePath<types.Program>): ReadonlySet<string> {
  const names = Object.keys(bindings).filter((name) => isValue(bindings[name]));
  // Babel has no bindings for enums.
  return new Set([...names, ...enumsDeclared(node).map(({ id }) => id.name)]);
}

/**
 * Those that a module hands out in a bundle, which is to be small: where it exports classes or enums, its classes and its
 * data. Functions and what is written down need no handing out; what is imported is what the other module declares.
 */
export function givenInBundles(program: NodePath<types.Program>): ReadonlySet<string> {
  const isAsked = program.node.body.some(
    (stmt) =>
      (stmt.type === 'ExportNamedDeclaration' || stmt.type === 'ExportDefaultDeclaration') &&
      (isOpen(stmt.declaration) || stmt.declaration == null),
  );
  const { bindings } = program.scope;
  const hasClass =
    enumsDeclared(program.node).length > 0 ||
    Object.values(bindings).some(({ path: { node } }) => isOpen(node));
  const isData = (of: Binding | undefined): boolean =>
    of === undefined ||
    (of.kind !== 'module' &&
      !isFunction(of.path.node) &&
      !(of.kind === 'const' && isWrittenDown(of.path.node)));
  return isAsked && hasClass
    ? new Set([...valuesIn(program)].filter((name) => isData(bindings[name])))
    : new Set();
}

const isOpen = (node: Node | null | undefined): boolean =>
  node?.type === 'ClassDeclaration' ||
  node?.type === 'TSEnumDeclaration' ||
  node?.type === 'TSModuleDeclaration';

const literals: readonly string[] = ['NumericLiteral', 'StringLiteral', 'BooleanLiteral'];

function isWrittenDown(node: Node): boolean {
  const init = node.type === 'VariableDeclarator' && node.init != null ? bare(node.init) : node;
  return isFunction(init) || literals.includes(init.type);
}

/** True if code of a module can name a variable when it runs, and not only its type. */
const isValue = (binding: Binding): boolean => {
  const { node, parent } = binding.path;
  const isDeclared = [node, parent].some((of) => 'declare' in of && of.declare === true);
  // Babel says of a type that is imported that its kind is unknown.
  if (parent.type !== 'ImportDeclaration') return !isDeclared && !isType(node);
  const isTyped = (of: Node): boolean => 'importKind' in of && of.importKind === 'type';
  return (
    !isTyped(node) && !isTyped(parent) && binding.referencePaths.some((use) => !isNamedAsType(use))
  );
};

const isType = ({ type }: Node): boolean =>
  type === 'TSInterfaceDeclaration' ||
  type === 'TSTypeAliasDeclaration' ||
  type === 'TSModuleDeclaration';

const assertions: readonly string[] = [
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
];

/** True if a use is in a type. */
const isNamedAsType = ({ parent, key }: Binding['referencePaths'][number]): boolean =>
  parent.type.startsWith('TS') &&
  !(assertions.includes(parent.type) && key === 'expression') &&
  parent.type !== 'TSEnumMember' &&
  !isFunction(parent);
