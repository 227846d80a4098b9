/** Finds what the imports of a module mean: what another module declares, through all that hands it on. */
import type { Node, types } from '../front/syntax.js';
import type { ReadOne } from './read-modules.js';

/** A declaration at the top of a module, or the whole module. */
export type Target =
  | { readonly tag: 'local'; readonly module: ReadOne; readonly name: string }
  | { readonly tag: 'module'; readonly module: ReadOne };

/** A name that a module imports. */
interface Imported {
  readonly source: string;
  /** The name of the export, or `*`. */
  readonly name: string;
}

const known = new WeakMap<ReadOne, ReadonlyMap<string, Imported>>();

/** The imports of a module, by their local names. */
export function importsOf(module: ReadOne): ReadonlyMap<string, Imported> {
  let found = known.get(module);
  if (found === undefined) known.set(module, (found = importsIn(module.file.program)));
  return found;
}

function importsIn({ body }: types.Program): ReadonlyMap<string, Imported> {
  const found = new Map<string, Imported>();
  for (const stmt of body) {
    if (stmt.type !== 'ImportDeclaration') continue;
    const source = stmt.source.value;
    for (const one of stmt.specifiers) {
      const name =
        one.type === 'ImportSpecifier'
          ? textOf(one.imported)
          : one.type === 'ImportDefaultSpecifier'
            ? 'default'
            : '*';
      found.set(one.local.name, { source, name });
    }
  }
  return found;
}

const textOf = (node: types.Identifier | types.StringLiteral): string =>
  'value' in node ? node.value : node.name;

/** The target of an import; undefined where it is not known. */
export function targetOf(module: ReadOne, { source, name }: Imported): Target | undefined {
  const from = module.sources.get(source);
  if (from === undefined) return undefined;
  return name === '*' ? { tag: 'module', module: from } : exportOf(from, name, new Set());
}

/** The target of an export of a module. */
export function exportOf(
  module: ReadOne,
  name: string,
  met: Set<ReadOne> = new Set(),
): Target | undefined {
  if (met.has(module)) return undefined;
  met.add(module);
  const passedOn: ReadOne[] = [];
  for (const stmt of module.file.program.body) {
    if (stmt.type === 'ExportDefaultDeclaration' && name === 'default')
      return localOf(module, defaultName(stmt.declaration), met);
    if (stmt.type === 'ExportAllDeclaration') {
      const from = module.sources.get(stmt.source.value);
      if (from !== undefined) passedOn.push(from);
    }
    if (stmt.type !== 'ExportNamedDeclaration') continue;
    if (stmt.declaration != null && declaredBy(stmt.declaration).includes(name))
      return { tag: 'local', module, name };
    const specifier = stmt.specifiers.find((one) => textOf(one.exported) === name);
    if (specifier === undefined) continue;
    if (stmt.source == null)
      return localOf(
        module,
        specifier.type === 'ExportSpecifier' ? textOf(specifier.local) : undefined,
        met,
      );
    const from = module.sources.get(stmt.source.value);
    if (from === undefined) return undefined;
    return specifier.type === 'ExportSpecifier'
      ? exportOf(from, textOf(specifier.local), met)
      : { tag: 'module', module: from };
  }
  if (name === 'default') return undefined;
  const found = passedOn.flatMap((from) => exportOf(from, name, new Set(met)) ?? []);
  // Two modules that export one name hand on neither.
  return found.every((one) => isSameTarget(one, found[0])) ? found[0] : undefined;
}

const isSameTarget = (a: Target, b: Target): boolean =>
  a.tag === b.tag &&
  a.module === b.module &&
  (a.tag === 'module' || b.tag === 'module' || a.name === b.name);

/** The target of an exported name, by what it is called inside. */
function localOf(module: ReadOne, name: string | undefined, met: Set<ReadOne>): Target | undefined {
  if (name === undefined) return undefined;
  const imported = importsOf(module).get(name);
  if (imported === undefined) return { tag: 'local', module, name };
  const from = module.sources.get(imported.source);
  if (from === undefined) return undefined;
  return imported.name === '*'
    ? { tag: 'module', module: from }
    : exportOf(from, imported.name, met);
}

/** The name of what a module exports as such; undefined if it has none. */
function defaultName(of: Node): string | undefined {
  if (of.type === 'Identifier') return of.name;
  return 'id' in of && of.id?.type === 'Identifier' ? of.id.name : undefined;
}

/** The names that a declaration at the top of a module gives. */
export function declaredBy(of: Node): readonly string[] {
  if (of.type === 'VariableDeclaration') return of.declarations.flatMap(({ id }) => boundIn(id));
  return 'id' in of && of.id?.type === 'Identifier' ? [of.id.name] : [];
}

function boundIn(pattern: Node | null): readonly string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) =>
        boundIn(one.type === 'RestElement' ? one.argument : one.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundIn);
    case 'AssignmentPattern':
      return boundIn(pattern.left);
    case 'RestElement':
      return boundIn(pattern.argument);
    default:
      return [];
  }
}
