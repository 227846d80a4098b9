/**
 * The uncertainty of a fit: covariances, standard errors, and bands of what a model predicts. They describe the
 * linear model at the solution.
 */
import type { Real } from '../../core/real.js';
import { TreeElements } from '../../derivatives/tree-elements.js';
import { blocksOf } from '../../derivatives/units.js';
import { invalidOption } from '../../core/errors.js';
import { numbersOf, type Problem } from '../runs/problem.js';
import type { Vector } from '../runs/vectors.js';
import { decompose } from './linear.js';
import type { Matrix } from './matrix.js';
import { studentQuantile } from './student.js';
import { Residuals } from './residuals.js';

/** A component of a direction in which nothing changes counts from here on. */
const PART = 1e-7;

export class Uncertainty {
  readonly rank: number;
  readonly degreesOfFreedom: number;
  /** Row by row. */
  readonly covariance: Vector;
  /** Whether each parameter is determined by the residuals. */
  readonly determined: readonly boolean[];

  /**
   * @param weighed Jacobian of weighed residuals
   * @param cost half the sum of their squares
   * @param isAbsolute whether residuals are in units of their standard deviations
   */
  constructor(
    private readonly problem: Problem,
    weighed: Matrix,
    rows: number,
    cost: number,
    isAbsolute: boolean,
  ) {
    const n = problem.size;
    const whole = weighed.whole();
    this.covariance = new Float64Array(n * n);
    if (n === 0) {
      this.rank = 0;
      this.degreesOfFreedom = rows;
      this.determined = [];
      return;
    }
    const scales = weighed.columnNorms().map((size) => size || 1);
    const { singular, right, rank } = decompose(whole, new Float64Array(rows), scales);
    this.rank = rank;
    this.degreesOfFreedom = rows - rank;
    const freedom = this.degreesOfFreedom;
    const variance = isAbsolute ? 1 : freedom === 0 ? Infinity : (2 * cost) / freedom;
    this.determined = Array.from({ length: n }, (_, j) => {
      let known = 0;
      for (let k = 0; k < rank; k++) known += right.get(j, k) ** 2;
      return rank === n || 1 - known < PART * PART;
    });
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        let total = 0;
        for (let k = 0; k < rank; k++)
          total += (right.get(i, k) * right.get(j, k)) / singular[k] ** 2;
        const isKnown = this.determined[i] && this.determined[j];
        const missing = i === j ? Infinity : NaN;
        const value = (total / (scales[i] * scales[j])) * variance;
        this.covariance[i * n + j] = isKnown ? value : missing;
      }
  }

  get standardErrors(): Vector {
    const n = this.problem.size;
    return Float64Array.from({ length: n }, (_, j) => Math.sqrt(this.covariance[j * n + j]));
  }

  /** The tree of the unknowns with a tree in the place of each. */
  covarianceTree(): unknown {
    const { elements, size } = this.problem;
    const rows: Real[][] = Array.from({ length: size }, (_, i) => [
      ...this.covariance.subarray(i * size, (i + 1) * size),
    ]);
    const atoms = Array.from(elements.shape.flat);
    const parts = partsOf(rows, atoms, elements);
    const blocks = blocksOf(atoms, atoms, parts, false);
    return elements.shape.rebuild(blocks.map((row) => elements.shape.rebuild(row)));
  }

  /** The names of the parameters that the residuals leave open. */
  get undetermined(): string[] {
    const { shape, size } = this.problem.elements;
    const paths = shape.count === size ? shape.paths('') : this.determined.map((_, k) => `[${k}]`);
    return paths.filter((_, j) => !this.determined[j]).map((path) => path.replace(/^\./, ''));
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

/** What a band is asked for. */
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
  { covariance, degreesOfFreedom }: Uncertainty,
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
  const freedom = isAbsolute ? Infinity : degreesOfFreedom;
  const quantile = studentQuantile(level, freedom);
  const errors = values.map((_, i) => {
    let variance = 0;
    for (let j = 0; j < n; j++)
      for (let k = 0; k < n; k++) {
        const product = rows[i * n + j] * rows[i * n + k];
        if (product !== 0) variance += product * covariance[j * n + k];
      }
    return Math.sqrt(Math.max(variance, 0));
  });
  const tree = (at: (k: number) => number) => elements.rebuild(values.map((_, k) => at(k)));
  return {
    value: tree((k) => values[k]),
    standardErrors: tree((k) => errors[k]),
    lower: tree((k) => values[k] - quantile * errors[k]),
    upper: tree((k) => values[k] + quantile * errors[k]),
  };
}
