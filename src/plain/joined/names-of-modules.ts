/**
 * Gives what modules declare at their tops names that no other module uses, and what is imported the name of what it
 * means. Remembers which names came from other modules: when the program runs, they must mean that there, too.
 */
import { nameOfKey, type NodePath, type types } from '../front/syntax.js';
import { declaredBy, exportOf, importsOf, targetOf, type Target } from './exported-names.js';
import type { ReadOne } from './read-modules.js';

type Identifier = types.Identifier;

/** A name of one module that means what another one declares. */
export interface Edge {
  readonly from: ReadOne;
  /** The name there, and the member of it where that is a whole module. */
  readonly local: string;
  readonly member: string | undefined;
  readonly to: Extract<Target, { readonly tag: 'local' }>;
}

type Name = (module: ReadOne, name: string) => string;

/** The names at the tops of modules: those that one module alone uses stay. */
export function namesOf(
  all: readonly ReadOne[],
  identifiers: ReadonlyMap<ReadOne, ReadonlySet<string>>,
): Name {
  const counts = new Map<string, number>();
  for (const names of identifiers.values())
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const given = new Map<ReadOne, Map<string, string>>();
  const fresh = (name: string): string => {
    let k = 2;
    while (counts.has(`${name}$${k}`)) k++;
    counts.set(`${name}$${k}`, 2);
    return `${name}$${k}`;
  };
  for (const module of all) {
    const names = new Map<string, string>();
    for (const name of topNames(module))
      names.set(name, counts.get(name) === 1 ? name : fresh(name));
    given.set(module, names);
  }
  return (module, name) => given.get(module)!.get(name) ?? name;
}

/** All that a module declares at its top, types too, and what it imports. */
export function topNames(module: ReadOne): ReadonlySet<string> {
  const found = new Set(importsOf(module).keys());
  for (const stmt of module.file.program.body) {
    const declaration =
      stmt.type === 'ExportNamedDeclaration' || stmt.type === 'ExportDefaultDeclaration'
        ? stmt.declaration
        : stmt;
    if (declaration != null) declaredBy(declaration).forEach((name) => found.add(name));
  }
  return found;
}

/**
 * @param edges takes those of its names that come from others
 * @returns what renames what stands in a module, once all names of all modules are found
 */
export function renaming(
  program: NodePath<types.Program>,
  module: ReadOne,
  nameFor: Name,
  edges: Map<Identifier, Edge>,
): () => void {
  const tops = topNames(module);
  const imports = importsOf(module);
  const changes: (() => void)[] = [];

  const isAtTop = ({ parent, parentPath }: NodePath): boolean =>
    parent === program.node ||
    (parent.type.startsWith('Export') && parentPath?.parent === program.node);

  const isTop = ({ node, parentPath, key, scope }: NodePath<Identifier>): boolean => {
    if (!tops.has(node.name)) return false;
    // A name of a function stands in the scope of the function.
    if (key === 'id' && parentPath !== null && isAtTop(parentPath)) return true;
    const binding = scope.getBinding(node.name);
    // Types, and enums.
    if (binding === undefined) return true;
    return binding.scope === program.scope || isAtTop(binding.path);
  };

  program.traverse({
    Identifier(path) {
      const { node, parent } = path;
      if (isKey(path) || !isTop(path)) return;
      const { name } = node;
      const imported = imports.get(name);
      const target = imported && targetOf(module, imported);
      const member = target?.tag === 'module' ? memberOf(path) : undefined;
      const found = member === undefined ? target : exportOf(target!.module, member);
      const place = member === undefined ? node : (parent as unknown as Identifier);
      changes.push(() => {
        if (parent.type === 'ObjectProperty' && parent.shorthand) parent.shorthand = false;
        if (found?.tag !== 'local') {
          node.name = nameFor(module, name);
          return;
        }
        if (place !== node) become(place, name);
        edges.set(place, { from: module, local: name, member, to: found });
        place.name = nameFor(found.module, found.name);
      });
    },
  });
  return () => changes.forEach((change) => change());
}

/** True if an identifier is the name of a member, of a label, or of an import in the other module. */
function isKey({ parent, key }: NodePath): boolean {
  switch (parent.type) {
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return key === 'property' && !parent.computed;
    case 'TSQualifiedName':
      return key === 'right';
    case 'ObjectProperty':
    case 'ObjectMethod':
    case 'ClassMethod':
    case 'ClassProperty':
    case 'TSPropertySignature':
    case 'TSMethodSignature':
      return key === 'key' && !parent.computed;
    case 'TSEnumMember':
      return key === 'id';
    case 'ExportSpecifier':
      return key === 'exported';
    case 'ImportSpecifier':
      return key === 'imported';
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
    case 'PrivateName':
      return true;
    default:
      return false;
  }
}

/** The member that is read of a name. */
function memberOf({ node, parent }: NodePath): string | undefined {
  if (parent.type === 'TSQualifiedName' && parent.left === node) return parent.right.name;
  const isRead = parent.type === 'MemberExpression' && parent.object === node;
  return isRead ? nameOfKey(parent.property, parent.computed) : undefined;
}

/** A node becomes a name. */
function become(node: Identifier, name: string): void {
  const { start, end, loc } = node;
  for (const key of Object.keys(node)) Reflect.deleteProperty(node, key);
  Object.assign(node, { type: 'Identifier', name, start, end, loc });
}
