/** Types of the language as TypeScript writes them. */
import { isArray, type Type } from '../../ir/ir.js';

export function typescriptOf(type: Type): string {
  if (!isArray(type)) return type === 'bool' ? 'boolean' : 'number';
  if (type.of !== undefined) return `${typescriptOf(type.of)}[]`;
  return type.storage === 'list' ? 'number[][]' : type.storage;
}
