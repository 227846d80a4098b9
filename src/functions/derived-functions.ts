/** Functions that derivative operators gave, with what they are derivatives of: specialised code takes them as such. */
type AnyFunction = (...args: never[]) => unknown;

interface Derived {
  readonly by: AnyFunction;
  readonly f: AnyFunction;
  readonly options: object;
}

const all = new WeakMap<object, Derived>();

/** The same function, which an operator made of `f`. */
export function derivedBy<G extends AnyFunction>(
  by: AnyFunction,
  f: unknown,
  options: object,
  made: G,
): G {
  if (typeof f === 'function') all.set(made, { by, f: f as AnyFunction, options });
  return made;
}

export const derivativeOf = (of: object): Derived | undefined => all.get(of);
