/** The unknowns of a run: takes a start apart, makes trees from vectors, and keeps bounds. */
import { noReals } from '../../derivatives/arguments/errors.js';
import { TreeElements } from '../../derivatives/tree-elements.js';
import { boxOf, project, type Box, type Limits } from './bounds.js';
import { namesOf, numbersOf } from './reals.js';

/** A tree of unknowns. @throws DeltaTapeError if it holds other things, and no real. */
export function unknownsOf(start: unknown): TreeElements {
  const elements = new TreeElements(start, 'the start');
  if (elements.isBarren) throw noReals('the start', start, 'Give the unknowns as floats.');
  return elements;
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
    this.box = bounds === undefined ? null : boxOf(solver, this.elements, bounds);
    if (this.box !== null) project(this.start, this.box);
  }

  get size(): number {
    return this.start.length;
  }

  get names(): readonly string[] {
    return namesOf(this.elements);
  }

  tree(x: Float64Array): unknown {
    return this.elements.rebuild(x.slice());
  }

  /** The numbers of a tree in the shape of the start. */
  read(tree: unknown, what: string): Float64Array {
    return numbersOf(this.elements.read(tree, what), this.solver);
  }
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
