/** Reads members of enums that are written down as numbers or texts. */
import { nameOfKey, bare, type Node, type types } from '../../front/syntax.js';

type Members = ReadonlyMap<string, number | string>;

const known = new WeakMap<types.Program, ReadonlyMap<string, Members>>();

/** The enums at the top of a module. A name of two of them, or a member that is computed, is left out. O(module), once. */
export function enumsOf(program: types.Program): ReadonlyMap<string, Members> {
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = read(program)));
  return found;
}

function read({ body }: types.Program): ReadonlyMap<string, Members> {
  const found = new Map<string, Members>();
  for (const stmt of body) {
    const node = stmt.type === 'ExportNamedDeclaration' ? stmt.declaration : stmt;
    if (node?.type !== 'TSEnumDeclaration') continue;
    const { name } = node.id;
    found.set(name, found.has(name) ? new Map() : membersOf(node));
  }
  return found;
}

export function membersOf(node: types.TSEnumDeclaration): Members {
  const members = new Map<string, number | string>();
  let next: number | undefined = 0;
  for (const { id, initializer } of partsOf(node)) {
    const value: number | string | undefined = initializer == null ? next : valueOf(initializer);
    const name = nameOfKey(id, false);
    if (name !== undefined && value !== undefined) members.set(name, value);
    next = typeof value === 'number' ? value + 1 : undefined;
  }
  return members;
}

/** Babel 8 puts them into a body. */
function partsOf(node: types.TSEnumDeclaration): readonly types.TSEnumMember[] {
  const { body, members } = node as Partial<Record<'members', types.TSEnumMember[]>> & {
    readonly body?: { readonly members: types.TSEnumMember[] };
  };
  return body?.members ?? members ?? [];
}

function valueOf(given: Node): number | string | undefined {
  const node = bare(given);
  if (node.type === 'NumericLiteral' || node.type === 'StringLiteral') return node.value;
  const of =
    node.type === 'UnaryExpression' && node.operator === '-' ? valueOf(node.argument) : null;
  return typeof of === 'number' ? -of : undefined;
}
