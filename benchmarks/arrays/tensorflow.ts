/** TensorFlow.js on WebAssembly, as far as it is used here. */
import { packaged } from '../peers/project.js';

export interface Tensor {
  dataSync(): Float32Array;
}

type Shape = readonly number[];

export interface TensorFlow
  extends
    Record<'add' | 'mul', (x: Tensor, y: Tensor | number) => Tensor>,
    Record<'tanh' | 'relu', (x: Tensor) => Tensor> {
  setBackend(name: string): Promise<boolean>;
  tensor(values: Float32Array, shape: Shape): Tensor;
  oneHot(labels: Tensor, count: number): Tensor;
  tensor1d(values: readonly number[], dtype: 'int32'): Tensor;
  tidy<T>(f: () => T): T;
  valueAndGrads(
    f: (...xs: Tensor[]) => Tensor,
  ): (xs: readonly Tensor[]) => { readonly value: Tensor; readonly grads: readonly Tensor[] };
  matMul(x: Tensor, y: Tensor): Tensor;
  reshape(x: Tensor, shape: Shape): Tensor;
  conv3d(x: Tensor, kernel: Tensor, strides: readonly [1, 1, 1], padding: 'valid'): Tensor;
  maxPool(x: Tensor, size: number, stride: number, padding: 'valid'): Tensor;
  readonly losses: { softmaxCrossEntropy(labels: Tensor, scores: Tensor): Tensor };
}

export async function tensorFlow(): Promise<TensorFlow> {
  const tf = await packaged<TensorFlow>('@tensorflow/tfjs');
  await packaged('@tensorflow/tfjs-backend-wasm');
  if (!(await tf.setBackend('wasm'))) throw new Error('there is no WebAssembly');
  return tf;
}

/** Value and gradient of a function of tensors, as a variant runs them. */
export function timedBy(tf: TensorFlow, f: (...xs: Tensor[]) => Tensor, at: readonly Tensor[]) {
  const both = tf.valueAndGrads(f);
  const gradient = () =>
    tf.tidy(() => {
      const { value, grads } = both(at);
      return { value: value.dataSync()[0], numbers: grads.map((part) => part.dataSync()) };
    });
  return {
    run: () => gradient().value,
    gradient: () => gradient().numbers.flatMap((part) => Array.from(part)),
  };
}
