/**
 * The cost model of Fig. 11, as counts of what runs, and the nesting of array operations. The bound of
 * Theorem 5.4 is about these.
 */
import { realsIn } from './jacobians.js';
import { evaluate, type Environment } from './meaning-of-terms.js';
import type { Program, Term, TermOf } from './language.js';
import { isAddition, isMultiplication } from './scalar-operations.js';
import { partsOf } from './traversal.js';
import type { Value } from './ground-values.js';

/** MOVES, ADDS, MULTS and NLOPS (§5.2). */
export type Cost = readonly [moves: number, adds: number, mults: number, nlops: number];

const moves = (n: number): Cost => [n, 0, 0, 0];

/** Cost(+) = (3, 1, 0, 0), Cost(*) = (3, 0, 1, 0), Cost(sin) = (2, 0, 0, 1). */
const ofOperation = ({ name, args }: TermOf<'op'>): Cost => [
  args.length + 1,
  isAddition(name) ? 1 : 0,
  isMultiplication(name) ? 1 : 0,
  isAddition(name) || isMultiplication(name) ? 0 : 1,
];

/** The cost of a term beside that of its parts, which are counted when they run. */
function ownCost(term: Term, args: readonly Value[]): Cost {
  switch (term.tag) {
    case 'op':
      return ofOperation(term);
    case 'tuple':
      return moves(0);
    case 'iterate':
      // n * (2, 0, 0, 0), and 3 moves for scans; the function is counted at each element.
      return moves(lengthIn(term, args) * (term.name.startsWith('scan') ? 3 : 2));
    case 'move':
      return moves((args[0] as readonly Value[]).length);
    case 'jacobian':
      return moves(realsIn(args[0]));
    case 'product': {
      const [one, other] = args.map(realsIn);
      // The other Jacobian is square, and each of its rows goes through this one.
      const n = term.name === '*̂' ? one : Math.sqrt(one) * other;
      return [3 * n, n, n, 0];
    }
    default:
      return moves(1);
  }
}

function lengthIn({ name }: TermOf<'iterate'>, args: readonly Value[]): number {
  if (name === 'build') return args[0] as number;
  return (args[name === 'map' || name === 'map2' ? 0 : 1] as readonly Value[]).length;
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
 * The cost of a program for some inputs: MOVES, ADDS, MULTS, NLOPS, counted while it runs.
 *
 * @example costOf(read('(x) => x * x'), [3]) // [5, 0, 1, 0]
 */
export function costOf(program: Program, inputs: readonly Value[]): Cost {
  const total = [0, 0, 0, 0];
  evaluate(program.term, environmentOf(program, inputs), (term, args) => {
    ownCost(term, args).forEach((one, k) => (total[k] += one));
  });
  return total as unknown as Cost;
}

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
