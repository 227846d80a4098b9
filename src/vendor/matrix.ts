/** The decompositions of matrices that the solvers use. The package as a whole is not an ES module. */
export {
  CholeskyDecomposition,
  EigenvalueDecomposition,
  LuDecomposition,
  Matrix,
  SingularValueDecomposition,
} from 'ml-matrix';
