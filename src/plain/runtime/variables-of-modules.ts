/**
 * Variables of a module that its functions assign, as compiled code has them: `const $seed = $variable(() => seed, (to) => {
 * seed = to; });`. All functions that have a variable have one of these, by which those that are linked find out that they share it.
 */
export class Variable {
  constructor(
    private readonly read: () => unknown,
    private readonly assign: (to: unknown) => void,
  ) {}

  /** The value that it holds; undefined also while its module has not declared it. */
  get value(): unknown {
    try {
      return this.read();
    } catch {
      return undefined;
    }
  }

  set value(to: unknown) {
    this.assign(to);
  }
}

export const variable = (read: () => unknown, assign: (to: unknown) => void): Variable =>
  new Variable(read, assign);
