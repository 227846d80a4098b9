/** The meaning of terms: the call-by-value semantics of Fig. 15, with `if` lazy. */
import { illTyped } from './errors.js';
import { appliedTo, composed, jacobianOf } from './jacobians.js';
import type { Fun, Term, TermOf } from './language.js';
import { valueOf } from './scalar-operations.js';
import { lessThanNone, zeroLike, type Function, type Value } from './ground-values.js';

/** Told of each term that has been evaluated, with the values of its arguments. */
type Meter = (term: Term, args: readonly Value[]) => void;

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
export function evaluate(term: Term, environment: Environment | null, meter?: Meter): Value {
  const of = (part: Term): Value => evaluate(part, environment, meter);
  const inside = ({ params, body }: Fun): Function => {
    return (...values) => evaluate(body, { names: params, values, around: environment }, meter);
  };
  const args = argsOf(term).map(of);
  meter?.(term, args);
  switch (term.tag) {
    case 'var':
      return lookup(term.name, environment);
    case 'const':
      return term.value;
    case 'let':
      return inside({ params: term.names, body: term.body })(
        ...(term.names.length === 1 ? args : (args[0] as List)),
      );
    case 'tuple':
      return args;
    case 'proj':
      return (args[0] as List)[term.index];
    case 'op':
      return valueOf(term.name, args as number[]);
    case 'if':
      return of(args[0] === true ? term.then : term.otherwise);
    case 'fun':
      return inside(term.f);
    case 'apply':
      return (args[0] as Function)(...args.slice(1));
    case 'iterate':
      return iterated(term, inside(term.f), args);
    case 'move':
      return moved(term, args);
    case 'jacobian':
      return jacobianOf(args[0], inside(term.f));
    case 'product':
      return term.name === '*̂'
        ? appliedTo(args[0], args[1])
        : composed(args[0], args[1], term.over);
  }
}

/** The parts of a term that are evaluated before it. */
function argsOf(term: Term): readonly Term[] {
  switch (term.tag) {
    case 'let':
      return [term.bound];
    case 'tuple':
      return term.items;
    case 'proj':
    case 'jacobian':
      return [term.of];
    case 'if':
      return [term.test];
    case 'apply':
      return [term.f, ...term.args];
    default:
      return 'args' in term ? term.args : [];
  }
}

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
  if (args.some((arg) => arg === lessThanNone))
    return name.startsWith('scan') ? [] : name === 'map' || name === 'map2' ? lessThanNone : first;
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
      return xs.length === 0 ? lessThanNone : xs.slice(1);
    case 'shift1R':
      return xs.length === 0 ? lessThanNone : xs.slice(0, -1);
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
