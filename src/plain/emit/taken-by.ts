/**
 * The values that code uses and that are defined around it: the parameters of a function that is made
 * of it.
 */
import { definedBy, regionsOf, usesOf, type Region, type Stmt, type Value } from '../ir/ir.js';

/** Each once, in the order of the text. O(size of the region). */
export function takenBy(region: Region): Value[] {
  const [inside, taken] = [new Set<Value>(), new Set<Value>()];
  const use = (of: Value) => {
    if (!inside.has(of)) taken.add(of);
  };
  const visit = (one: Stmt): void => {
    usesOf(one).forEach(use);
    if (one.tag === 'for') inside.add(one.counter);
    regionsOf(one).forEach(visitIn);
    definedBy(one).forEach((of) => inside.add(of));
  };
  const visitIn = ({ params, body, yields }: Region): void => {
    params.forEach((param) => inside.add(param));
    body.forEach(visit);
    yields.forEach(use);
  };
  visitIn(region);
  return [...taken];
}
