/**
 * Reads members of enums that are written down as numbers or texts, and that nobody in the program may change. Who imports
 * an enum that is exported may do so: entry asks.
 */
import type { Facts } from '../../front/facts.js';
import { nameOfKey, bare, type Node, type types } from '../../front/syntax.js';
import { childrenOf } from './assigned.js';
import { wrappers } from './constants.js';
import { isGlobalNamed } from './global-names.js';

type Members = ReadonlyMap<string, number | string>;
type FactsOfNames = Pick<Facts, 'program' | 'bindings'>;

/** An enum at the top of a module. */
interface EnumAtTop {
  readonly node: types.TSEnumDeclaration;
  readonly members: Members;
  /** Whether other modules may have it, and change it. */
  readonly isExported: boolean;
}

const known = new WeakMap<types.Program, ReadonlyMap<string, EnumAtTop>>();

/** The enums at the top of a module. A name of two of them, one that somebody may change, or a member that is computed, is left out. O(module), once. */
export function enumsOf(facts: FactsOfNames): ReadonlyMap<string, EnumAtTop> {
  const { program } = facts;
  let found = known.get(program);
  if (found === undefined) known.set(program, (found = read(facts)));
  return found;
}

/** The declarations of enums at the top of a module that are there when it runs. */
export function enumsDeclared({ body }: types.Program): readonly types.TSEnumDeclaration[] {
  return body.flatMap((stmt) => {
    const node = stmt.type === 'ExportNamedDeclaration' ? stmt.declaration : stmt;
    return node?.type === 'TSEnumDeclaration' && node.declare !== true ? [node] : [];
  });
}

function read(facts: FactsOfNames): ReadonlyMap<string, EnumAtTop> {
  const { program } = facts;
  const found = new Map<string, EnumAtTop>();
  const declared = enumsDeclared(program);
  if (declared.length === 0) return found;
  const exported = exportedNames(program);
  for (const node of declared) {
    const { name } = node.id;
    const members: Members = found.has(name) ? new Map() : membersOf(node);
    found.set(name, { node, members, isExported: exported.has(name) });
  }
  for (const name of handedOn(facts)) found.delete(name);
  return found;
}

function exportedNames({ body }: types.Program): ReadonlySet<string> {
  const found = new Set<string>();
  for (const stmt of body) {
    if (stmt.type === 'ExportNamedDeclaration') {
      if (stmt.declaration?.type === 'TSEnumDeclaration') found.add(stmt.declaration.id.name);
      for (const one of stmt.specifiers)
        if (one.type === 'ExportSpecifier' && one.local.type === 'Identifier')
          found.add(one.local.name);
    }
    if (stmt.type === 'ExportDefaultDeclaration' && stmt.declaration.type === 'Identifier')
      found.add(stmt.declaration.name);
  }
  return found;
}

/** The names that are used otherwise than to read members: somebody may write into what they mean. */
function handedOn({ program, bindings }: FactsOfNames): ReadonlySet<string> {
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
        if (isListed(node, bindings)) return;
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
function isListed(
  { callee, arguments: given }: types.CallExpression | types.OptionalCallExpression,
  bindings: Facts['bindings'],
): boolean {
  if (callee.type !== 'MemberExpression' || given.length !== 1) return false;
  const name = nameOfKey(callee.property, callee.computed) ?? '';
  return (
    isGlobalNamed({ bindings }, callee.object, 'Object') &&
    ['entries', 'keys', 'values'].includes(name) &&
    given[0].type === 'Identifier'
  );
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
