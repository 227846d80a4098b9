/**
 * `import 'delta-tape/methods'` makes every operator of the table a method of Dual: `mul(x, y)` is
 * `x.mul(y)`. It is a separate import, because a bundle with it contains every row. Special functions stay
 * functions only, so that it does not bring their values along.
 */
import * as comparisons from './comparisons.js';
import { Dual, type Real, primalOf } from './real.js';
import * as table from './primitives/table.js';

type Operators = typeof table & typeof comparisons;

/** The operator with its first argument bound to the dual itself. */
type Method<F> = F extends {
  (x: number, ...rest: never[]): number;
  (x: Real, ...rest: infer Rest): Real;
}
  ? (...rest: Rest) => Dual
  : F extends (x: Real, ...rest: infer Rest) => boolean
    ? (...rest: Rest) => boolean
    : F extends { (...xs: readonly number[]): number; (...xs: readonly Real[]): Real }
      ? (...rest: readonly Real[]) => Dual
      : never;

type OnLists = 'sum' | 'logSumExp';
type Methods = { [K in Exclude<keyof Operators, OnLists>]: Method<Operators[K]> };

declare module './real.js' {
  interface Dual extends Methods {
    primal(): number;
  }
}

const onLists: readonly string[] = ['sum', 'logSumExp'] satisfies OnLists[];

for (const [name, operator] of Object.entries({ ...table, ...comparisons })) {
  if (onLists.includes(name)) continue;
  const call = operator as (...args: unknown[]) => unknown;
  Object.defineProperty(Dual.prototype, name, {
    value(this: Dual, ...rest: unknown[]) {
      // A method that the program has put at all numbers means the same on a dual.
      const ofNumbers: unknown = Reflect.get(Number.prototype, name);
      return typeof ofNumbers === 'function'
        ? (Reflect.apply(ofNumbers, this, rest) as unknown)
        : call(this, ...rest);
    },
  });
}
Object.defineProperty(Dual.prototype, 'primal', {
  value(this: Dual) {
    return primalOf(this);
  },
});
