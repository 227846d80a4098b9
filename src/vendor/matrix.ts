/** The decompositions of matrices that the solvers use. The package as a whole is no ES module. */
export {
  EigenvalueDecomposition,
  LuDecomposition,
  Matrix,
  QrDecomposition,
  SingularValueDecomposition,
} from 'ml-matrix';
