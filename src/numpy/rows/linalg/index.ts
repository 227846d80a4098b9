/** The functions of `np.linalg` by their names. Others are in `np` itself. */
import { eigh, eigvalsh, lstsq, qr, svd, svdvals } from './decompositions.js';
import { eig, eigvals } from './eigen.js';
import { cond, matrix_norm, norm, vector_norm } from './norms.js';
import {
  cholesky,
  det,
  inv,
  matrix_power,
  multi_dot,
  pinv,
  slogdet,
  solve,
  tensorinv,
  tensorsolve,
} from './solving.js';

export const linalg = {
  ...{ inv, det, slogdet, solve, cholesky, pinv, matrix_power, multi_dot, tensorinv, tensorsolve },
  ...{ eig, eigvals, eigh, eigvalsh, qr, svd, svdvals, lstsq },
  ...{ norm, vector_norm, matrix_norm, cond },
};
