/** Types of the language as TypeScript writes them. */
import { isArray, type Type } from '../../ir/ir.js';

export function typescriptOf(type: Type): string {
  if (!isArray(type)) return type === 'bool' ? 'boolean' : 'number';
  if (type.of !== undefined) return `${typescriptOf(type.of)}[]`;
  return type.storage === 'list' ? 'number[][]' : type.storage;
}

/** The same for arrays that are not written. */
export function readonlyOf(type: Type): string {
  if (!isArray(type)) return typescriptOf(type);
  const { storage, of } = type;
  if (storage === 'number[]') return 'readonly number[]';
  if (storage !== 'list') return storage;
  const inner = of === undefined ? 'readonly number[]' : readonlyOf(of);
  return `readonly ${inner.includes(' ') ? `(${inner})` : inner}[]`;
}

/**
 * The text after the name of a variable that holds true or false. TypeScript follows such variables
 * around a loop, and could not tell their types where one is made of the other.
 */
export const flagType = (type: Type): string => (type === 'bool' ? ': boolean' : '');
