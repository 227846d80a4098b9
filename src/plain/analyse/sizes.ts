/**
 * Tells how many elements arrays have, as a number or as the array whose length it is. An array that a loop carries
 * has one size, if what each step hands on has the size of what the loop begins with. O(size of the program), times
 * the depth of its loops.
 */
import { isArray, statementsOf, type Func, type Op, type Value } from '../ir/ir.js';

/** Two arrays are equally long where their sizes are equal; an array of which nothing else is known is its own size. */
export type Size = number | Value;
export type Sizes = (array: Value) => Size;

export function sizesOf(f: Func): Sizes {
  const ops = new Map<Value, Op>();
  const sizes = new Map<Value, Size>();
  /** The values that must be equally long for a value to have the size of the first. */
  const joined = new Map<Value, readonly Value[]>();
  for (const stmt of statementsOf(f)) {
    if (stmt.tag === 'let') ops.set(stmt.value, stmt.op);
    if (stmt.tag === 'if')
      stmt.results.forEach((result, k) =>
        joined.set(result, [stmt.then.yields[k], stmt.otherwise.yields[k]]),
      );
    if (stmt.tag === 'for' || stmt.tag === 'while')
      stmt.results.forEach((result, k) => {
        const { inits, body } = stmt;
        joined.set(body.params[k], [inits[k], body.yields[k]]);
        if (stmt.tag === 'while') joined.set(stmt.test.params[k], [inits[k], body.params[k]]);
        // What is known of a step's array alone is not known behind the loop.
        joined.set(result, [inits[k], body.params[k]]);
      });
  }
  const known = (array: Value): Size => sizes.get(array) ?? array;
  const made = (op: Op | undefined): Size | undefined => {
    if (op?.tag !== 'alloc') return undefined;
    const length = ops.get(op.args[0]);
    if (length?.tag === 'length') return known(length.args[0]);
    const isSize = length?.tag === 'const' && Number.isInteger(length.value);
    return isSize && Number(length.value) >= 0 ? Number(length.value) : undefined;
  };
  // At first, all that is joined is taken to be as long as the first of it.
  const open = new Set([...joined.keys()].filter(({ type }) => isArray(type)));
  for (let isStable = false; !isStable;) {
    for (let before = -1, rounds = 0; before !== rounds;) {
      before = rounds;
      const settle = (array: Value, size: Size | undefined) => {
        if (size === undefined || known(array) === size) return;
        sizes.set(array, size);
        rounds++;
      };
      for (const [value, op] of ops) settle(value, made(op));
      for (const array of open) settle(array, known(joined.get(array)![0]));
    }
    const wrong = [...open].filter((array) =>
      joined.get(array)!.some((one) => known(one) !== known(array)),
    );
    isStable = wrong.length === 0;
    for (const array of wrong) open.delete(array);
    if (!isStable) sizes.clear();
  }
  return known;
}
