/** Random λ-terms of type ℝ in x and y, with functions that take and give functions, each with the same as a function of reals. */
import fc from 'fast-check';
import { add, atan2, mul, sigmoid, sin, tanh, type Real } from '../../../src/index.js';
import {
  application,
  call,
  lambda,
  numeral,
  pair,
  plus,
  substitution,
  unpairing,
  variable,
  type Lambda,
} from '../../../src/functional/index.js';

export type Type = 'R' | { readonly from: Type; readonly to: Type } | readonly [Type, Type];
type Scope = readonly (readonly [name: string, type: Type])[];
type Env = ReadonlyMap<string, unknown>;
type Draw = (max: number) => number;

const unary = { sin, tanh, sigmoid };
const binary = { mul, atan2 };
const same = (a: Type, b: Type) => JSON.stringify(a) === JSON.stringify(b);
const isPair = (type: Type): type is readonly [Type, Type] => Array.isArray(type);

class Terms {
  private count = 0;

  constructor(private readonly draw: Draw) {}

  private pick = <T>(from: readonly T[]): T => from[this.draw(from.length - 1)];

  private type(depth: number): Type {
    const kind = depth === 0 ? 0 : this.draw(3);
    if (kind < 2) return 'R';
    const parts = [this.type(depth - 1), this.type(depth - 1)] as const;
    return kind === 2 ? parts : { from: parts[0], to: parts[1] };
  }

  /** Sometimes a name that is in scope. */
  private name = (scope: Scope): string =>
    this.draw(3) === 0 ? this.pick(scope)[0] : `v${this.count++}`;

  private bound = (scope: Scope, name: string, type: Type): Scope => [
    ...scope.filter(([other]) => other !== name),
    [name, type],
  ];

  of(type: Type, scope: Scope, depth: number): Lambda {
    const known = scope.filter(([, other]) => same(type, other));
    if (known.length > 0 && (depth <= 0 || this.draw(3) === 0))
      return variable(this.pick(known)[0]);
    const choice = this.draw(5);
    if (depth > 0 && choice < 4) {
      const other = this.type(2);
      const name = this.name(scope);
      if (choice === 0)
        return application(
          this.of({ from: other, to: type }, scope, depth - 1),
          this.of(other, scope, depth - 1),
        );
      if (choice === 1)
        return substitution(
          this.of(type, this.bound(scope, name, other), depth - 1),
          name,
          this.of(other, scope, depth - 1),
        );
      if (choice === 2) {
        const [x, y] = [`p${this.count++}`, `p${this.count++}`];
        const inside = this.bound(this.bound(scope, x, 'R'), y, other);
        const both = this.of(['R', other], scope, depth - 1);
        return unpairing(this.of(type, inside, depth - 1), [x, y], both);
      }
    }
    if (isPair(type))
      return pair(this.of(type[0], scope, depth - 1), this.of(type[1], scope, depth - 1));
    if (type !== 'R') {
      const name = this.name(scope);
      return lambda(name, this.of(type.to, this.bound(scope, name, type.from), depth - 1));
    }
    return this.real(scope, depth);
  }

  private real(scope: Scope, depth: number): Lambda {
    if (depth <= 0) return numeral(this.pick([0, 1, -0.5, 2]));
    const part = () => this.of('R', scope, depth - 1);
    const kind = this.draw(2);
    if (kind === 0) return plus(part(), part());
    return kind === 1
      ? call(this.pick(Object.values(unary)).primitive, part())
      : call(this.pick(Object.values(binary)).primitive, part(), part());
  }
}

export const randomTerms = fc.gen().map((g) => {
  const terms = new Terms((max) => g(fc.nat, { max }));
  return terms.of(
    'R',
    [
      ['x', 'R'],
      ['y', 'R'],
    ],
    4,
  );
});

const operators = { ...unary, ...binary } as unknown as Record<string, (...xs: Real[]) => Real>;

/** The term as a program of TypeScript. */
export function run(t: Lambda, env: Env): unknown {
  const go = (part: Lambda) => run(part, env);
  switch (t.tag) {
    case 'variable':
      return env.get(t.name);
    case 'numeral':
      return t.value;
    case 'lambda':
      return (x: unknown) => run(t.body, new Map(env).set(t.name, x));
    case 'application':
      return (go(t.left) as (x: unknown) => unknown)(go(t.right));
    case 'pair':
      return [go(t.left), go(t.right)];
    case 'substitution':
      return run(t.body, new Map(env).set(t.name, go(t.of)));
    case 'unpairing': {
      const [x, y] = go(t.of) as unknown[];
      return run(t.body, new Map(env).set(t.names[0], x).set(t.names[1], y));
    }
    case 'sum':
      return add(go(t.left) as Real, go(t.right) as Real);
    case 'call':
      return operators[t.symbol.name](...(t.args.map(go) as Real[]));
  }
}
