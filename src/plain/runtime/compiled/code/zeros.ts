/**
 * Zeros by loops. `fill` of a list takes up to twenty times as long in V8, which also makes the list one of small whole
 * numbers again, to be copied at the first fraction. `fill` of a typed array is a call of 17 ns, and is the faster
 * from some thirty numbers on.
 */

/** Up to this length, a loop sets a typed array to 0 sooner than `fill`. */
const SHORT = 16;

/** A new list of zeros. */
export function zeros(length: number): number[] {
  const list = new Array<number>(length);
  for (let k = 0; k < length; k++) list[k] = 0;
  return list;
}

/** The same array, of which all elements are 0 now. */
export function cleared<A extends Float64Array | Int32Array>(array: A): A {
  if (array.length > SHORT) return array.fill(0) as A;
  for (let k = 0; k < array.length; k++) array[k] = 0;
  return array;
}
