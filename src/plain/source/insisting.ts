/** Statements that refuse NaN in derivatives. */
import type { ArrayType } from '../ir/ir.js';

/** The name of the helper that refuses NaN. */
type Insist = () => string;

const depthOf = ({ of }: ArrayType): number => (of === undefined ? 1 : 1 + depthOf(of));

/** Insists on numbers in an array. */
export function insistIn(array: string, type: ArrayType, insist: Insist): string {
  const depth = depthOf(type);
  if (depth === 1) return `  ${insist()}(${array});`;
  const rows = depth > 2 ? `.flat(${depth - 2})` : '';
  return `  ${array}${rows}.forEach((row) => ${insist()}(row));`;
}

/** Insists on numbers. */
export const insistOn = (numbers: readonly string[], insist: Insist): string[] =>
  numbers.length === 0 ? [] : [`  ${insist()}([${numbers.join(', ')}]);`];
