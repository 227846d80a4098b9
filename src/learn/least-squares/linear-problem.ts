/**
 * The linear least-squares problem of one step, solved by the singular values of the Jacobian with its columns
 * scaled. Tall Jacobians are reduced to triangles first. O(rows · columns²).
 */
import { Matrix, QrDecomposition, SingularValueDecomposition } from '../../vendor/matrix.js';
import type { Vector } from '../runs/vectors.js';

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

/** @param jacobian row by row */
export function decompose(jacobian: Vector, residuals: Vector, scales: Vector): Decomposed {
  const [rows, columns] = [residuals.length, scales.length];
  const entries: Float64Array[] = [];
  for (let i = 0; i < rows; i++) {
    const row = new Float64Array(columns + 1);
    for (let j = 0; j < columns; j++) row[j] = jacobian[i * columns + j] / scales[j];
    row[columns] = residuals[i];
    entries.push(row);
  }
  const joined = new Matrix(entries);
  const small = rows > columns + 1 ? new QrDecomposition(joined).upperTriangularMatrix : joined;
  const height = Math.min(rows, columns + 1);
  const matrix = small.subMatrix(0, height - 1, 0, columns - 1);
  const right = small.subMatrix(0, height - 1, columns, columns);
  const svd = new SingularValueDecomposition(matrix, { autoTranspose: true });
  const singular = svd.diagonal;
  const least = Number.EPSILON * Math.max(rows, columns) * (singular[0] ?? 0);
  return {
    singular,
    right: svd.rightSingularVectors,
    along: svd.leftSingularVectors.transpose().mmul(right).to1DArray(),
    rank: singular.filter((s) => s > least).length,
  };
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
  if (!(longest > 1.1 * radius)) return 0;
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
