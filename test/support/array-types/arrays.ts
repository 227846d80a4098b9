/** Types of arrays, as a program for Node or for a bundler has them. Compiled against the installed package. */
import { grad, jacobian, jvp, valueAndGrad, type Real } from 'delta-tape';
import * as nn from 'delta-tape/nn';
import * as np from 'delta-tape/numpy';

type IsAny<T> = 0 extends 1 & T ? true : false;
type IsSame<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T => true as T;

const x = np.array([1, 2, 3]);
const w = np.zeros([3, 2]);
holds<IsSame<IsAny<typeof np>, false>>();
holds<IsSame<IsAny<typeof x>, false>>();
holds<IsSame<IsAny<np.NDArray>, false>>();
holds<IsSame<typeof w, np.NDArray<'float64'>>>();

const loss = (a: np.NDArray<'float64'>) => np.sum(np.square(np.matmul(x, a)));
const gradient = grad(loss)(w);
holds<IsSame<typeof gradient, np.NDArray<'float64'>>>();
const both = valueAndGrad((p: { a: np.NDArray<'float64'>; b: number }) => np.sum(np.add(p.a, p.b)));
holds<IsSame<ReturnType<typeof both>['gradient']['a'], np.NDArray<'float64'>>>();
export const results = [
  gradient.tolist(),
  jacobian((a: np.NDArray) => np.tanh(a))(x).shape,
  jvp((a: np.NDArray) => np.tanh(a))([x], [x]).tangent.shape,
  nn.softmax(x).dtype,
  np.vmap((a: np.NDArray) => np.sum(a))(w).shape,
  np.fold((s: Real) => s, 0, x),
  np.linalg.eigvals(w).shape,
];

// @ts-expect-error there is no such function
np.sinn(x);
// @ts-expect-error nor such a member
x.sinn();
// @ts-expect-error a text is no array
np.sum('1');
// @ts-expect-error nor is a gradient a text
export const text: string = gradient;
