/** The meaning of terms: the call-by-value semantics of Fig. 15, with `if` lazy. */
import { illTyped } from './errors.js';
import type { Fun, Term, TermOf } from './language.js';
import { valueOf } from './scalar-operations.js';

/** Reals, outcomes of tests, tuples and arrays, and functions. */
export type Value = number | boolean | readonly Value[] | Function;
type Function = (...args: readonly Value[]) => Value;

/** Variables with their values, and what is around them. */
export interface Environment {
  readonly names: readonly string[];
  readonly values: readonly Value[];
  readonly around: Environment | null;
}

function lookup(name: string, environment: Environment | null): Value {
  for (let here = environment; here !== null; here = here.around) {
    const at = here.names.lastIndexOf(name);
    if (at >= 0) return here.values[at];
  }
  throw illTyped(`the variable ${name}`, 'bound', 'free');
}

/** The value of a term. O(its cost, by Fig. 11). */
export function evaluate(term: Term, environment: Environment | null): Value {
  const of = (part: Term): Value => evaluate(part, environment);
  switch (term.tag) {
    case 'var':
      return lookup(term.name, environment);
    case 'const':
      return term.value;
    case 'let': {
      const bound = of(term.bound);
      const values = term.names.length === 1 ? [bound] : (bound as readonly Value[]);
      return evaluate(term.body, { names: term.names, values, around: environment });
    }
    case 'tuple':
      return term.items.map(of);
    case 'proj':
      return (of(term.of) as readonly Value[])[term.index];
    case 'op':
      return valueOf(term.name, term.args.map(of) as number[]);
    case 'if':
      return of(of(term.test) === true ? term.then : term.otherwise);
    case 'fun':
      return functionOf(term.f, environment);
    case 'apply':
      return (of(term.f) as Function)(...term.args.map(of));
    case 'iterate':
      return iterated(term, functionOf(term.f, environment), term.args.map(of));
    case 'move':
      return moved(term, term.args.map(of));
  }
}

const functionOf =
  ({ params, body }: Fun, around: Environment | null): Function =>
  (...values) =>
    evaluate(body, { names: params, values, around });

type List = readonly Value[];

/**
 * Arrays of one length. Where one is empty, as in the gradient of `reduce` of no elements, there is
 * nothing to do.
 */
function pairsOf(xs: List, ys: List): number {
  if (xs.length === ys.length || xs.length === 0 || ys.length === 0)
    return Math.min(xs.length, ys.length);
  throw illTyped('an argument of map2', `an array of ${xs.length}`, `one of ${ys.length}`);
}

function iterated({ name }: TermOf<'iterate'>, f: Function, args: readonly Value[]): Value {
  const [first, second] = args;
  const xs = Array.from(((name === 'map' || name === 'map2' ? first : second) as List) ?? []);
  switch (name) {
    case 'map':
      return xs.map((x) => f(x));
    case 'map2':
      return Array.from({ length: pairsOf(xs, second as List) }, (_, k) =>
        f(xs[k], (second as List)[k]),
      );
    case 'reduce':
    case 'foldl':
      return xs.reduce((state, x) => f(state, x), first);
    case 'scanl':
      return states(f, first, xs);
    case 'scanr':
      return states(f, first, xs.reverse()).reverse();
    case 'build':
      return Array.from({ length: first as number }, (_, k) => f(k));
  }
}

/** All states of a fold; one more than there are elements. */
function states(f: Function, start: Value, xs: List): Value[] {
  const all = [start];
  for (const x of xs) all.push(f(all[all.length - 1], x));
  return all;
}

function moved({ name }: TermOf<'move'>, [first, second, third]: readonly Value[]): Value {
  const xs = Array.from(first as List);
  switch (name) {
    case 'shift1L':
      return xs.slice(1);
    case 'shift1R':
      return xs.slice(0, -1);
    case 'get':
      if (!(Number(second) in xs))
        throw illTyped('the place of get', `below ${xs.length}`, String(second));
      return xs[second as number];
    case 'unshift1L':
      return xs.length === 0 ? [] : [zeroLike(xs[0]), ...(second as List)];
    case 'unshift1R':
      return xs.length === 0 ? [] : [...(second as List), zeroLike(xs[0])];
    case 'put':
      return xs.map((x, k) => (k === second ? third : zeroLike(x)));
  }
}

const zeroLike = (x: Value): Value => (typeof x === 'number' ? 0 : (x as List).map(zeroLike));
