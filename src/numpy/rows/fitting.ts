/** The polynomial of least squares. */
import type { Operand } from '../array-dual.js';
import { lstsq } from './linalg/decompositions.js';
import { polynomials } from './polynomials.js';

export const polyfit = (x: Operand, y: Operand, degree: number): Operand =>
  lstsq(polynomials.vander(x, degree + 1), y).x;
