/**
 * Classes that specialised code makes: real classes without a body, whose prototypes have the methods, so that properties are
 * looked up as those of the program's classes are.
 */
import type { ClassValue, Closure, Obj, Scope } from './abstract.js';

interface MadeClass {
  readonly value: ClassValue;
  /** The static fields. */
  readonly own: Obj;
}

const classes = new WeakMap<object, MadeClass>();
const methods = new WeakMap<object, Closure>();
/** The scopes that classes and their prototypes capture. */
const scopes = new WeakMap<object, Scope>();

export function notesClass(type: object, made: MadeClass): void {
  classes.set(type, made);
  scopes.set(type, made.value.scope);
  scopes.set((type as { readonly prototype: object }).prototype, made.value.scope);
}

/** A function that stands for a method. */
export function methodToken(of: Closure): object {
  const token = (): void => {};
  const { name, length } = of.f;
  Object.defineProperties(token, { name: { value: name }, length: { value: length } });
  methods.set(token, of);
  return token;
}

/** The static fields of a class that is made inside; undefined of others. */
export const staticsOf = (of: object): Obj | undefined => classes.get(of)?.own;
/** The static fields of a class that is made inside, or of one that it extends, where a key is; null if there is none. */
export function staticsWith(of: object, key: string): Obj | null {
  for (let at: object | null = of; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const own = classes.get(at)?.own;
    if (own?.slots.has(key) === true) return own;
  }
  return null;
}
export const madeCallee = (of: object): Closure | ClassValue | undefined =>
  methods.get(of) ?? classes.get(of)?.value;

/** True if a class, or one that it extends, captures names that were made at or after a mark. */
export function isMadeYounger(of: object | null, mark: number): boolean {
  for (let at = of; at !== null; at = Object.getPrototypeOf(at) as object | null)
    if (scopes.get(at)?.isYounger(mark) === true) return true;
  return false;
}
