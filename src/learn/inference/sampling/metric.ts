/** Mass matrices, by their inverse: the covariance of what is drawn, as far as it is known. */
import { CholeskyDecomposition, Matrix } from '../../../vendor/matrix.js';
import { dot } from '../../runs/vectors.js';
import type { Chance } from './chance.js';

export interface Metric {
  /** The velocity of positions for a momentum: the inverse mass matrix times it. */
  velocity(momentum: Float64Array): Float64Array;
  /** Normal numbers whose covariance is the mass matrix. */
  momentum(chance: Chance): Float64Array;
  /** The inverse mass matrix: its diagonal, or all rows one after another. */
  readonly inverse: Float64Array;
}

/** @param inverse the diagonal */
export function diagonalMetric(inverse: Float64Array): Metric {
  return {
    inverse,
    velocity(momentum) {
      const velocity = new Float64Array(momentum.length);
      for (let k = 0; k < velocity.length; k++) velocity[k] = inverse[k] * momentum[k];
      return velocity;
    },
    momentum: (chance) => inverse.map((variance) => chance.normal() / Math.sqrt(variance)),
  };
}

/** @param inverse all rows. O(size³) here, O(size²) for a velocity or a momentum. */
export function denseMetric(inverse: Float64Array, size: number): Metric {
  const rows = Array.from({ length: size }, (_, i) => inverse.subarray(i * size, (i + 1) * size));
  const factor = new CholeskyDecomposition(new Matrix(rows)).lowerTriangularMatrix;
  return {
    inverse,
    velocity(momentum) {
      const velocity = new Float64Array(size);
      for (let i = 0; i < size; i++) velocity[i] = dot(rows[i], momentum);
      return velocity;
    },
    momentum(chance) {
      // For a covariance L Lᵀ, the solution p of Lᵀ p = z has the covariance (L Lᵀ)⁻¹.
      const p = Float64Array.from({ length: size }, () => chance.normal());
      for (let i = size - 1; i >= 0; i--) {
        for (let j = i + 1; j < size; j++) p[i] -= factor.get(j, i) * p[j];
        p[i] /= factor.get(i, i);
      }
      return p;
    },
  };
}
