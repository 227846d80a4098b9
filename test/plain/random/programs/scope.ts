/** The names that a random program can use at a place, and the way it draws. */
/** A random integer from 0 to `max`. */
export type Draw = (max: number) => number;

export type Type = 'real' | 'int' | 'list' | 'floats' | 'box' | 'closure';

export interface Variable {
  readonly name: string;
  readonly type: Type;
  readonly writable?: boolean;
}

export interface Signature {
  readonly name: string;
  readonly params: readonly Type[];
  readonly result: 'real' | 'int' | 'list';
  /** The parameter that falls with every call of itself. */
  readonly falling?: number;
}

/** The freedom of a place. */
export interface Context {
  readonly scope: readonly Variable[];
  readonly helpers: readonly Signature[];
  /** True if assignments stand by themselves and no functions are made, as in code that records. */
  readonly numeric: boolean;
  /** The number of loops of this function around. */
  readonly loops: number;
  readonly labels: readonly string[];
  /** True if `break` and `continue` may stand here. */
  readonly jumps: boolean;
  /** True if `return` of a real may stand here. */
  readonly returns: boolean;
  /** True if nothing but conditions is in between: declarations by `var` may stand here. */
  readonly vars: boolean;
  /** The function itself, where it may be called. */
  readonly itself: Signature | null;
  /** A parameter that is a real. */
  readonly parameter?: string;
}

export class Drawing {
  private count = 0;

  constructor(readonly draw: Draw) {}

  /** True once in `n`. */
  chance(n: number): boolean {
    return this.draw(n - 1) === 0;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.draw(choices.length - 1)];
  }

  fresh(prefix: string): string {
    return `${prefix}${this.count++}`;
  }

  many<T>(least: number, most: number, make: (k: number) => T): T[] {
    return Array.from({ length: least + this.draw(most - least) }, (_, k) => make(k));
  }
}

export const visible = (context: Context, ...types: readonly Type[]): readonly Variable[] =>
  context.scope.filter(
    ({ name, type }, k) =>
      types.includes(type) && !context.scope.slice(k + 1).some((inner) => inner.name === name),
  );

export const within = (context: Context, ...more: readonly Variable[]): Context => ({
  ...context,
  scope: [...context.scope, ...more],
});

/** Without the variables of some names, which code is about to shadow. */
export const without = (context: Context, names: readonly string[]): Context => ({
  ...context,
  scope: context.scope.filter(({ name }) => !names.includes(name)),
});
