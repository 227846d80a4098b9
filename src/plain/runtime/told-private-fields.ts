/** Private fields of the classes of the program, which tell them when they are made (general/settled-fields.ts). */
import type { Settle } from '../../core/left-behind.js';

/** Private fields, which only code of a class can read: by the class, and by the prototype of its instances. */
const privateFields = new WeakMap<object, (of: object, settle: Settle) => void>();
let hasPrivateFields = false;

export function registerPrivateFields(
  owner: { readonly prototype: object },
  fields: (of: object, settle: Settle) => void,
): void {
  hasPrivateFields = true;
  privateFields.set(owner, fields);
  privateFields.set(owner.prototype, fields);
}

/** The values of the private fields of an object. */
export function privateParts(x: object): unknown[] {
  const found: unknown[] = [];
  eachPrivateField(x, (value) => (found.push(value), value));
  return found;
}

/** The private fields that a class gives its instances, in their order; null unless an object has so many. */
export function privateValues(owner: object, of: object, count: number): unknown[] | null {
  const found: unknown[] = [];
  privateFields.get(owner)?.(of, (value) => (found.push(value), value));
  return found.length === count ? found : null;
}

/** Writes one of them. */
export function writePrivate(owner: object, of: object, k: number, to: unknown): void {
  let next = 0;
  privateFields.get(owner)!(of, (value) => (next++ === k ? (to as typeof value) : value));
}

export function eachPrivateField(x: object, settle: Settle): void {
  if (!hasPrivateFields) return;
  for (let owner: object | null = x; owner; owner = Object.getPrototypeOf(owner) as object | null)
    privateFields.get(owner)?.(x, settle);
}
