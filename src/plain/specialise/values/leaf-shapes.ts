/** Shapes of single values: numbers, bools, and values of the program that code hands on. */
import type { Shape } from './abstract.js';

export const NUMBER: Shape = { tag: 'number' };
export const BOOL: Shape = { tag: 'bool' };
export const FOREIGN: Shape = { tag: 'foreign' };

const isOf = (of: Shape, type: string): boolean =>
  of.tag === 'known' ? typeof of.value === type : of.tag === (type === 'boolean' ? 'bool' : type);

/** The least shape of two such values: a number may become a value of the program. Null for other shapes. */
export function mergeLeaves(one: Shape, other: Shape): Shape | null {
  if (isOf(one, 'number') && isOf(other, 'number')) return NUMBER;
  if (isOf(one, 'boolean') && isOf(other, 'boolean')) return BOOL;
  const areForeign = [one, other].every((of) => of.tag === 'foreign' || isOf(of, 'number'));
  return areForeign ? FOREIGN : null;
}
