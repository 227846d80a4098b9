/**
 * Finds the arrays that have an array of tangents beside them: those that depend on the inputs, and those that may
 * stand in the same variable or list. O(size of the program), times the roots of an array.
 */
import type { Activity } from '../../analyse/activity.js';
import type { Roots } from '../../analyse/roots.js';
import {
  allOf,
  definedBy,
  isArray,
  regionsOf,
  type Func,
  type Region,
  type Value,
} from '../../ir/ir.js';

export function movingArrays(f: Func, roots: Roots, activity: Activity) {
  const arrays: Value[] = [];
  const visit = ({ params, body }: Region): void => {
    arrays.push(...params.filter(({ type }) => isArray(type)));
    for (const stmt of body) {
      arrays.push(...definedBy(stmt).filter(({ type }) => isArray(type)));
      regionsOf(stmt).forEach(visit);
    }
  };
  allOf(f).forEach(({ region }) => visit(region));
  const moving = new Set<Value>();
  const has = (array: Value): boolean => {
    for (const root of roots.within(array)) if (moving.has(root)) return true;
    return false;
  };
  for (const array of arrays)
    for (const root of roots.within(array)) if (activity.has(root)) moving.add(root);
  for (let before = -1; before < moving.size;) {
    before = moving.size;
    for (const array of arrays)
      if (has(array)) for (const root of roots.within(array)) moving.add(root);
  }
  return has;
}
