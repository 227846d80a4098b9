/** The expressions that read a function of another module, as it is at that time. */
import type { Expression, Types } from '../front/syntax.js';
import type { ImportedName } from '../lower/meanings/meanings.js';
import type { HostName } from '../lower/syntax/array-modules.js';
import type { AddedNames } from './added-names.js';

/** A member of an object is read as it is, by no code of others. */
export function importedFunction(
  t: Types,
  names: AddedNames,
  { binding, member, isModule }: ImportedName,
  object: Expression = t.identifier(binding.identifier.name),
): Expression {
  if (member === undefined) return object;
  return isModule
    ? t.memberExpression(object, t.stringLiteral(member), true)
    : t.callExpression(names.runtime('held'), [object, t.stringLiteral(member)]);
}

/**
 * The expression of an export of a module of arrays; a member of a whole module, so that bundlers leave
 * out the others.
 */
export function exportNamed(
  t: Types,
  { binding, member }: HostName,
  object: Expression = t.identifier(binding.identifier.name),
): Expression {
  return member === undefined ? object : t.memberExpression(object, t.identifier(member));
}
