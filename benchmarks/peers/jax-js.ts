/** jax-js in double precision: arrays, compiled to WebAssembly at the first call. */
import { expressedInArrays, type ArrayOperations, type ArrayProgram } from './array-programs.js';
import { loadOf } from './peer.js';
import { packaged } from './project.js';

/** An array, which is gone when it was an argument, unless `ref` was taken of it. */
interface Jax {
  readonly ref: Jax;
  dataSync(): ArrayLike<number>;
  slice(range: readonly [number, number]): Jax;
}

type Shape = readonly number[];

interface Numpy {
  readonly float64: string;
  array(values: Float64Array, options?: { readonly shape: Shape; readonly dtype: string }): Jax;
  add(x: Jax, y: Jax): Jax;
  subtract(x: Jax, y: Jax): Jax;
  multiply(x: Jax, y: Jax): Jax;
  exp(x: Jax): Jax;
  reshape(x: Jax, shape: Shape): Jax;
  matrixTranspose(x: Jax): Jax;
  concatenate(xs: readonly Jax[]): Jax;
  matmul(x: Jax, y: Jax): Jax;
  sum(x: Jax, axis?: number): Jax;
  min(x: Jax, axis: number): Jax;
}

interface JaxJs {
  readonly numpy: Numpy;
  readonly nn: { logsumexp(x: Jax, axis: number): Jax };
  init(this: void, backend: string): Promise<unknown>;
  defaultDevice(this: void, backend: string): void;
  grad(this: void, f: (x: Jax) => Jax): (x: Jax) => Jax;
  jit(this: void, f: (x: Jax) => Jax): (x: Jax) => Jax;
}

// jax-js asks of data whether they are of this kind, which Node has from version 24 on.
const { Float16Array: own } = globalThis as { readonly Float16Array?: unknown };
if (own === undefined) Object.assign(globalThis, { Float16Array: class extends Uint16Array {} });

const { numpy: np, nn, init, defaultDevice, grad, jit } = await packaged<JaxJs>('@jax-js/jax');
await init('wasm');
defaultDevice('wasm');

const array = (values: ArrayLike<number>, shape: Shape) =>
  np.array(Float64Array.from(values), { shape, dtype: np.float64 });

const operations: ArrayOperations<Jax> = {
  constant: array,
  add: (x, y) => np.add(x.ref, y.ref),
  sub: (x, y) => np.subtract(x.ref, y.ref),
  mul: (x, y) => np.multiply(x.ref, y.ref),
  scale: (x, factor) => np.multiply(x.ref, array([factor], [1])),
  exp: (x) => np.exp(x.ref),
  reshape: (x, shape) => np.reshape(x.ref, shape),
  transpose: (x) => np.matrixTranspose(x.ref),
  part: (x, from, to) => x.ref.slice([from, to]),
  join: (x, y) => np.concatenate([x.ref, y.ref]),
  product: (x, y, transposed) =>
    np.matmul(x.ref, transposed === true ? np.matrixTranspose(y.ref) : y.ref),
  sum: (x) => np.sum(x.ref, -1),
  min: (x) => np.min(x.ref, -1),
  logSumExp: (x) => nn.logsumexp(x.ref, -1),
};

const gradient = ({ point, of }: ArrayProgram) => {
  const f = of(operations);
  const g = jit(grad((x) => np.sum(f(x))));
  const x = Float64Array.from(point);
  return () => g(np.array(x)).dataSync();
};

export const load = loadOf(expressedInArrays(gradient));
