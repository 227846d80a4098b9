/** The unknowns of a run: takes a start apart, makes trees from vectors, and keeps bounds. */
import { doesNotNest, type DeltaTapeError } from '../../core/errors.js';
import { insistOnOptions } from '../../core/options.js';
import type { Real } from '../../core/real.js';
import type { Flat } from '../../core/trees/flat.js';
import { noReals } from '../../derivatives/arguments/errors.js';
import { TreeElements } from '../../derivatives/tree-elements.js';
import { boundsCross } from '../errors.js';

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

/** A tree of unknowns. @throws DeltaTapeError if it holds other things, and no real. */
export function unknownsOf(start: unknown): TreeElements {
  const elements = new TreeElements(start, 'the start');
  if (elements.isBarren) throw noReals('the start', start, 'Give the unknowns as floats.');
  return elements;
}

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

/** Bounds of any type. */
export interface Limits {
  readonly lower?: unknown;
  readonly upper?: unknown;
}

/** The limits of a box. */
export interface Box {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export class Problem {
  readonly elements: TreeElements;
  readonly start: Float64Array;
  readonly box: Box | null;

  constructor(
    readonly solver: string,
    start: unknown,
    bounds: Limits | undefined,
  ) {
    this.elements = unknownsOf(start);
    this.start = numbersOf(this.elements.reals, solver);
    this.box = bounds === undefined ? null : this.boxOf(bounds);
    if (this.box !== null) project(this.start, this.box);
  }

  get size(): number {
    return this.start.length;
  }

  /** The places of the unknowns in the tree, such as `rate` or `layers[0].bias`. */
  get names(): readonly string[] {
    const { shape, size } = this.elements;
    const paths =
      shape.count === size ? shape.paths('') : [...this.start.keys()].map((k) => `[${k}]`);
    return paths.map((path) => path.replace(/^\./, ''));
  }

  tree(x: Float64Array): unknown {
    return this.elements.rebuild(x.slice());
  }

  /** The numbers of a tree in the shape of the start. */
  read(tree: unknown, what: string): Float64Array {
    return numbersOf(this.elements.read(tree, what), this.solver);
  }

  private boxOf(bounds: Limits): Box {
    insistOnOptions(`the option bounds of ${this.solver}`, bounds, { lower: true, upper: true });
    const { lower = -Infinity, upper = Infinity } = bounds;
    const limits = (tree: unknown, what: string) =>
      typeof tree === 'number' ? new Float64Array(this.size).fill(tree) : this.read(tree, what);
    const box = { lower: limits(lower, 'lower bound'), upper: limits(upper, 'upper bound') };
    const crossed = box.lower.findIndex((x, k) => !(x <= box.upper[k]));
    if (crossed >= 0) throw boundsCross(this.elements.shape.paths('')[crossed] ?? '');
    return box;
  }
}

/** Moves a point into a box. */
export function project(x: Float64Array, { lower, upper }: Box): void {
  for (let k = 0; k < x.length; k++) x[k] = Math.min(Math.max(x[k], lower[k]), upper[k]);
}

/** The largest entry of a gradient, of which a box leaves what does not lead out of it. */
export function gradientSize(x: Float64Array, gradient: Float64Array, box: Box | null): number {
  let size = 0;
  for (let k = 0; k < x.length; k++) {
    let g = gradient[k];
    if (box !== null) {
      if (g > 0) g = Math.min(x[k] - box.lower[k], g);
      else if (g < 0) g = Math.max(x[k] - box.upper[k], g);
    }
    // NaN stays.
    if (!(Math.abs(g) <= size)) size = Math.abs(g);
  }
  return size;
}
