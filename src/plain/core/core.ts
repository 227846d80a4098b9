/**
 * The core language: the few forms that JavaScript's syntax is made of before a function is specialised.
 * Statements are expressions: each form has a value. The meaning of a form is that of the JavaScript it
 * comes from, in the order in which the form's parts are listed. Names that begin with `%` are made by
 * desugaring, and unique in a function.
 */
export type Core =
  /** A primitive. */
  | { readonly tag: 'known'; readonly value: Primitive }
  /** A name; `this`, `super`, `new.target`, `arguments` and private names (`#x`) are names, too. */
  | { readonly tag: 'var'; readonly name: string }
  /** Gives a name of the innermost scope its first value. */
  | { readonly tag: 'let'; readonly name: string; readonly value: Core }
  | { readonly tag: 'assign'; readonly name: string; readonly value: Core }
  /** A property; getters get `self`, which is the object itself if it is left out. */
  | { readonly tag: 'get'; readonly of: Core; readonly key: Core; readonly self?: Core }
  | { readonly tag: 'put'; readonly of: Core; readonly key: Core; readonly value: Core }
  | { readonly tag: 'call'; readonly f: Core; readonly self?: Core; readonly args: readonly Arg[] }
  /** Calls a property on what has it. */
  | { readonly tag: 'invoke'; readonly on: Core; readonly key: Core; readonly args: readonly Arg[] }
  | { readonly tag: 'new'; readonly f: Core; readonly args: readonly Arg[] }
  /** Calls the parent's constructor, and gives the new object to `this`. */
  | { readonly tag: 'super'; readonly args: readonly Arg[] }
  | { readonly tag: 'closure'; readonly f: Fn }
  | { readonly tag: 'class'; readonly made: Class }
  | { readonly tag: 'array'; readonly items: readonly (Arg | Hole)[] }
  | { readonly tag: 'object'; readonly entries: readonly Entry[] }
  /** Operators (operators.ts). */
  | { readonly tag: 'op'; readonly op: string; readonly args: readonly Core[] }
  | { readonly tag: 'if'; readonly test: Core; readonly then: Core; readonly otherwise: Core }
  | { readonly tag: 'and' | 'or' | 'nullish'; readonly left: Core; readonly right: Core }
  | Block
  | Loop
  | Each
  | Try
  | Exit
  /** Syntax that is not covered: whoever reaches it gives up. */
  | { readonly tag: 'refused'; readonly why: string; readonly line: number };

export type Primitive = undefined | null | boolean | number | string | bigint;

/** Forms in order; the value is that of the last. */
interface Block {
  readonly tag: 'block';
  /** The names of a scope of its own, which have no value before their `let`; null if it has no scope. */
  readonly scope: readonly string[] | null;
  /** `break` with this label ends the block. */
  readonly label?: string;
  readonly body: readonly Core[];
  /** The line of each form, where forms are statements. */
  readonly lines?: readonly number[];
}

/** `for (; test; update) body`; `break` and `continue` have its label. */
export interface Loop {
  readonly tag: 'loop';
  readonly label: string;
  readonly test: Core;
  readonly body: Core;
  readonly update: Core | null;
}

/** Goes through an iterable by the protocol, with each value in a name of a scope for the step. */
export interface Each {
  readonly tag: 'each';
  readonly label: string;
  readonly of: Core;
  readonly name: string;
  readonly body: Core;
}

export interface Try {
  readonly tag: 'try';
  readonly body: Core;
  /** The name of what is thrown, in a scope of the handler. */
  readonly caught: string;
  readonly handler: Core | null;
  readonly finalizer: Core | null;
}

interface Exit {
  readonly tag: 'exit';
  readonly how: 'return' | 'throw' | 'break' | 'continue';
  /** Of a block or a loop. */
  readonly label?: string;
  readonly value?: Core;
}

interface Spread {
  readonly tag: 'spread';
  readonly of: Core;
}
export interface Hole {
  readonly tag: 'hole';
}
export type Arg = Core | Spread;

export type Entry =
  | { readonly kind: 'value' | 'get' | 'set'; readonly key: Core; readonly value: Core }
  | { readonly kind: 'spread'; readonly of: Core };

export interface Fn {
  readonly name: string;
  readonly kind: 'function' | 'arrow' | 'method';
  /** Plain names, of which none is there twice: patterns and defaults are in the body. */
  readonly params: readonly string[];
  readonly rest: string | null;
  /** The number of parameters before the first default: the value of `length`. */
  readonly length: number;
  /** Names of `var` and of functions, which begin with undefined. */
  readonly vars: readonly string[];
  readonly body: Core;
  readonly isStrict: boolean;
  readonly hasArguments: boolean;
  readonly line: number;
  /** Where its text begins, by which it is found; −1 if it has none of its own. */
  readonly at: number;
}

export interface Class {
  readonly name: string;
  readonly parent: Core | null;
  readonly make: Fn | null;
  /** In the order of the text. */
  readonly members: readonly Member[];
  /** Private names of its body, as `#x`. */
  readonly privates: readonly string[];
  readonly line: number;
  readonly at: number;
}

/**
 * Fields, and blocks that begin a class, are functions without parameters: their `this` is the instance, or
 * the class.
 */
export interface Member {
  readonly kind: 'method' | 'get' | 'set' | 'field' | 'block';
  readonly isStatic: boolean;
  readonly key: Core;
  readonly f: Fn;
}

export const known = (value: Primitive): Core => ({ tag: 'known', value });
export const NOTHING = known(undefined);
export const variable = (name: string): Core => ({ tag: 'var', name });
export const operation = (op: string, ...args: Core[]): Core => ({ tag: 'op', op, args });
export const declared = (name: string, value: Core): Core => ({ tag: 'let', name, value });

export const branch = (test: Core, then: Core, otherwise: Core = NOTHING): Core => ({
  tag: 'if',
  test,
  then,
  otherwise,
});

/** Forms in order, without a scope. */
export const sequence = (body: readonly Core[]): Core =>
  body.length === 1 ? body[0] : { tag: 'block', scope: null, body };

/** Forms in order in a scope of their own, for names that desugaring made. */
export const scoped = (body: readonly Core[]): Core => ({ tag: 'block', scope: [], body });
