/**
 * The uncertainty of a fit: covariances, standard errors, and bands of what a model predicts. They describe the
 * linear model at the solution.
 */
import type { Real } from '../../core/real.js';
import { TreeElements } from '../../derivatives/tree-elements.js';
import { blocksOf } from '../../derivatives/units.js';
import { invalidOption } from '../../errors/errors.js';
import type { Problem } from '../runs/problem.js';
import { numbersOf } from '../runs/reals.js';
import { Matrix } from '../../vendor/matrix.js';
import { norm, type Vector } from '../runs/vectors.js';
import { LinearProblem, type Decomposed } from './linear-problem.js';
import type { Matrix as Jacobian } from './weighed-jacobian.js';
import { marginOf } from './student.js';
import { Residuals } from './residuals.js';

/** From this size on, a component of a direction counts in which nothing changes. */
const PART = 1e-7;

export class Uncertainty {
  readonly rank: number;
  readonly degreesOfFreedom: number;
  private readonly decomposed: Decomposed;
  /** The lengths of the columns of the Jacobian. */
  private readonly scales: Vector;
  /** The standard deviation of the residuals. */
  private readonly deviation: number;
  /** Each unknown by itself, as a direction; null if the residuals leave it open. */
  private readonly units: readonly (Vector | null)[];

  /**
   * @param weighed Jacobian of weighed residuals
   * @param known the standard deviation of these, or half the sum of their squares, from which it is estimated
   */
  constructor(
    private readonly problem: Problem,
    weighed: Jacobian,
    rows: number,
    known: { readonly deviation: number } | { readonly cost: number },
  ) {
    this.scales = weighed.columnNorms().map((size) => size || 1);
    this.decomposed =
      problem.size === 0
        ? { singular: [], right: new Matrix(0, 0), along: [], rank: 0 }
        : new LinearProblem(weighed.dense(), new Float64Array(rows), this.scales).decomposed;
    this.rank = this.decomposed.rank;
    this.degreesOfFreedom = rows - this.rank;
    const freedom = this.degreesOfFreedom;
    this.deviation =
      'deviation' in known
        ? known.deviation
        : freedom === 0
          ? Infinity
          : Math.sqrt((2 * known.cost) / freedom);
    this.units = Array.from(this.scales, (_, j) => this.known((i) => (i === j ? 1 : 0)));
  }

  /** A direction in the space of the unknowns along the right singular vectors that count; null if it leads out of these. */
  private known(direction: (unknown: number) => number): Vector | null {
    const { right, rank } = this.decomposed;
    const scaled = Float64Array.from(this.scales, (scale, j) => direction(j) / scale);
    const size = norm(scaled);
    const parts = new Float64Array(rank);
    if (size === 0) return parts;
    let square = 0;
    for (let k = 0; k < rank; k++) {
      let part = 0;
      for (let j = 0; j < scaled.length; j++) part += (scaled[j] / size) * right.get(j, k);
      parts[k] = part * size;
      square += part * part;
    }
    return rank === scaled.length || 1 - square < PART * PART ? parts : null;
  }

  private errorAlong(parts: Vector | null): number {
    if (parts === null) return Infinity;
    const { singular } = this.decomposed;
    const length = norm(parts.map((part, k) => part / singular[k]));
    return length === 0 ? 0 : length * this.deviation;
  }

  /** The standard error of a linear function of the unknowns, by its slopes. */
  errorOf = (slope: (unknown: number) => number): number => this.errorAlong(this.known(slope));

  get standardErrors(): Vector {
    return this.scales.map((_, j) => this.errorAlong(this.units[j]));
  }

  /** The inner product of two unknowns in the inverse of J′J, with the columns of J scaled to length 1. */
  private product(i: number, j: number): number {
    const { singular, right, rank } = this.decomposed;
    let total = 0;
    for (let k = 0; k < rank; k++)
      total += (right.get(i, k) / singular[k]) * (right.get(j, k) / singular[k]);
    return total;
  }

  private covariance(i: number, j: number): number {
    const { units, deviation, scales } = this;
    const isKnown = units[i] !== null && units[j] !== null && deviation < Infinity;
    if (!isKnown) return i === j ? Infinity : NaN;
    return ((this.product(i, j) * deviation) / scales[i] / scales[j]) * deviation;
  }

  /** They do not depend on the deviation, so they are known where residuals are 0 or too few, too. */
  correlation(i: number, j: number): number {
    if (this.units[i] === null || this.units[j] === null) return NaN;
    if (i === j) return 1;
    const sizes = Math.sqrt(this.product(i, i)) * Math.sqrt(this.product(j, j));
    return Math.min(1, Math.max(-1, this.product(i, j) / sizes));
  }

  get covarianceTree(): unknown {
    return this.treeOf((i, j) => this.covariance(i, j));
  }

  get correlationTree(): unknown {
    return this.treeOf((i, j) => this.correlation(i, j));
  }

  /** The tree of the unknowns with a tree in the place of each. */
  private treeOf(entry: (i: number, j: number) => number): unknown {
    const { elements, size } = this.problem;
    const rows: Real[][] = Array.from({ length: size }, (_, i) =>
      Array.from({ length: size }, (__, j) => entry(i, j)),
    );
    const atoms = Array.from(elements.shape.flat);
    const parts = partsOf(rows, atoms, elements);
    const blocks = blocksOf(atoms, atoms, parts, false);
    return elements.shape.rebuild(blocks.map((row) => elements.shape.rebuild(row)));
  }

  /** The names of the parameters that the residuals leave open. */
  get undetermined(): string[] {
    return this.problem.names.filter((_, j) => this.units[j] === null);
  }
}

/** Rows of numbers as rows of the parts of a tree: reals and arrays. */
function partsOf(
  rows: readonly Real[][],
  atoms: readonly Real[],
  elements: TreeElements,
): readonly (readonly Real[])[] {
  if (atoms.length === elements.size) return rows;
  return rows.map((row) => Array.from(new TreeElements(elements.rebuild(row), 'a row').shape.flat));
}

/** The options of a band. */
export interface BandOptions {
  /** The probability that a band holds the mean of the model, at each place. Default 0.95. */
  readonly level?: number;
}

/** A model's prediction at the solution, with what it may be off by: trees in the shape of the prediction. */
export interface Band<Y> {
  readonly value: Y;
  readonly standardErrors: Y;
  readonly lower: Y;
  readonly upper: Y;
}

/** The band of a model by the covariances of its parameters, with Student's t for the degrees of freedom. */
export function bandOf(
  unsure: Uncertainty,
  problem: Problem,
  solution: Vector,
  model: (...args: never[]) => unknown,
  args: readonly unknown[],
  isAbsolute: boolean,
  { level = 0.95 }: BandOptions,
): Band<unknown> {
  if (!(level > 0 && level < 1)) throw invalidOption('level', 'between 0 and 1', level);
  const residuals = new Residuals(model, args, problem);
  const elements = residuals.tree(solution);
  const values = numbersOf(elements.reals, 'band');
  const n = problem.size;
  const rows = residuals.jacobian(solution, values.length);
  const freedom = isAbsolute ? Infinity : unsure.degreesOfFreedom;
  const errors = values.map((_, i) => unsure.errorOf((j) => rows[i * n + j]));
  const margins = errors.map((error) => marginOf(error, level, freedom));
  const tree = (at: (k: number) => number) => elements.rebuild(values.map((_, k) => at(k)));
  return {
    value: tree((k) => values[k]),
    standardErrors: tree((k) => errors[k]),
    lower: tree((k) => values[k] - margins[k]),
    upper: tree((k) => values[k] + margins[k]),
  };
}
