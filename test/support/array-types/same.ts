/** Arrays of numpy-ts and of delta-tape have one type where both are resolved. */
import { grad } from 'delta-tape';
import * as np from 'delta-tape/numpy';
import * as theirs from 'numpy-ts';

type IsSame<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T => true as T;

holds<IsSame<np.NDArray, theirs.NDArray>>();
holds<IsSame<typeof np.NDArray, typeof theirs.NDArray>>();
export const ours: np.NDArray = theirs.zeros([2]);
export const gradient = grad((x: theirs.NDArray<'float64'>) => np.sum(np.multiply(x, x)))(
  theirs.zeros([2]),
);
holds<IsSame<typeof gradient, theirs.NDArray<'float64'>>>();
