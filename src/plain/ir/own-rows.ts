/**
 * Rows of users. In a lowered function they have the names `@0`, `@1`, …; where it is read, names of operators take the
 * place of these. Operators that have names are kept for ever: there are as many as modules define.
 */
import type { AnyOperator } from '../../core/primitives/row.js';
import type { Operation } from '../../core/real.js';
import { OutsideOfTier } from './leave.js';

/** The name of a row of the module, before its operator is known. */
export const ownRow = (which: number): string => `@${which}`;
export const isOwnRow = (name: string): boolean => name.startsWith('@');

const operators = new Map<string, AnyOperator>();
const names = new WeakMap<Operation, string>();

/** The name of a user's operator. The table has no such names. */
export function nameOfOperator(operator: AnyOperator): string {
  let name = names.get(operator.primitive);
  if (name === undefined) {
    name = `own${operators.size}`;
    names.set(operator.primitive, name);
    operators.set(name, operator);
  }
  return name;
}

export const nameOfOwn = (operation: Operation): string | undefined => names.get(operation);

export const operatorNamed = (name: string): AnyOperator | undefined => operators.get(name);

/**
 * The text of a lowered function with the names of operators in the places of its own rows.
 *
 * @throws if one of them is not an operator
 */
export const withOperators = (text: string, given: readonly unknown[]): string =>
  given.reduce<string>((named, operator, k) => {
    const isOperator = typeof operator === 'function' && 'primitive' in operator;
    if (!isOperator) throw new OutsideOfTier('what should be an operator is none');
    return named.replaceAll(`"${ownRow(k)}"`, `"${nameOfOperator(operator as AnyOperator)}"`);
  }, text);
