/**
 * Copies of functions with type feedback of their own.
 *
 * JavaScript engines collect type feedback per function text. Closures made from one text share it:
 * if all primitives came from one text, none of their values and partials could be inlined, which
 * costs a factor of 2 (docs/design-notes/tape.md). So hot closures are made from copies of the text. The
 * function to be copied may mention its parameters and globals only. Where making functions from
 * text is forbidden (a content security policy), or the text was instrumented and mentions more,
 * the original is used, with the same results.
 *
 * What the function calls `operator` has the name of the primitive in the copy, and so in profiles
 * and stacks. Write it as a property, whose name no minifier changes:
 * `return { operator: (x) => … }.operator`.
 */
export function specialise<A extends readonly unknown[], R>(
  make: (...args: A) => R,
  name: string,
  /** Tells this copy from others for the same primitive: equal texts may be compiled once. */
  variant: string,
  ...args: A
): R {
  try {
    const text = make.toString().replace(/\boperator\b/g, identifier(name));
    return (new Function(`return ${text} // ${variant}`)() as typeof make)(...args);
  } catch {
    return make(...args);
  }
}

/**
 * The same for a text with one parameter, of which it names fields alone, as `the.field`; nothing else in it
 * has a member of such a name. In the copy a field is a variable, as cheap as a parameter, and a flag is
 * `true` or `false` itself: engines leave out what does not apply.
 */
export function specialiseBy<P extends object, R>(
  make: (the: P) => R,
  name: string,
  variant: string,
  parts: P,
): R {
  const text = make.toString().replace(/[\w$]+\.([\w$]+)/g, (whole, key: string) => {
    const part = (parts as Readonly<Record<string, unknown>>)[key];
    return typeof part === 'boolean' ? String(part) : key in parts ? key : whole;
  });
  const copy = Object.assign(() => make(parts), {
    toString: () => `(${Object.keys(parts).join()}) => (${text})()`,
  }) as (...all: unknown[]) => R;
  return specialise(copy, name, variant, ...(Object.values(parts) as unknown[]));
}

/** A name as a property can have it without quotation marks. */
const identifier = (name: string): string => name.replace(/^(?=\d)|[^\w$]/g, '_');
