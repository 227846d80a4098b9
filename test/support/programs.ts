/**
 * Random well-typed programs of the language of study (Krawiec et al., Fig. 1): lambda, let, pairs,
 * sums, arrays, conditionals on reals, bounded iteration, recursion with fuel, and derivatives of
 * functions R → R. Programs are closed up to the inputs x0, x1, … of type R.
 */
import fc from 'fast-check';

export type Type =
  | { readonly tag: 'R' }
  | { readonly tag: 'Pair'; readonly left: Type; readonly right: Type }
  | { readonly tag: 'Sum'; readonly left: Type; readonly right: Type }
  | { readonly tag: 'Array'; readonly item: Type }
  | { readonly tag: 'Fun'; readonly from: Type; readonly to: Type };

export type Term =
  | { readonly tag: 'var'; readonly name: string }
  | { readonly tag: 'real'; readonly value: number }
  | { readonly tag: 'prim'; readonly name: string; readonly args: readonly Term[] }
  | { readonly tag: 'let'; readonly name: string; readonly bound: Term; readonly body: Term }
  | { readonly tag: 'lam'; readonly name: string; readonly body: Term }
  | { readonly tag: 'app'; readonly fun: Term; readonly arg: Term; readonly isData: boolean }
  | { readonly tag: 'pair'; readonly left: Term; readonly right: Term }
  | { readonly tag: 'first' | 'second'; readonly of: Term }
  | { readonly tag: 'inl' | 'inr'; readonly of: Term }
  | {
      readonly tag: 'case';
      readonly of: Term;
      readonly name: string;
      readonly left: Term;
      readonly right: Term;
    }
  | {
      readonly tag: 'if';
      readonly less: Term;
      readonly than: Term;
      readonly then: Term;
      readonly else: Term;
    }
  | { readonly tag: 'array'; readonly items: readonly Term[] }
  | { readonly tag: 'map'; readonly fun: Term; readonly of: Term }
  | {
      readonly tag: 'fold';
      readonly fun: Term;
      readonly start: Term;
      readonly of: Term;
      readonly isData: boolean;
    }
  | {
      readonly tag: 'iterate';
      readonly times: number;
      readonly fun: Term;
      readonly start: Term;
      /** True if no functions are among the arguments and results of the steps. */
      readonly isData: boolean;
    }
  | {
      /**
       * `letrec fun(param) = body in fun(arg)`; when the fuel is used up, `base` instead of `body`.
       */
      readonly tag: 'rec';
      readonly fun: string;
      readonly param: string;
      readonly fuel: number;
      readonly body: Term;
      readonly base: Term;
      readonly arg: Term;
      readonly isData: boolean;
    }
  /** The derivative of a function R → R at a point; `way` says by which of several operators. */
  | { readonly tag: 'deriv'; readonly way: number; readonly fun: Term; readonly at: Term };

const R: Type = { tag: 'R' };

/** Primitives that are smooth everywhere and do not blow up. */
const unary = ['sin', 'cos', 'tanh', 'atan', 'sigmoid', 'softplus', 'neg', 'asinh'];
const binary = ['add', 'sub', 'mul', 'atan2', 'hypot', 'max'];

/** A random integer from 0 to `max`. */
type Draw = (max: number) => number;
interface Scope {
  readonly name: string;
  readonly type: Type;
}

/** True if there are no functions in the values of some types. */
const isData = (...types: readonly Type[]): boolean =>
  types.every((type) => !JSON.stringify(type).includes('Fun'));

const same = (a: Type, b: Type): boolean => JSON.stringify(a) === JSON.stringify(b);

class Generator {
  private names = 0;

  /** @param derivatives how deep derivatives may be nested */
  constructor(
    private readonly draw: Draw,
    private derivatives: number,
  ) {}

  private pick = <T>(choices: readonly T[]): T => choices[this.draw(choices.length - 1)];

  /** A name that sometimes shadows one in scope. */
  private name(scope: readonly Scope[]): string {
    const shadows = scope.length > 0 && this.draw(3) === 0;
    return shadows ? this.pick(scope).name : `v${this.names++}`;
  }

  type(depth: number): Type {
    const tag = depth <= 0 ? 'R' : this.pick(['R', 'R', 'Pair', 'Sum', 'Array', 'Fun'] as const);
    switch (tag) {
      case 'R':
        return R;
      case 'Array':
        return { tag, item: this.type(depth - 1) };
      case 'Fun':
        return { tag, from: this.type(depth - 1), to: this.type(depth - 1) };
      default:
        return { tag, left: this.type(depth - 1), right: this.type(depth - 1) };
    }
  }

  term(type: Type, scope: readonly Scope[], size: number): Term {
    const visible = scope.filter(
      (s, k) => same(s.type, type) && !scope.slice(k + 1).some(({ name }) => name === s.name),
    );
    const canUse = visible.length > 0;
    if (size <= 0) {
      return canUse ? { tag: 'var', name: this.pick(visible).name } : this.smallest(type, scope);
    }
    const forms = [
      'intro',
      'intro',
      'let',
      'app',
      'if',
      'case',
      'project',
      'iterate',
      'rec',
    ] as const;
    if (type.tag === 'R' && this.derivatives > 0 && this.draw(3) === 0) {
      return this.derivative(scope, size);
    }
    const form = this.pick(
      canUse ? ([...forms, 'var', 'fold'] as const) : ([...forms, 'fold'] as const),
    );
    const half = Math.floor(size / 2);
    switch (form) {
      case 'var':
        return { tag: 'var', name: this.pick(visible).name };
      case 'intro':
        return this.introduce(type, scope, size - 1);
      case 'let': {
        const boundType = this.type(2);
        const bound = this.term(boundType, scope, half);
        const name = this.name(scope);
        return {
          tag: 'let',
          name,
          bound,
          body: this.term(type, [...scope, { name, type: boundType }], half),
        };
      }
      case 'app': {
        const from = this.type(1);
        return {
          tag: 'app',
          fun: this.term({ tag: 'Fun', from, to: type }, scope, half),
          arg: this.term(from, scope, half),
          isData: isData(from, type),
        };
      }
      case 'if':
        return {
          tag: 'if',
          less: this.term(R, scope, half - 1),
          than: this.term(R, scope, half - 1),
          then: this.term(type, scope, half),
          else: this.term(type, scope, half),
        };
      case 'case': {
        const sum: Type = { tag: 'Sum', left: this.type(1), right: this.type(1) };
        const name = this.name(scope);
        return {
          tag: 'case',
          of: this.term(sum, scope, half),
          name,
          left: this.term(type, [...scope, { name, type: sum.left }], half),
          right: this.term(type, [...scope, { name, type: sum.right }], half),
        };
      }
      case 'project': {
        const other = this.type(1);
        const tag = this.pick(['first', 'second'] as const);
        const pair: Type =
          tag === 'first'
            ? { tag: 'Pair', left: type, right: other }
            : { tag: 'Pair', left: other, right: type };
        return { tag, of: this.term(pair, scope, size - 1) };
      }
      case 'iterate':
        return {
          tag: 'iterate',
          times: this.draw(3),
          fun: this.term({ tag: 'Fun', from: type, to: type }, scope, half),
          start: this.term(type, scope, half),
          isData: isData(type),
        };
      case 'rec': {
        const from = this.type(1);
        const [fun, param] = [`f${this.names++}`, this.name(scope)];
        const own = { name: fun, type: { tag: 'Fun', from, to: type } as const };
        const inside = [...scope, { name: param, type: from }];
        return {
          tag: 'rec',
          fun,
          param,
          fuel: this.draw(3),
          body: this.term(type, [...inside, own], half),
          base: this.term(type, inside, half - 1),
          arg: this.term(from, scope, half - 1),
          isData: isData(from, type),
        };
      }
      case 'fold': {
        const item = this.type(1);
        const step: Type = { tag: 'Fun', from: { tag: 'Pair', left: type, right: item }, to: type };
        return {
          tag: 'fold',
          fun: this.term(step, scope, half),
          start: this.term(type, scope, half),
          of: this.term({ tag: 'Array', item }, scope, half),
          isData: isData(type, item),
        };
      }
    }
  }

  private derivative(scope: readonly Scope[], size: number): Term {
    const half = Math.floor(size / 2);
    this.derivatives--;
    const fun = this.term({ tag: 'Fun', from: R, to: R }, scope, half);
    this.derivatives++;
    return { tag: 'deriv', way: this.draw(4), fun, at: this.term(R, scope, half) };
  }

  private introduce(type: Type, scope: readonly Scope[], size: number): Term {
    const half = Math.floor(size / 2);
    switch (type.tag) {
      case 'R': {
        if (this.draw(1) === 0) {
          return { tag: 'prim', name: this.pick(unary), args: [this.term(R, scope, size)] };
        }
        const args = [this.term(R, scope, half), this.term(R, scope, half)];
        return { tag: 'prim', name: this.pick(binary), args };
      }
      case 'Pair':
        return {
          tag: 'pair',
          left: this.term(type.left, scope, half),
          right: this.term(type.right, scope, half),
        };
      case 'Sum':
        return this.draw(1) === 0
          ? { tag: 'inl', of: this.term(type.left, scope, size) }
          : { tag: 'inr', of: this.term(type.right, scope, size) };
      case 'Array': {
        if (this.draw(2) === 0) {
          const item = this.type(1);
          return {
            tag: 'map',
            fun: this.term({ tag: 'Fun', from: item, to: type.item }, scope, half),
            of: this.term({ tag: 'Array', item }, scope, half),
          };
        }
        const length = this.draw(3);
        const items = Array.from({ length }, () =>
          this.term(type.item, scope, Math.floor(size / (length + 1))),
        );
        return { tag: 'array', items };
      }
      case 'Fun': {
        const name = this.name(scope);
        return {
          tag: 'lam',
          name,
          body: this.term(type.to, [...scope, { name, type: type.from }], size),
        };
      }
    }
  }

  /** A smallest closed term. */
  private smallest(type: Type, scope: readonly Scope[]): Term {
    switch (type.tag) {
      case 'R':
        return { tag: 'real', value: (this.draw(16) - 8) / 4 };
      case 'Array':
        return { tag: 'array', items: [] };
      default:
        return this.introduce(type, scope, 0);
    }
  }
}

export const inputName = (k: number): string => `x${k}`;

/**
 * A program of type Rᵃ → R with derivatives inside, up to so many in each other,
 * and a point to run it at.
 */
export const programs = (
  inputs = 3,
  size = 24,
  derivatives = 0,
): fc.Arbitrary<{ term: Term; point: number[] }> =>
  fc.gen().map((g) => {
    const draw: Draw = (max) => g(fc.nat, { max });
    const scope = Array.from({ length: inputs }, (_, k) => ({ name: inputName(k), type: R }));
    const term = new Generator(draw, derivatives).term(R, scope, size);
    const point = scope.map(() => (draw(400) - 200) / 100);
    return { term, point };
  });
