/** An operator with a function, and the gradients of that function. */
import { multiple, sum, tupled, zeroOf } from './ground.js';
import {
  iterate,
  product,
  tuple,
  tupleOf,
  variable,
  type Term,
  type TermOf,
  type Type,
} from './language.js';
import type { Gradients } from './transpose.js';
import { occurrences } from './traversal.js';
import { extended, paramTypes, typeOf, type Context } from './typing.js';

/** (a, b → (a, b)) on two arrays. */
export const pairs = (a: Term, b: Term): Term =>
  iterate('map2', ['a', 'b'], tuple(variable('a'), variable('b')), a, b);

export class Iteration {
  readonly params: readonly string[];
  /** The types of the parameters, and of the result of the function. */
  readonly types: readonly Type[];
  readonly result: Type;
  /** The variables of Γ in the function, and their type: that of a tuple, or of the only one. */
  readonly free: readonly string[];
  readonly typeOfFree: Type;
  private readonly inner: Context;

  constructor(
    readonly term: TermOf<'iterate'>,
    readonly context: Context,
    gamma: readonly string[],
    readonly by: Gradients,
  ) {
    const { params, body } = term.f;
    this.params = params;
    this.types = paramTypes(term, context);
    this.inner = extended(context, params, this.types);
    this.result = typeOf(body, this.inner);
    const here = occurrences(body);
    this.free = gamma.filter((one) => here.has(one) && !params.includes(one));
    const types = this.free.map((one) => context.get(one)!);
    this.typeOfFree = types.length === 1 ? types[0] : tupleOf(...types);
  }

  /** True if the function takes and gives reals. */
  get isReal(): boolean {
    return [...this.types, this.result].every(({ tag }) => tag === 'real');
  }

  fresh(stem: string): string {
    return this.by.names.fresh(stem);
  }

  /** ∇_{x}(e) of a function that gives reals. */
  gradient(...by: readonly string[]): Term {
    return this.by.gradient(this.term.f.body, this.inner, by);
  }

  /** The cotangent of some variables for that of the result, which is a variable. */
  pulled(by: readonly string[], c: string): Term {
    const here = extended(this.inner, [c], [this.result]);
    return this.by.pulled(this.term.f.body, here, by, variable(c));
  }

  /** ∇_{x}(e) of a function that gives any type: a Jacobian. */
  jacobian(by: readonly string[]): Term {
    const c = this.fresh('c');
    const { result, term } = this;
    const f = { params: [c], body: this.pulled(by, c) };
    return { tag: 'jacobian', by: tupled(by.map(variable)), of: term.f.body, type: result, f };
  }

  /**
   * The cotangents of some variables at all elements, as (∇_{x} e) *̂ b (A.5). `xs` is what the parameters
   * go through.
   */
  through(by: readonly string[], xs: readonly Term[], z: Term): Term {
    const { params } = this;
    const [p, c] = [this.fresh('p'), this.fresh('c')];
    const each = product('*̂', this.result, this.jacobian(by), variable(c));
    if (xs.length === 1) return iterate('map2', [params[0], c], each, xs[0], z);
    return iterate('map2', [p, c], open(params, p, each), pairs(xs[0], xs[1]), z);
  }

  /** reduce +̂ 0̂ G, for changes G of the free variables. */
  summed(all: Term): Term {
    const { typeOfFree } = this;
    const zero = zeroOf(typeOfFree, tupled(this.free.map(variable)));
    const [p, q] = ['p', 'q'].map(variable);
    return iterate('reduce', ['p', 'q'], sum(typeOfFree, p, q), zero, all);
  }

  /** Σ ∇_Γ e * z over all elements: reduce +̂ 0̂ (map2 *̂ (map2 (∇_Γ e) …) Z). */
  ofFree(over: readonly Term[], z: Term): Term | null {
    const { free, typeOfFree, term, params } = this;
    if (free.length === 0) return null;
    if (this.result.tag !== 'real') return this.summed(this.through(free, over, z));
    const isUnary = term.name === 'map' || term.name === 'build';
    const name = isUnary ? term.name : 'map2';
    const gradients = iterate(name, params, this.gradient(...free), ...over);
    const [g, b] = ['g', 'b'].map(variable);
    return this.summed(iterate('map2', ['g', 'b'], multiple(typeOfFree, g, b), gradients, z));
  }
}

/** let x, y = p in e. */
export const open = (names: readonly string[], p: string, body: Term): Term => ({
  tag: 'let',
  names,
  bound: variable(p),
  body,
});
