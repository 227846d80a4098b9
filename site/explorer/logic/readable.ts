/** Translated code as people read it: the runtime has the short names that it has in modules with imports. */

/** Lines stay where they are. */
export const readable = (code: string): string =>
  code.replaceAll(/\(0, _runtime\.(\w+)\)/g, '$$$1').replaceAll(/\b_runtime\.(\w+)/g, '$$$1');
