/**
 * Finds TypeScript of which Babel's plugin makes nothing, or something else than TypeScript makes. A compiler has to
 * remove the types of such a file before it is translated (loaders/compilers.ts).
 */
import {
  childrenOf,
  isClassField,
  isFunction,
  nameOfKey,
  walk,
  type Node,
  type types,
  type Types,
} from './syntax.js';

export interface Beyond {
  /** The construct, as the message of an error names it. */
  readonly construct: string;
  readonly line: number;
  /** True if it is syntax of JavaScript, too, which a tool that follows may know. */
  readonly isSyntax: boolean;
}

/**
 * The first such construct of a module in TypeScript. O(length of the module).
 *
 * @param assigned whether fields are assigned after the parameters of the constructor
 */
export function beyondBabel(
  program: types.Program,
  t: Types,
  assigned: boolean,
): Beyond | undefined {
  const found = continued(program);
  walk(t, program, null, (node) => {
    found.push(...ofNode(node));
    if (assigned && node.type === 'ClassBody') found.push(...readEarly(node, t));
  });
  return found.sort((one, other) => one.line - other.line)[0];
}

const beyond = (construct: string, node: Node, isSyntax = false): Beyond => ({
  construct,
  line: node.loc?.start.line ?? 1,
  isSyntax,
});

function ofNode(node: Node): Beyond[] {
  switch (node.type) {
    case 'Decorator':
      return [beyond('a decorator', node, true)];
    case 'ClassAccessorProperty':
      return [beyond('an accessor field', node, true)];
    case 'VariableDeclaration':
      return /using/.test(node.kind) ? [beyond('a using declaration', node, true)] : [];
    case 'TSModuleBlock':
      return node.body.filter(isBoundExport).map((stmt) => beyond('an export let', stmt));
    default:
      return [];
  }
}

/** Has Babel leave out fields that are not assigned, and make const enums that are only declared, whose values TypeScript knows. */
export function asTypeScript(program: types.Program, t: Types, assigned: boolean): void {
  walk(t, program, null, (node) => {
    if (node.type === 'TSEnumDeclaration' && node.const === true) node.declare = false;
    if (assigned && node.type === 'ClassProperty' && node.decorators == null)
      node.declare ||= node.value == null;
  });
}

/** Exports of a namespace by a variable of their own: all that see the namespace see it change. */
function isBoundExport(stmt: Node): boolean {
  const inner = stmt.type === 'ExportNamedDeclaration' ? stmt.declaration : null;
  if (inner?.type === 'VariableDeclaration')
    return inner.kind !== 'const' && inner.declare !== true;
  return (inner?.type as string | undefined) === 'TSImportEqualsDeclaration';
}

/** Initial values that may read a parameter of the constructor, since they use `this` for more than other fields. */
function readEarly({ body }: types.ClassBody, t: Types): Beyond[] {
  const isConstructor = (part: Node): part is types.ClassMethod =>
    part.type === 'ClassMethod' && part.kind === 'constructor';
  const parameters = body.find(isConstructor)?.params ?? [];
  if (parameters.every(({ type }) => type !== 'TSParameterProperty')) return [];
  const fields = body.filter(isClassField).filter((field) => field.static !== true);
  const names = new Set(
    fields.flatMap((field) => nameOfKey(field.key, 'computed' in field && !!field.computed) ?? []),
  );
  const isField = (of: Node): boolean =>
    of.type === 'MemberExpression' && names.has(nameOfKey(of.property, of.computed) ?? '');
  const isEarly = (node: Node, around: Node): boolean =>
    node.type === 'ThisExpression'
      ? !isField(around)
      : !isFunction(node) && childrenOf(t, node).some((child) => isEarly(child, node));
  return fields
    .filter((field) => field.value != null && isEarly(field.value, field))
    .map((field) => beyond('a field that is made of parameters of the constructor', field));
}

/** Namespaces that continue another of that path, whose exports they see by their names alone. */
function continued({ body }: types.Program): Beyond[] {
  const met = new Set<string>();
  return [...namespaces(body, '')]
    .filter(([path]) => met.has(path) || !met.add(path))
    .map(([, node]) => beyond('a namespace in several parts', node));
}

function* namespaces(
  body: readonly Node[],
  around: string,
): Iterable<readonly [path: string, node: Node]> {
  for (const stmt of body) {
    const node = stmt.type === 'ExportNamedDeclaration' ? stmt.declaration : stmt;
    if (node?.type !== 'TSModuleDeclaration' || node.declare === true) continue;
    let path = around;
    for (const name of namesOf(node.id)) yield [(path += `.${name}`), node];
    if (node.body.type === 'TSModuleBlock') yield* namespaces(node.body.body, path);
  }
}

const namesOf = (id: Node): string[] =>
  id.type === 'TSQualifiedName'
    ? [...namesOf(id.left), id.right.name]
    : id.type === 'Identifier'
      ? [id.name]
      : [];
