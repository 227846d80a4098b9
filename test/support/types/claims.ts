/** Claims about types, which the compiler checks. */

/** `true` if two types are the same. */
export type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles only if all claims are `true`. */
export const claim = <T extends readonly true[]>(): readonly T[] => [];
