/**
 * The texts of functions. Code that was translated says the text that was written, since programs make code
 * of the texts of functions, or send them to threads. The library itself needs what runs.
 */
type AnyFunction = (...args: never[]) => unknown;

/** Under this name the method that a program sees has the one that it stands for. */
const native = Symbol.for('delta-tape.native-text');

// eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with a function
const seen = Function.prototype.toString as ((this: unknown) => string) & {
  [native]?: (this: unknown) => string;
};
const ofPlatform = seen[native] ?? seen;

/** The text of a function as it runs. */
export const nativeText = (f: AnyFunction): string => Reflect.apply(ofPlatform, f, []) as string;

/**
 * From now on programs see the text that `original` gives, where it gives one, of a function and its own
 * text.
 */
export function showTexts(original: (text: string) => string | undefined): void {
  const before = Object.getOwnPropertyDescriptor(Function.prototype, 'toString')!;
  if (before.configurable !== true) return;
  const { value: shown } = before as { value: (this: unknown) => string };
  // As a method it has no more members than the one of the platform.
  const holder = {
    toString(this: unknown): string {
      if (this === holder.toString) return Reflect.apply(shown, shown, []) as string;
      const text = Reflect.apply(shown, this, []) as string;
      return original(text) ?? text;
    },
  };
  const value: unknown = Reflect.get(holder, 'toString');
  Object.defineProperty(value, native, { value: ofPlatform });
  Object.defineProperty(Function.prototype, 'toString', { ...before, value });
}
