/** Properties of objects of the program, along their prototypes. */

/** The object that has a property, in a chain of prototypes. */
export function ownerOf(of: object, key: PropertyKey): object | null {
  for (let at: object | null = of; at !== null; at = Object.getPrototypeOf(at) as object | null)
    if (Object.hasOwn(at, key)) return at;
  return null;
}

/** The getter of a property, or its setter. */
export function getterOf(of: object, key: string): object | undefined {
  const owner = ownerOf(of, key);
  const found = (owner && Object.getOwnPropertyDescriptor(owner, key)) as
    Readonly<Record<'get' | 'set', object | undefined>> | null | undefined;
  return found?.get ?? found?.set;
}

/** The keys of an object, if all are texts and visible. */
export function visibleKeys(of: object): readonly string[] | null {
  const keys = Reflect.ownKeys(of);
  const areVisible = keys.every(
    (key) => typeof key === 'string' && Object.getOwnPropertyDescriptor(of, key)!.enumerable,
  );
  return areVisible ? (keys as string[]) : null;
}

/** True if no prototype of a chain is that of a native class, whose instances hold more than fields. */
export function isOrdinary(proto: object | null): boolean {
  if (proto === null || proto === Object.prototype) return true;
  const type = Object.getOwnPropertyDescriptor(proto, 'constructor')?.value as unknown;
  const isNative =
    typeof type === 'function' && Function.prototype.toString.call(type).includes('[native code]');
  return !isNative && isOrdinary(Object.getPrototypeOf(proto) as object | null);
}
