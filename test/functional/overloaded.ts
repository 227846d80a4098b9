/** Programs of the functional language in operators of the library: what their gradients are compared with. */
import * as library from 'delta-tape';
import type { Real } from 'delta-tape';
import type { Fun, Program, Term } from '../../src/functional/language.js';

type Value = Real | boolean | readonly Value[];
type Scope = ReadonlyMap<string, Value>;
type List = readonly Value[];

function meaning(term: Term, scope: Scope): Value {
  const of = (part: Term) => meaning(part, scope);
  const call =
    ({ params, body }: Fun) =>
    (...values: readonly Value[]) =>
      meaning(
        body,
        new Map([...scope, ...params.map((name, k): [string, Value] => [name, values[k]])]),
      );
  switch (term.tag) {
    case 'var':
      return scope.get(term.name)!;
    case 'const':
      return term.value;
    case 'let':
      return call({ params: term.names, body: term.body })(
        ...(term.names.length === 1 ? [of(term.bound)] : (of(term.bound) as List)),
      );
    case 'tuple':
      return term.items.map(of);
    case 'proj':
      return (of(term.of) as List)[term.index];
    case 'op':
      return (library as unknown as Record<string, (...xs: Value[]) => Value>)[term.name](
        ...term.args.map(of),
      );
    case 'if':
      return of(of(term.test) === true ? term.then : term.otherwise);
    case 'iterate': {
      const f = call(term.f);
      const args = term.args.map(of);
      const [one, two] = args as [List, List];
      if (term.name === 'map') return one.map((x) => f(x));
      if (term.name === 'map2') return one.map((x, k) => f(x, two[k]));
      if (term.name === 'build') return Array.from({ length: args[0] as number }, (_, k) => f(k));
      const xs = term.name === 'scanr' ? [...two].reverse() : two;
      const states: Value[] = [args[0]];
      for (const x of xs) states.push(f(states.at(-1)!, x));
      if (term.name === 'scanr') states.reverse();
      return term.name.startsWith('scan') ? states : states.at(-1)!;
    }
    case 'move': {
      const [xs, k] = term.args.map(of) as [List, number];
      if (term.name === 'get') return xs[k];
      return term.name === 'shift1L' ? xs.slice(1) : xs.slice(0, -1);
    }
    default:
      throw new Error(`a program has no ${term.tag}`);
  }
}

export const overloaded =
  ({ context, term }: Program) =>
  (inputs: readonly Value[]): Real =>
    meaning(term, new Map(context.map(([name], k) => [name, inputs[k]]))) as Real;
