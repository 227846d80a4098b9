/** The members of an enum, as far as they are written down. */
import { bare, nameOfKey, type Node, type types } from '../front/syntax.js';

export function enumMembers(node: types.TSEnumDeclaration): ReadonlyMap<string, number | string> {
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
