/** The cost model of Fig. 11, the nesting of array operations, and the bound of Theorem 5.4. */
import { evaluate, type Environment, type Value } from './meaning-of-terms.js';
import type { Program, Term, TermOf } from './language.js';
import { isAddition, isMultiplication } from './scalar-operations.js';
import { partsOf } from './traversal.js';

/** MOVES, ADDS, MULTS and NLOPS (§5.2). */
export type Cost = readonly [moves: number, adds: number, mults: number, nlops: number];

const plus = (...costs: readonly Cost[]): Cost =>
  [0, 1, 2, 3].map((k) => costs.reduce((sum, cost) => sum + cost[k], 0)) as unknown as Cost;
const times = (n: number, cost: Cost): Cost => cost.map((one) => n * one) as unknown as Cost;
const moves = (n: number): Cost => [n, 0, 0, 0];

/** Cost(+) = (3, 1, 0, 0), Cost(*) = (3, 0, 1, 0), Cost(sin) = (2, 0, 0, 1). */
const ofOperation = ({ name, args }: TermOf<'op'>): Cost => [
  args.length + 1,
  isAddition(name) ? 1 : 0,
  isMultiplication(name) ? 1 : 0,
  isAddition(name) || isMultiplication(name) ? 0 : 1,
];

function costIn(term: Term, environment: Environment | null): Cost {
  const of = (part: Term) => costIn(part, environment);
  const valueOf = (part: Term) => evaluate(part, environment);
  switch (term.tag) {
    case 'const':
    case 'var':
    case 'fun':
      return moves(1);
    case 'op':
      return plus(ofOperation(term), ...term.args.map(of));
    case 'tuple':
      return plus(...term.items.map(of));
    case 'proj':
      return plus(moves(1), of(term.of));
    case 'let': {
      const bound = valueOf(term.bound);
      const values = term.names.length === 1 ? [bound] : (bound as readonly Value[]);
      const inner = { names: term.names, values, around: environment };
      return plus(moves(1), of(term.bound), costIn(term.body, inner));
    }
    case 'if':
      return plus(
        moves(1),
        of(term.test),
        of(valueOf(term.test) === true ? term.then : term.otherwise),
      );
    case 'apply':
      return plus(moves(1), of(term.f), ...term.args.map(of));
    case 'iterate':
      return plus(iterated(term, environment), ...term.args.map(of));
    case 'move':
      return plus(moves((valueOf(term.args[0]) as readonly Value[]).length), ...term.args.map(of));
  }
}

/** n * (Cost(e₁) + (2, 0, 0, 0)), and 3 moves for scans. The cost of e₁ is that at the first elements. */
function iterated({ name, f, args }: TermOf<'iterate'>, environment: Environment | null): Cost {
  const values = args.map((arg) => evaluate(arg, environment));
  const isFold = !['map', 'map2', 'build'].includes(name);
  const n =
    name === 'build' ? (values[0] as number) : (values[isFold ? 1 : 0] as readonly Value[]).length;
  if (n === 0) return moves(0);
  const first = (value: Value) => (value as readonly Value[])[0];
  const given = name === 'build' ? [0] : isFold ? [values[0], first(values[1])] : values.map(first);
  const inner = { names: f.params, values: given, around: environment };
  return times(n, plus(costIn(f.body, inner), moves(name.startsWith('scan') ? 3 : 2)));
}

const environmentOf = ({ context }: Program, inputs: readonly Value[]): Environment => ({
  names: context.map(([name]) => name),
  values: inputs,
  around: null,
});

/** The value of a program for some inputs. @example run(read('(x) => x * x'), [3]) // 9 */
export const run = (program: Program, inputs: readonly Value[]): Value =>
  evaluate(program.term, environmentOf(program, inputs));

/**
 * The cost of a program for some inputs: MOVES, ADDS, MULTS, NLOPS.
 *
 * @example costOf(read('(x) => x * x'), [3]) // [5, 0, 1, 0]
 */
export const costOf = (program: Program, inputs: readonly Value[]): Cost =>
  costIn(program.term, environmentOf(program, inputs));

/**
 * NAO(e): how deep functions of array operators nest.
 *
 * @example nesting(read('(A) => reduce((x, y) => x + y, 0, A)').term) // 1
 */
export const nesting = (term: Term): number =>
  Math.max(
    0,
    ...partsOf(term).map(
      ({ binds, of }) => nesting(of) + (term.tag === 'iterate' && binds.length > 0 ? 1 : 0),
    ),
  );
