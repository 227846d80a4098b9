/** Where the names of a module come from, as far as that changes how it is translated. */
import { bare, nameOfKey, type Binding, type types } from './syntax.js';

const requires = (callee: types.Node): boolean =>
  callee.type === 'Import' || (callee.type === 'Identifier' && callee.name === 'require');

/** The module that `require(…)`, `import(…)` or `await import(…)` names. */
function named(node: types.Node | null | undefined): string | undefined {
  if (node?.type === 'AwaitExpression') return named(node.argument);
  const source =
    node?.type === 'ImportExpression'
      ? node.source
      : node?.type === 'CallExpression' && requires(node.callee)
        ? node.arguments[0]
        : undefined;
  return source?.type === 'StringLiteral' ? source.value : undefined;
}

/** The module that a variable comes from: by `import`, or by `const … = require(…)`. */
export function sourceOf(binding: Binding | undefined): string | undefined {
  const { node, parent } = binding?.path ?? {};
  if (binding?.kind === 'module') return (parent as types.ImportDeclaration).source.value;
  return node?.type === 'VariableDeclarator' ? named(node.init) : undefined;
}

/** The export of its module that a variable stands for: its name, or `*` for the whole module. */
export function exportOf({ path: { node }, identifier, scope }: Binding): string | undefined {
  switch (node.type) {
    case 'ImportSpecifier':
      return node.imported.type === 'Identifier' ? node.imported.name : node.imported.value;
    case 'ImportNamespaceSpecifier':
      return '*';
    case 'VariableDeclarator': {
      const { id } = node;
      if (scope.getBinding('require') !== undefined || named(node.init) === undefined)
        return undefined;
      if (id.type !== 'ObjectPattern') return '*';
      const property = id.properties.find(
        (part) => part.type === 'ObjectProperty' && part.value === identifier,
      );
      return property?.type === 'ObjectProperty'
        ? nameOfKey(property.key, property.computed)
        : undefined;
    }
    default:
      return undefined;
  }
}

/** The functions of arrays, and what differentiates them. */
const arrays = /^(numpy-ts(\/node)?|delta-tape\/(numpy|nn))$/;
const isPlain = (source: string): boolean => arrays.test(source) && source.startsWith('numpy-ts');

/** The uses that a module makes of modules with functions of arrays. */
export interface ArraySources {
  /** True if it uses any, so that methods may be those of arrays. */
  readonly any: boolean;
  /** True if it uses numpy-ts itself, which knows no derivatives. */
  readonly plain: boolean;
}

export function arraySources(bindings: Iterable<Binding | undefined>): ArraySources {
  const sources = [...new Set(bindings)].map((binding) => sourceOf(binding) ?? '');
  return { any: sources.some((source) => arrays.test(source)), plain: sources.some(isPlain) };
}

/** Members of members that numpy-ts exports, as `np.default.linalg.inv`. */
const DEEPEST = 3;

/** True if an expression is an export of numpy-ts, or a member of one. */
export function isOfPlainArrays(
  bindings: ReadonlyMap<types.Node, Binding | undefined>,
  node: types.Node,
): boolean {
  let root = bare(node);
  for (let k = 0; k < DEEPEST && root.type === 'MemberExpression'; k++) root = bare(root.object);
  return root.type === 'Identifier' && isPlain(sourceOf(bindings.get(root)) ?? '');
}
