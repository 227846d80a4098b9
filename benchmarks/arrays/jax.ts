/** jax-js on WebAssembly, as far as it is used here. */
import { packaged } from '../peers/project.js';

/** An array, which is gone when it was an argument, unless `ref` was taken of it. */
export interface Jax {
  readonly ref: Jax;
  dataSync(): ArrayLike<number>;
}

interface Numpy extends Record<'add' | 'multiply' | 'matmul', (x: Jax, y: Jax) => Jax> {
  readonly float32: string;
  array(
    values: Float32Array,
    options: { readonly shape: readonly number[]; readonly dtype: string },
  ): Jax;
  tanh(x: Jax): Jax;
  sum(x: Jax): Jax;
}

interface JaxJs {
  readonly numpy: Numpy;
  readonly nn: { logSoftmax(x: Jax, axis: number): Jax };
  init(this: void, backend: string): Promise<unknown>;
  defaultDevice(this: void, backend: string): void;
  valueAndGrad(
    this: void,
    f: (xs: Jax[]) => Jax,
  ): (xs: readonly Jax[]) => readonly [value: Jax, gradient: readonly Jax[]];
  jit<F>(this: void, f: F): F;
}

export async function jaxJs(): Promise<JaxJs> {
  // jax-js asks of data whether they are of this kind, which Node has from version 24 on.
  const { Float16Array: own } = globalThis as { readonly Float16Array?: unknown };
  if (own === undefined) Object.assign(globalThis, { Float16Array: class extends Uint16Array {} });
  const jax = await packaged<JaxJs>('@jax-js/jax');
  await jax.init('wasm');
  jax.defaultDevice('wasm');
  return jax;
}
