/** Functions that other threads can find: closures cannot cross to them. */

/** A function by its module and the name of its export. */
export interface Exported {
  /** Where the module is, such as `new URL('loss.js', import.meta.url)`; a path must be absolute. */
  readonly module: URL | string;
  readonly export: string;
}

export const isExported = (value: unknown): value is Exported =>
  typeof value === 'object' &&
  value !== null &&
  'module' in value &&
  typeof (value as { readonly export?: unknown }).export === 'string';
