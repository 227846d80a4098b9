/** What reads a function of another module, as it is when that is asked. */
import type { Expression, Types } from '../front/syntax.js';
import type { ImportedName } from '../lower/meanings/meanings.js';
import type { AddedNames } from './added-names.js';

/** A member of an object is read as it is, by no code of others. */
export function importedFunction(
  t: Types,
  names: AddedNames,
  { binding, member, isModule }: ImportedName,
): Expression {
  const object = t.identifier(binding.identifier.name);
  if (member === undefined) return object;
  return isModule
    ? t.memberExpression(object, t.stringLiteral(member), true)
    : t.callExpression(names.runtime('held'), [object, t.stringLiteral(member)]);
}
