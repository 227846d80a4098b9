/**
 * Two interpreters for random programs: in direct style on reals, and the
 * translation D{·} of Fig. 9.
 */
import * as dt from '../../src/index.js';
import type { Real } from '../../src/index.js';
import { Do, operators, pure, type M, type MReal } from '../../src/monad/index.js';
import { inputName, type Term } from './programs.js';
import { plainly, type Tools } from './remembering.js';

type Env = ReadonlyMap<string, unknown>;
type Sum = { readonly tag: 'inl' | 'inr'; readonly value: unknown };

const bound = (env: Env, name: string, value: unknown): Env => new Map(env).set(name, value);

/** A way to take the derivative of a function of one real. */
export type Way = (f: (x: Real) => Real, x: Real) => Real;

/** Every way the library has. */
export const ways: { readonly [name: string]: Way } = {
  grad: (f, x) => dt.grad(f)(x),
  derivative: (f, x) => dt.derivative(f)(x),
  vjp: (f, x) => dt.vjp(f)(x).pullback(1),
  jvp: (f, x) => dt.jvp(f)([x], [1]).tangent,
  linearize: (f, x) => dt.linearize(f)(x).pushforward(1),
};

/**
 * The program in direct style, with the ordinary operators; its derivatives
 * are taken in the given ways, and its functions of data called by the given tools.
 */
export function direct(term: Term, env: Env, by: readonly Way[], tools: Tools): unknown {
  const go = (t: Term) => direct(t, env, by, tools);
  const isRemembered = 'isData' in term && term.isData;
  const calling = (f: (x: unknown) => unknown) => (isRemembered ? tools.checkpoint(f) : f);
  const { loop, scan } = isRemembered ? tools : plainly;
  switch (term.tag) {
    case 'var':
      return env.get(term.name);
    case 'real':
      return term.value;
    case 'prim': {
      const operator = dt[term.name as 'sin'] as (...args: Real[]) => Real;
      return operator(...(term.args.map(go) as Real[]));
    }
    case 'let':
      return direct(term.body, bound(env, term.name, go(term.bound)), by, tools);
    case 'lam':
      return (x: unknown) => direct(term.body, bound(env, term.name, x), by, tools);
    case 'app':
      return calling(go(term.fun) as (x: unknown) => unknown)(go(term.arg));
    case 'pair':
      return [go(term.left), go(term.right)];
    case 'first':
      return (go(term.of) as unknown[])[0];
    case 'second':
      return (go(term.of) as unknown[])[1];
    case 'inl':
    case 'inr':
      return { tag: term.tag, value: go(term.of) };
    case 'case': {
      const { tag, value } = go(term.of) as Sum;
      return direct(
        tag === 'inl' ? term.left : term.right,
        bound(env, term.name, value),
        by,
        tools,
      );
    }
    case 'if':
      return dt.lt(go(term.less) as Real, go(term.than) as Real) ? go(term.then) : go(term.else);
    case 'array':
      return term.items.map(go);
    case 'map':
      return (go(term.of) as unknown[]).map((x) => (go(term.fun) as (x: unknown) => unknown)(x));
    case 'fold': {
      const step = go(term.fun) as (x: unknown) => unknown;
      return scan(
        go(term.of) as unknown[],
        (acc, x) => [step([acc, x]), null] as const,
        go(term.start),
      ).state;
    }
    case 'iterate': {
      const start = go(term.start);
      return loop(term.times, go(term.fun) as (x: unknown) => unknown, start);
    }
    case 'rec': {
      const call = (fuel: number): ((x: unknown) => unknown) =>
        calling((x) => {
          const inside = bound(env, term.param, x);
          if (fuel === 0) return direct(term.base, inside, by, tools);
          return direct(term.body, bound(inside, term.fun, call(fuel - 1)), by, tools);
        });
      return call(term.fuel)(go(term.arg));
    }
    case 'deriv': {
      const f = go(term.fun) as (x: Real) => Real;
      return by[term.way % by.length](f, go(term.at) as Real);
    }
  }
}

type Fun = (x: unknown) => M<unknown>;

/** D{e} of Fig. 9: every rule of the figure, and its continuation to arrays and iteration. */
export function monadic(term: Term, env: Env): M<unknown> {
  const go = (t: Term) => monadic(t, env);
  return Do(function* () {
    switch (term.tag) {
      case 'var':
        return env.get(term.name);
      case 'real':
        return term.value;
      case 'prim': {
        const operator = operators[term.name as 'max'] as (...args: MReal[]) => M<unknown>;
        const args: MReal[] = [];
        for (const arg of term.args) args.push((yield* go(arg)) as MReal);
        return yield* operator(...args);
      }
      case 'let': {
        const x = yield* go(term.bound);
        return yield* monadic(term.body, bound(env, term.name, x));
      }
      case 'lam':
        return (x: unknown) => monadic(term.body, bound(env, term.name, x));
      case 'app': {
        const f = (yield* go(term.fun)) as Fun;
        const x = yield* go(term.arg);
        return yield* f(x);
      }
      case 'pair':
        return [yield* go(term.left), yield* go(term.right)];
      case 'first':
        return ((yield* go(term.of)) as unknown[])[0];
      case 'second':
        return ((yield* go(term.of)) as unknown[])[1];
      case 'inl':
      case 'inr':
        return { tag: term.tag, value: yield* go(term.of) };
      case 'case': {
        const { tag, value } = (yield* go(term.of)) as Sum;
        return yield* monadic(tag === 'inl' ? term.left : term.right, bound(env, term.name, value));
      }
      case 'if': {
        const less = (yield* go(term.less)) as Real;
        const than = (yield* go(term.than)) as Real;
        return yield* go(dt.lt(less, than) ? term.then : term.else);
      }
      case 'array': {
        const items: unknown[] = [];
        for (const item of term.items) items.push(yield* go(item));
        return items;
      }
      case 'map': {
        const xs = (yield* go(term.of)) as unknown[];
        const f = (yield* go(term.fun)) as Fun;
        const ys: unknown[] = [];
        for (const x of xs) ys.push(yield* f(x));
        return ys;
      }
      case 'fold': {
        const f = (yield* go(term.fun)) as Fun;
        const xs = (yield* go(term.of)) as unknown[];
        let acc = yield* go(term.start);
        for (const x of xs) acc = yield* f([acc, x]);
        return acc;
      }
      case 'iterate': {
        let x = yield* go(term.start);
        const f = (yield* go(term.fun)) as Fun;
        for (let k = 0; k < term.times; k++) x = yield* f(x);
        return x;
      }
      case 'rec': {
        const call =
          (fuel: number): Fun =>
          (x) => {
            const inside = bound(env, term.param, x);
            if (fuel === 0) return monadic(term.base, inside);
            return monadic(term.body, bound(inside, term.fun, call(fuel - 1)));
          };
        return yield* call(term.fuel)(yield* go(term.arg));
      }
      case 'deriv':
        throw new Error('the monad does not nest');
    }
  });
}

const environment = (xs: readonly unknown[]): Env =>
  new Map(xs.map((x, k) => [inputName(k), x] as const));

/** The program as a function of reals. */
export const asFunction =
  (term: Term, by: readonly Way[] = Object.values(ways), tools: Tools = plainly) =>
  (xs: readonly Real[]): Real =>
    direct(term, environment(xs), by, tools) as Real;

/** The program as a function in the monad. */
export const asMonadic =
  (term: Term) =>
  (xs: readonly MReal[]): M<MReal> =>
    monadic(term, environment(xs)).bind((x) => pure(x as MReal));
