/** TensorFlow.js on WebAssembly: arrays of single precision, executed operation by operation. */
import { expressedInArrays, type ArrayOperations, type ArrayProgram } from './array-programs.js';
import { loadOf } from './peer.js';
import { packaged } from './project.js';

interface Tensor {
  dataSync(): Float32Array;
  asScalar(): Tensor;
}

type Shape = readonly number[];

interface TensorFlow extends Record<'add' | 'sub', (x: Tensor, y: Tensor) => Tensor> {
  setBackend(name: string): Promise<boolean>;
  tensor(values: ArrayLike<number>, shape?: Shape): Tensor;
  tidy<T>(f: () => T): T;
  grad(f: (x: Tensor) => Tensor): (x: Tensor) => Tensor;
  mul(x: Tensor, y: Tensor | number): Tensor;
  exp(x: Tensor): Tensor;
  reshape(x: Tensor, shape: Shape): Tensor;
  transpose(x: Tensor): Tensor;
  slice(x: Tensor, begin: number, size: number): Tensor;
  concat(xs: Tensor[]): Tensor;
  matMul(x: Tensor, y: Tensor, transposeX: boolean, transposeY: boolean): Tensor;
  sum(x: Tensor, axis: number): Tensor;
  min(x: Tensor, axis: number): Tensor;
  logSumExp(x: Tensor, axis: number): Tensor;
}

const tf = await packaged<TensorFlow>('@tensorflow/tfjs');
await packaged('@tensorflow/tfjs-backend-wasm');
if (!(await tf.setBackend('wasm'))) throw new Error('there is no WebAssembly');

const operations: ArrayOperations<Tensor> = {
  constant: (values, shape) => tf.tensor(Float32Array.from(values), shape),
  add: (x, y) => tf.add(x, y),
  sub: (x, y) => tf.sub(x, y),
  mul: (x, y) => tf.mul(x, y),
  scale: (x, factor) => tf.mul(x, factor),
  exp: (x) => tf.exp(x),
  reshape: (x, shape) => tf.reshape(x, shape),
  transpose: (x) => tf.transpose(x),
  part: (x, from, to) => tf.slice(x, from, to - from),
  join: (x, y) => tf.concat([x, y]),
  product: (x, y, transposed = false) => tf.matMul(x, y, false, transposed),
  sum: (x) => tf.sum(x, -1),
  min: (x) => tf.min(x, -1),
  logSumExp: (x) => tf.logSumExp(x, -1),
};

const gradient = ({ point, of }: ArrayProgram) => {
  const f = of(operations);
  const g = tf.grad((x) => f(x).asScalar());
  return () => tf.tidy(() => g(tf.tensor(Float32Array.from(point))).dataSync());
};

export const load = loadOf(expressedInArrays(gradient));
