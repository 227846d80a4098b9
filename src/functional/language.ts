/**
 * The language of Huot and Shaikhha: Source (Fig. 2) and Target (Fig. 3) with the operators of their
 * appendices A.3 and A.5, as data. A variable that is bound inside a term is bound there alone: terms are trees, and
 * share nothing.
 */

/** T ::= R | T × … × T | A[T]ⁿ, with the functions and the outcomes of tests beside them. */
export type Type =
  | { readonly tag: 'real' }
  | { readonly tag: 'tuple'; readonly of: readonly Type[] }
  | { readonly tag: 'array'; readonly of: Type }
  | { readonly tag: 'function'; readonly from: readonly Type[]; readonly to: Type }
  | { readonly tag: 'test' };

/** (x, y. e), the function argument of an array operator; also `fun (x₁, …, xₙ) → e`. */
export interface Fun {
  readonly params: readonly string[];
  readonly body: Term;
}

/** Operators that take a function, and what they take after it. */
export type Iteration = 'map' | 'map2' | 'reduce' | 'foldl' | 'scanl' | 'scanr' | 'build';
/**
 * Operators on arrays without one. `get` takes an array and a place; the last three are transposes of
 * others.
 */
export type Movement = 'shift1L' | 'shift1R' | 'get' | 'unshift1L' | 'unshift1R' | 'put';

export type Term =
  | { readonly tag: 'var'; readonly name: string }
  | { readonly tag: 'const'; readonly value: number }
  /** `let x = e in e`, or `let x, …, z = e in e`, which takes a tuple apart. */
  | {
      readonly tag: 'let';
      readonly names: readonly string[];
      readonly bound: Term;
      readonly body: Term;
    }
  | { readonly tag: 'tuple'; readonly items: readonly Term[] }
  /** πᵢ(e), of a tuple of `count`; the first is π₁. */
  | { readonly tag: 'proj'; readonly index: number; readonly count: number; readonly of: Term }
  /** An operation on reals: a primitive, one of its partials (`∂2 pow`), or a comparison. */
  | { readonly tag: 'op'; readonly name: string; readonly args: readonly Term[] }
  | {
      readonly tag: 'iterate';
      readonly name: Iteration;
      readonly f: Fun;
      readonly args: readonly Term[];
    }
  | { readonly tag: 'move'; readonly name: Movement; readonly args: readonly Term[] }
  | { readonly tag: 'if'; readonly test: Term; readonly then: Term; readonly otherwise: Term }
  | { readonly tag: 'fun'; readonly f: Fun }
  /**
   * ∇_{x}(e) for a term e of any ground type G (A.5), an element of G ⊗ X: in the place of each real of e
   * stands its gradient with respect to x. `f` takes a cotangent of e to that of x.
   */
  | {
      readonly tag: 'jacobian';
      readonly by: Term;
      readonly of: Term;
      readonly type: Type;
      readonly f: Fun;
    }
  /** J *̂ z for a cotangent z of G, and M *̃ J for a Jacobian M, where J is of G ⊗ X (A.5). */
  | {
      readonly tag: 'product';
      readonly name: '*̂' | '*̃';
      readonly over: Type;
      readonly args: readonly Term[];
    }
  | { readonly tag: 'apply'; readonly f: Term; readonly args: readonly Term[] };

export type TermOf<Tag extends Term['tag']> = Extract<Term, { readonly tag: Tag }>;

// ── Constructors ──

export const real: Type = { tag: 'real' };
export const test: Type = { tag: 'test' };
export const arrayOf = (of: Type): Type => ({ tag: 'array', of });
export const tupleOf = (...of: readonly Type[]): Type => ({ tag: 'tuple', of });

export const variable = (name: string): Term => ({ tag: 'var', name });
export const constant = (value: number): Term => ({ tag: 'const', value });
export const op = (name: string, ...args: readonly Term[]): Term => ({ tag: 'op', name, args });
export const plus = (x: Term, y: Term): Term => op('add', x, y);
export const times = (x: Term, y: Term): Term => op('mul', x, y);
export const tuple = (...items: readonly Term[]): Term => ({ tag: 'tuple', items });
export const proj = (index: number, count: number, of: Term): Term => ({
  tag: 'proj',
  index,
  count,
  of,
});
export const letIn = (names: string | readonly string[], bound: Term, body: Term): Term => ({
  tag: 'let',
  names: typeof names === 'string' ? [names] : names,
  bound,
  body,
});
export const fun = (params: readonly string[], body: Term): Term => ({
  tag: 'fun',
  f: { params, body },
});
export const apply = (f: Term, ...args: readonly Term[]): Term => ({ tag: 'apply', f, args });
export const iterate = (
  name: Iteration,
  params: readonly string[],
  body: Term,
  ...args: readonly Term[]
): Term => ({ tag: 'iterate', name, f: { params, body }, args });
export const move = (name: Movement, ...args: readonly Term[]): Term => ({
  tag: 'move',
  name,
  args,
});
export const product = (
  name: TermOf<'product'>['name'],
  over: Type,
  ...args: readonly Term[]
): Term => ({ tag: 'product', name, over, args });
export const choose = (test: Term, then: Term, otherwise: Term): Term => ({
  tag: 'if',
  test,
  then,
  otherwise,
});

/** A program: Γ ⊢ e. The context holds its inputs, in order. */
export interface Program {
  readonly context: readonly (readonly [name: string, type: Type])[];
  readonly term: Term;
}
