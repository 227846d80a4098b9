/**
 * Copies of functions with type feedback of their own.
 *
 * JavaScript engines collect type feedback per function text. Closures made from one text share it:
 * if all primitives came from one text, none of their values and partials could be inlined, which
 * costs a factor of 2 (docs/design-notes/tape.md). So hot closures are made from copies of the text. The
 * function to be copied may mention its parameters and globals only. Where making functions from
 * text is forbidden (a content security policy), or the text was instrumented and mentions more,
 * the original is used, with the same results.
 */
export function specialise<A extends readonly unknown[], R>(
  original: (...args: A) => R,
  label: string,
  ...args: A
): R {
  try {
    // The label keeps the texts distinct, since equal texts may be compiled once.
    const text = `return ${original.toString()} // ${label.replace(/[^\w$]/g, '')}`;
    return (new Function(text)() as typeof original)(...args);
  } catch {
    return original(...args);
  }
}
