/** Functions of arrays, which their modules make known: code calls them as they are, inside of a run that records them. */
const names = new WeakMap<object, string>();

/** Remembers functions by the names that their module exports, also those in objects that it exports. */
export function registerArrayFunctions(members: Readonly<Record<string, unknown>>): void {
  for (const [name, of] of Object.entries(members)) {
    if (typeof of === 'function') names.set(of, name);
    else if (typeof of === 'object' && of !== null)
      registerArrayFunctions(of as Readonly<Record<string, unknown>>);
  }
}

/** The name of such a function; undefined for all others. */
export const arrayFunctionName = (of: object): string | undefined => names.get(of);
