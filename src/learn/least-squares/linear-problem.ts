/**
 * The linear least-squares problem of one step, by the Jacobian with its columns scaled. A triangle gives the whole step;
 * its singular values give shorter ones, and are computed when these are asked for. O(rows · columns²).
 */
import { SingularValueDecomposition, type Matrix } from '../../vendor/matrix.js';
import type { Vector } from '../runs/vectors.js';
import { triangleOf } from './triangle.js';

export interface Decomposed {
  /** Singular values, from the largest. */
  readonly singular: readonly number[];
  /** Right singular vectors: column k belongs to value k. */
  readonly right: Matrix;
  /** The residuals along the left singular vectors. */
  readonly along: readonly number[];
  /** As many singular values as count. */
  readonly rank: number;
}

/** The diagonal of a triangle may shrink to this part of its largest entry for its rows to be solved one by one. */
const SAFE = 1e-8;

export class LinearProblem {
  private triangle: Matrix | null = null;
  private parts: Decomposed | null = null;

  /** @param jacobian row by row */
  constructor(
    private readonly jacobian: Vector,
    private readonly residuals: Vector,
    private readonly scales: Vector,
  ) {}

  /** R of the scaled Jacobian Q R, with Q′ times the residuals as its last column. */
  private get reduced(): Matrix {
    const { jacobian, residuals, scales } = this;
    const columns = scales.length;
    return (this.triangle ??= triangleOf(residuals.length, columns + 1, (j, first, to) => {
      if (j === columns) to.set(residuals.subarray(first, first + to.length));
      else
        for (let i = 0; i < to.length; i++) to[i] = jacobian[(first + i) * columns + j] / scales[j];
    }));
  }

  get decomposed(): Decomposed {
    return (this.parts ??= this.decompose());
  }

  private decompose(): Decomposed {
    const [rows, columns] = [this.residuals.length, this.scales.length];
    const { reduced } = this;
    const matrix = reduced.subMatrix(0, columns, 0, columns - 1);
    const svd = new SingularValueDecomposition(matrix);
    const singular = svd.diagonal;
    const left = svd.leftSingularVectors;
    const along = singular.map((_, k) => {
      let part = 0;
      for (let i = 0; i <= columns; i++) part += left.get(i, k) * reduced.get(i, columns);
      return part;
    });
    const least = Number.EPSILON * Math.max(rows, columns) * (singular[0] ?? 0);
    const rank = singular.filter((s) => s > least).length;
    return { singular, right: svd.rightSingularVectors, along, rank };
  }

  /** The step −(J′J)⁻¹ J′r in scaled unknowns, without singular values; null where these are needed. O(columns²). */
  whole(): Vector | null {
    const { reduced } = this;
    const count = this.scales.length;
    let [least, most] = [Infinity, 0];
    for (let k = 0; k < count; k++) {
      const size = Math.abs(reduced.get(k, k));
      least = Math.min(least, size);
      most = Math.max(most, size);
    }
    if (!(least > SAFE * most && most < Infinity)) return null;
    const step = new Float64Array(count);
    for (let k = count - 1; k >= 0; k--) {
      let left = -reduced.get(k, count);
      for (let j = k + 1; j < count; j++) left -= reduced.get(k, j) * step[j];
      step[k] = left / reduced.get(k, k);
    }
    return step;
  }
}

/** The step −(J′J + λ)⁻¹ J′r in scaled unknowns; for λ = 0 the shortest of those that are best. */
export function stepFor({ singular, right, along, rank }: Decomposed, lambda: number): Vector {
  const step = new Float64Array(right.rows);
  for (let k = 0; k < rank; k++) {
    const s = singular[k];
    const size = (-s * along[k]) / (s * s + lambda);
    for (let j = 0; j < step.length; j++) step[j] += size * right.get(j, k);
  }
  return step;
}

/** The same −(J′J + λ)⁻¹ g for any g, which is J′r there. */
export function solve({ singular, right, rank }: Decomposed, g: Vector, lambda: number): Vector {
  const step = new Float64Array(right.rows);
  for (let k = 0; k < rank; k++) {
    let part = 0;
    for (let j = 0; j < step.length; j++) part += right.get(j, k) * g[j];
    const size = -part / (singular[k] * singular[k] + lambda);
    for (let j = 0; j < step.length; j++) step[j] += size * right.get(j, k);
  }
  return step;
}

/** The factor by which a whole step may exceed its radius. */
export const TOLERANCE = 1.1;

/**
 * The λ at which the step is as long as the radius, within a tenth; 0 if the whole step is no longer. By Newton's
 * method on the reciprocal of the length (Moré, 1978).
 */
export function lambdaFor(problem: Decomposed, radius: number): number {
  const { singular, along, rank } = problem;
  const lengths = (lambda: number): readonly [number, number] => {
    let square = 0;
    let slope = 0;
    for (let k = 0; k < rank; k++) {
      const s = singular[k];
      const d = s * s + lambda;
      const part = ((s * along[k]) / d) ** 2;
      square += part;
      slope -= part / d;
    }
    const length = Math.sqrt(square);
    return [length, slope / length];
  };
  const [longest, slopeThere] = lengths(0);
  if (!(longest > TOLERANCE * radius)) return 0;
  let gradient = 0;
  for (let k = 0; k < rank; k++) gradient += (singular[k] * along[k]) ** 2;
  let upper = Math.sqrt(gradient) / radius;
  let lower = -(longest - radius) / slopeThere;
  let lambda = Math.min(Math.max(lower, 0.001 * upper), upper);
  for (let iteration = 0; iteration < 30; iteration++) {
    if (!(lambda >= lower && lambda <= upper)) {
      lambda = Math.max(0.001 * upper, Math.sqrt(lower * upper));
    }
    const [length, slope] = lengths(lambda);
    const excess = length - radius;
    if (Math.abs(excess) <= 0.1 * radius) break;
    if (excess < 0) upper = lambda;
    lower = Math.max(lower, lambda - excess / slope);
    lambda -= ((length / radius) * excess) / slope;
  }
  return lambda;
}
