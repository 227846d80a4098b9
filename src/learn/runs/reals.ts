/** Reals of trees as numbers, and their names. */
import { doesNotNest, type DeltaTapeError } from '../../errors/errors.js';
import type { Real } from '../../core/real.js';
import type { Flat } from '../../core/trees/flat.js';
import type { TreeElements } from '../../derivatives/tree-elements.js';

/** Those that delta-tape/solve has with derivatives. */
const solvers = ['minimize', 'leastSquares', 'findRoot'];

/** A dual number in a solver, with what to take in its place. */
export const nested = (solver: string): DeltaTapeError =>
  solvers.includes(solver)
    ? doesNotNest(
        solver,
        'For derivatives of what it finds use root, fixedPoint or argmin of delta-tape/solve.',
      )
    : doesNotNest(solver);

/** Reals as numbers of one's own. @throws DeltaTapeError if there is a dual among them. */
export function numbersOf(reals: Flat<Real>, solver: string): Float64Array {
  const numbers = new Float64Array(reals.length);
  for (let k = 0; k < numbers.length; k++) {
    const x = reals[k];
    if (typeof x !== 'number') throw nested(solver);
    numbers[k] = x;
  }
  return numbers;
}

/** The places of reals in a tree, such as `rate` or `layers[0].bias`; elements of arrays by their number. */
export function namesOf({ shape, size }: TreeElements): readonly string[] {
  const paths =
    shape.count === size ? shape.paths('') : Array.from({ length: size }, (_, k) => `[${k}]`);
  return paths.map((path) => path.replace(/^\./, ''));
}
