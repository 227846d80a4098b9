/** Reads members of enums that are written down as numbers or texts, and that nobody in the program may change. */
import { nameOfKey, bare, type Node, type types } from '../../front/syntax.js';
import { childrenOf } from './assigned.js';
import { wrappers } from './constants.js';

type Members = ReadonlyMap<string, number | string>;

const known = new WeakMap<types.Program, ReadonlyMap<string, Members>>();

/** The enums at the top of a module. A name of two of them, one that somebody may change, or a member that is computed, is left out. O(module), once. */
export function enumsOf(program: types.Program): ReadonlyMap<string, Members> {
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = read(program)));
  return found;
}

function read(program: types.Program): ReadonlyMap<string, Members> {
  const { body } = program;
  const found = new Map<string, Members>();
  for (const stmt of body) {
    const node = stmt.type === 'ExportNamedDeclaration' ? stmt.declaration : stmt;
    if (node?.type !== 'TSEnumDeclaration') continue;
    const { name } = node.id;
    found.set(name, found.has(name) ? new Map() : membersOf(node));
  }
  if (found.size > 0) for (const name of handedOn(program)) found.delete(name);
  return found;
}

/** The names that are used otherwise than to read members: somebody may write into what they mean. */
function handedOn(program: types.Program): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (node: Node, isTarget = false): void => {
    switch (node.type) {
      case 'Identifier':
        found.add(node.name);
        return;
      case 'MemberExpression':
      case 'OptionalMemberExpression':
        if (isTarget || node.object.type !== 'Identifier') look(node.object, isTarget);
        if (node.computed) look(node.property);
        return;
      case 'CallExpression':
      case 'OptionalCallExpression':
        if (isListed(node)) return;
        // A method may write into its object.
        look(node.callee, true);
        node.arguments.forEach((one) => look(one));
        return;
      case 'AssignmentExpression':
        look(node.left, true);
        look(node.right);
        return;
      case 'ForInStatement':
      case 'ForOfStatement':
        look(node.left, true);
        look(node.right);
        look(node.body);
        return;
      case 'UpdateExpression':
        look(node.argument, true);
        return;
      case 'UnaryExpression':
        look(node.argument, node.operator === 'delete');
        return;
      case 'ImportDeclaration':
      case 'ExportSpecifier':
        return;
      case 'ExportDefaultDeclaration':
        if (node.declaration.type !== 'Identifier') look(node.declaration);
        return;
    }
    if (wrappers.includes(node.type)) look((node as types.TSAsExpression).expression, isTarget);
    else if (!node.type.startsWith('TS') || holding.includes(node.type)) {
      const key = 'key' in node && !('computed' in node && node.computed) ? node.key : null;
      for (const inner of childrenOf(node)) if (inner !== key) look(inner, isTarget);
    }
  };
  look(program);
  return found;
}

/** What holds statements or parameters, and is no type. */
const holding: readonly string[] = [
  'TSExportAssignment',
  'TSModuleBlock',
  'TSModuleDeclaration',
  'TSParameterProperty',
];

/** `Object.keys(E)` and the like, which only read. */
function isListed({
  callee,
  arguments: given,
}: types.CallExpression | types.OptionalCallExpression) {
  if (callee.type !== 'MemberExpression' || given.length !== 1) return false;
  const { object } = callee;
  const name = nameOfKey(callee.property, callee.computed) ?? '';
  const isObject = object.type === 'Identifier' && object.name === 'Object';
  return isObject && ['entries', 'keys', 'values'].includes(name) && given[0].type === 'Identifier';
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
