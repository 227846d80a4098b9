/**
 * Makes lists for compiled code as V8 stores those that are pushed to. `map` gives another kind of list once V8 has
 * optimised its caller; then code that has met the first kind only is thrown away and compiled again.
 */
export function listed<T>(of: readonly unknown[], made: (element: unknown) => T): T[] {
  const list: T[] = [];
  for (const element of of) list.push(made(element));
  return list;
}
