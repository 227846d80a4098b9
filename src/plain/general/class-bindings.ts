/** The classes, constants that hold functions, and enums, that compiled code takes as they are written. */
import type { Facts } from '../front/facts.js';
import type { Binding, Node, types } from '../front/syntax.js';
import { bindingOfClass } from '../lower/syntax/class-places.js';
import { isAsWritten } from '../lower/syntax/constants.js';
import { enumsDeclared } from '../lower/syntax/enums.js';
import { bindingOfHolder, holderOf, type AsWritten } from '../lower/syntax/written-down.js';

/** Classes, each with the names of static members; constants that hold functions; and enums. */
export type Classes = ReadonlyMap<AsWritten, ReadonlySet<string>>;

/** A variable at the top of a module: Babel has no binding for an enum. */
export type AtTop = Binding | types.TSEnumDeclaration;

export const identifierOf = (of: AtTop): types.Identifier =>
  'identifier' in of ? of.identifier : of.id;

/** The variable of a class, of a constant, or of an enum. */
export function variableOf(facts: Facts, of: AsWritten): AtTop {
  if (of.type === 'TSEnumDeclaration') return of;
  return of.type === 'VariableDeclarator' ? bindingOfHolder(facts, of) : bindingOfClass(facts, of)!;
}

/** The statement at the top of a module that declares a variable. */
export function statementOf(program: types.Program, of: AtTop): Node {
  if ('path' in of) return of.path.find(({ parent }) => parent === program)!.node;
  const isIt = (stmt: Node) =>
    stmt === of || (stmt.type === 'ExportNamedDeclaration' && stmt.declaration === of);
  return program.body.find(isIt)!;
}

/**
 * The declaration that code of other modules may take as it is written under a name: a class, a
 * constant with functions, or an enum.
 */
export function keptAsWritten(facts: Facts, name: string, binding: Binding | undefined) {
  if (binding === undefined) return enumsDeclared(facts.program).find(({ id }) => id.name === name);
  const isKept =
    binding.path.node.type === 'ClassDeclaration'
      ? isAsWritten(binding)
      : holderOf(facts, binding) !== undefined;
  return isKept ? binding : undefined;
}
