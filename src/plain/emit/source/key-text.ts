/** Fields of objects and places of tuples as text. */

const plain = /^[A-Za-z_$][\w$]*$/;

/** A key as it stands before a colon. */
export const keyText = (key: string): string => (plain.test(key) ? key : JSON.stringify(key));

/** The part of something by its key. */
export const partText = (of: string, key: string, isTuple: boolean): string =>
  isTuple ? `${of}[${key}]` : plain.test(key) ? `${of}.${key}` : `${of}[${JSON.stringify(key)}]`;

/** An object or a tuple of expressions. */
export function treeText(
  parts: readonly (readonly [key: string, text: string])[],
  isTuple: boolean,
): string {
  if (isTuple) return `[${parts.map(([, text]) => text).join(', ')}]`;
  const fields = parts.map(([key, text]) => (text === key ? key : `${keyText(key)}: ${text}`));
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** The type of an object or of a tuple. */
export function treeType(
  parts: readonly (readonly [key: string, type: string])[],
  isTuple: boolean,
  isReadonly = false,
): string {
  if (isTuple) return `[${parts.map(([, type]) => type).join(', ')}]`;
  const fields = parts.map(
    ([key, type]) => `${isReadonly ? 'readonly ' : ''}${keyText(key)}: ${type}`,
  );
  return fields.length === 0 ? 'object' : `{ ${fields.join('; ')} }`;
}
