/**
 * Additions to the types of numpy-ts: numbers and reals where NumPy takes scalars, and the results of
 * functions that are typed as array or scalar. A reduction without an axis gives a number.
 */
import type {
  Complex,
  DType,
  MathResult,
  NDArray,
  NDArrayCore,
  ReductionAccum,
  Scalar,
  StdVar,
  TrueDivide,
} from 'numpy-ts';
import type { Real } from '../../core/real.js';

/** The results of the functions of numpy-ts. */
type Given = NDArrayCore | number | bigint | Complex;
type Operand = Given | Real;

/** The scalar of a type of result; floats where the type of the array is not known. */
type ScalarOf<D extends DType, R extends DType> = DType extends D ? number : Scalar<R>;

/** Added to a function of one array, element by element. */
export interface OnOne {
  (x: number): number;
  (x: Real): Real;
  (x: Given): NDArray | number;
  (x: Operand): NDArray | Real;
}

/** Added to a function of two arrays, element by element. */
export interface OnTwo {
  (x1: number, x2: number): number;
  (x1: Real, x2: Real): Real;
  <D extends DType>(x1: Real, x2: NDArrayCore<D>): NDArray<MathResult<D>>;
  <D extends DType>(x1: NDArrayCore<D>, x2: Real): NDArray<MathResult<D>>;
  (x1: Operand, x2: NDArrayCore): NDArray;
  (x1: NDArrayCore, x2: Operand): NDArray;
  (x1: Given, x2: Given): NDArray | number;
  (x1: Operand, x2: Operand): NDArray | Real;
}

/** A reduction of all elements. */
interface OfAll {
  (x: Given): number;
  (x: Operand): Real;
}
/** Of arrays of complex numbers and large integers such a scalar. */
interface Summing {
  <D extends DType>(x: NDArrayCore<D>): ScalarOf<D, ReductionAccum<D>>;
}
interface Averaging {
  <D extends DType>(x: NDArrayCore<D>): ScalarOf<D, TrueDivide<D>>;
}
interface Spreading {
  <D extends DType>(x: NDArrayCore<D>): ScalarOf<D, StdVar<D>>;
}
interface Choosing {
  <D extends DType>(x: NDArrayCore<D>): ScalarOf<D, D>;
}
export type SumOfAll = Summing & OfAll;
export type MeanOfAll = Averaging & OfAll;
export type SpreadOfAll = Spreading & OfAll;
export type ChoiceOfAll = Choosing & OfAll;
