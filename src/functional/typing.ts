/** The type systems of Figs. 2 and 3: Γ ⊢ e : T. */
import { illTyped } from './errors.js';
import { columnOf, tensor } from './jacobians.js';
import { arrayOf, real, test, tupleOf, type Term, type TermOf, type Type } from './language.js';
import { isComparison } from './scalar-operations.js';

/** Γ: the types of variables. */
export type Context = ReadonlyMap<string, Type>;

export const extended = (
  context: Context,
  names: readonly string[],
  types: readonly Type[],
): Context => new Map([...context, ...names.map((name, k): [string, Type] => [name, types[k]])]);

/** A type as the paper writes it. */
export function typeText(type: Type): string {
  switch (type.tag) {
    case 'real':
      return 'R';
    case 'test':
      return 'B';
    case 'tuple':
      return `(${type.of.map(typeText).join(' × ')})`;
    case 'array':
      return `A[${typeText(type.of)}]`;
    case 'function':
      return `(${type.from.map(typeText).join(' × ')} → ${typeText(type.to)})`;
  }
}

const isLike = (one: Type, other: Type): boolean => typeText(one) === typeText(other);

function insist(place: string, expected: Type, found: Type): Type {
  if (!isLike(expected, found)) throw illTyped(place, typeText(expected), typeText(found));
  return found;
}

/** @throws DeltaTapeError if the type of a program is another than R. */
export const insistOnReal = (type: Type): Type => insist('the result of the program', real, type);

function elementOf(place: string, type: Type): Type {
  if (type.tag !== 'array') throw illTyped(place, 'an array', typeText(type));
  return type.of;
}

/** The type of a term. @throws DeltaTapeError if it has none. */
export function typeOf(term: Term, context: Context): Type {
  const of = (part: Term) => typeOf(part, context);
  switch (term.tag) {
    case 'var': {
      const found = context.get(term.name);
      if (found === undefined) throw illTyped(`the variable ${term.name}`, 'bound', 'free');
      return found;
    }
    case 'const':
      return real;
    case 'let':
      return typeOf(term.body, extended(context, term.names, boundTypes(term, of(term.bound))));
    case 'tuple':
      return tupleOf(...term.items.map(of));
    case 'proj': {
      const found = of(term.of);
      if (found.tag !== 'tuple' || found.of.length !== term.count)
        throw illTyped(
          `what π${term.index + 1} is of`,
          `a tuple of ${term.count}`,
          typeText(found),
        );
      return found.of[term.index];
    }
    case 'op':
      term.args.forEach((arg) => insist(`an argument of ${term.name}`, real, of(arg)));
      return isComparison(term.name) ? test : real;
    case 'if':
      insist('what an if asks', test, of(term.test));
      return insist('the other branch of an if', of(term.then), of(term.otherwise));
    case 'iterate':
      return iterated(term, context);
    case 'move':
      return moved(term, of);
    case 'apply': {
      if (term.f.tag !== 'fun') {
        const found = of(term.f);
        if (found.tag !== 'function')
          throw illTyped('what is called', 'a function', typeText(found));
        return found.to;
      }
      const { params, body } = term.f.f;
      return typeOf(body, extended(context, params, term.args.map(of)));
    }
    case 'jacobian': {
      const from = of(term.by);
      insist('what a Jacobian is of', term.type, of(term.of));
      return tensor(term.type, from);
    }
    case 'product': {
      const [j, z] = term.args.map(of);
      const x = columnOf(term.name === '*̂' ? j : z, term.over);
      insist('a Jacobian', tensor(term.over, x), term.name === '*̂' ? j : z);
      if (term.name === '*̃') return tensor(term.over, x);
      insist('a cotangent', term.over, z);
      return x;
    }
    case 'fun':
      throw illTyped(
        'a function by itself',
        'called',
        'a value, and only its calls tell its types',
      );
  }
}

/** The types of the variables of a let. */
export const boundTypes = ({ names }: TermOf<'let'>, bound: Type): readonly Type[] => {
  if (names.length === 1) return [bound];
  if (bound.tag !== 'tuple' || bound.of.length !== names.length)
    throw illTyped('what a let takes apart', `a tuple of ${names.length}`, typeText(bound));
  return bound.of;
};

/** The types of what the function of an iteration takes: reals, elements, states, places. */
export function paramTypes({ name, args }: TermOf<'iterate'>, context: Context): readonly Type[] {
  const types = args.map((arg) => typeOf(arg, context));
  const elements = (from: number) =>
    types.slice(from).map((type) => elementOf(`an argument of ${name}`, type));
  if (name === 'build') return [insist('the size of build', real, types[0])];
  return name === 'map' || name === 'map2' ? elements(0) : [types[0], ...elements(1)];
}

function iterated(term: TermOf<'iterate'>, context: Context): Type {
  const { name, f, args } = term;
  const result = typeOf(f.body, extended(context, f.params, paramTypes(term, context)));
  if (name === 'map' || name === 'map2' || name === 'build') return arrayOf(result);
  insist(`the function of ${name}`, typeOf(args[0], context), result);
  return name === 'scanl' || name === 'scanr' ? arrayOf(result) : result;
}

function moved({ name, args }: TermOf<'move'>, of: (term: Term) => Type): Type {
  const array = of(args[0]);
  const element = elementOf(`the argument of ${name}`, array);
  if (name === 'put') {
    insist('the place of put', real, of(args[1]));
    insist('what is put', element, of(args[2]));
  }
  if (name === 'get') insist('the place of get', real, of(args[1]));
  if (name === 'unshift1L' || name === 'unshift1R')
    insist(`what ${name} shifts`, array, of(args[1]));
  return name === 'get' ? element : array;
}
