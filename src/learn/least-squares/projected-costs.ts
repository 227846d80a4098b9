/**
 * Variable projection (Golub and Pereyra, 1973) for residuals that are linear in some unknowns: for each choice of the
 * others, these are solved for, so that a search has the others alone. The Jacobian is Kaufman's (1975): that of the
 * residuals by the others, less what the linear unknowns make up for. Its gradient is exact.
 */
import { notLinear } from '../errors.js';
import { along, dot, isFinite, minus, norm, shrunk, type Vector } from '../runs/vectors.js';
import type { Costs } from './costs.js';
import { LinearProblem, solve, stepFor } from './linear-problem.js';
import { DenseMatrix, type Matrix } from './weighed-jacobian.js';

/** All unknowns with the best linear ones, and the residuals there. */
interface Solved {
  readonly x: Vector;
  readonly full: Vector;
  readonly residuals: Vector;
}

/** So far, as a part of what linear unknowns change, residuals may be from those of a linear function. */
const STRAIGHT = 1e-6;

export class ProjectedCosts implements Costs {
  private last: Solved | null = null;
  /** Linear unknowns follow at once, so that a first step across a pole would not be felt. */
  readonly firstRadius = 1;

  /** @param isLinear of each unknown */
  constructor(
    private readonly costs: Costs,
    private readonly start: Vector,
    private readonly isLinear: readonly boolean[],
  ) {}

  get unit(): number {
    return this.costs.unit;
  }

  /** The unknowns that a search has, or the others. */
  reduced = (full: Vector): Vector => full.filter((_, j) => !this.isLinear[j]);

  full(x: Vector): Vector {
    return this.solved(x).full;
  }

  cost(x: Vector): number {
    const { residuals } = this.solved(x);
    return 0.5 * dot(residuals, residuals);
  }

  residuals(x: Vector): Vector {
    return this.solved(x).residuals;
  }

  linear(x: Vector): { readonly residuals: Vector; readonly jacobian: Matrix } {
    const { full, residuals } = this.solved(x);
    const { linear, problem, scales, others } = this.problemAt(full);
    const columns = others.map((column) => {
      const slope = shrunk(linear.pulled(column), scales);
      const parts = shrunk(solve(problem.decomposed, slope, 0), scales);
      return along(column, 1, linear.times(parts));
    });
    return { residuals: residuals.slice(), jacobian: matrixOf(columns, residuals.length) };
  }

  private problemAt(full: Vector) {
    const { residuals, jacobian } = this.costs.linear(full);
    const entries = jacobian.dense();
    const columns = Array.from(full, (_, j) =>
      residuals.map((__, i) => entries[i * full.length + j]),
    );
    const linear = matrixOf(
      columns.filter((_, j) => this.isLinear[j]),
      residuals.length,
    );
    const others = columns.filter((_, j) => !this.isLinear[j]);
    const scales = linear.columnNorms().map((size) => size || 1);
    const problem = new LinearProblem(linear.dense(), residuals, scales);
    return { residuals, linear, others, scales, problem };
  }

  private solved(x: Vector): Solved {
    if (this.last?.x === x) return this.last;
    let next = 0;
    // From zeros, so that what is found depends on x alone.
    const before = this.start.map((_, j) => (this.isLinear[j] ? 0 : x[next++]));
    const from = this.costs.residuals(before)!;
    if (!isFinite(from)) return { x, full: before, residuals: from };
    const { linear, scales, problem } = this.problemAt(before);
    const scaled = stepFor(problem.decomposed, 0);
    const step = shrunk(scaled, scales);
    let at = 0;
    const full = before.map((c, j) => (this.isLinear[j] ? step[at++] : c));
    const residuals = this.costs.residuals(full)!;
    const promised = along(from, 1, linear.times(step));
    const size = norm(from) + norm(scaled);
    if (norm(minus(residuals, promised)) > STRAIGHT * size) throw notLinear();
    return (this.last = { x, full, residuals });
  }
}

function matrixOf(columns: readonly Vector[], rows: number): DenseMatrix {
  const entries = new Float64Array(rows * columns.length);
  columns.forEach((column, j) => column.forEach((r, i) => (entries[i * columns.length + j] = r)));
  return new DenseMatrix(rows, columns.length, entries);
}
