/**
 * Private fields of classes (`#x`). Code outside a class cannot see them, so derivatives find no reals in
 * them, and copies of an object do not have them. Only the text of a class mentions them. That is enough for
 * an error that says what to do.
 */
const declaration = /(?:^|[\s;{}.])#[A-Za-z_$]|[pP]rivateField/m;

/** The name of a class of an object whose text has private fields; undefined if there is none. */
export function classWithPrivateFields(value: unknown): string | undefined {
  if (typeof value !== 'object') return undefined;
  for (let o = value; o !== null; o = Object.getPrototypeOf(o) as object | null) {
    const owner = Object.getOwnPropertyDescriptor(o, 'constructor')?.value as unknown;
    if (typeof owner === 'function' && declaration.test(Function.prototype.toString.call(owner)))
      return owner.name === '' ? 'C' : owner.name;
  }
  return undefined;
}

/** True if an object may keep reals in fields that no code outside of its class sees. */
export const hasPrivateFields = (value: unknown): boolean =>
  classWithPrivateFields(value) !== undefined;

/** True if an error is one of the language about private fields that an object does not have. */
export const isOfPrivateFields = (error: unknown): error is TypeError =>
  error instanceof TypeError &&
  /private (member|field|method|name)|an instance of class|invalid private/i.test(error.message);
