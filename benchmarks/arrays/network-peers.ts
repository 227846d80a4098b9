/** The network in single precision by other libraries of arrays. */
import { BATCH, CLASSES, INPUTS, NAMES, SHAPES, type Problem } from './network.js';
import { jaxJs, type Jax } from './jax.js';
import { tensorFlow, timedBy } from './tensorflow.js';
import type { Variant } from './variant.js';

export async function byTensorFlow(given: Problem): Promise<Variant> {
  const tf = await tensorFlow();
  const at = NAMES.map((name) => tf.tensor(Float32Array.from(given[name]), SHAPES[name]));
  const x = tf.tensor(Float32Array.from(given.x), [BATCH, INPUTS]);
  const labels = tf.oneHot(tf.tensor1d(given.labels, 'int32'), CLASSES);
  const timed = timedBy(
    tf,
    (w1, b1, w2, b2) => {
      const hidden = tf.tanh(tf.add(tf.matMul(x, w1), b1));
      return tf.losses.softmaxCrossEntropy(labels, tf.add(tf.matMul(hidden, w2), b2));
    },
    at,
  );
  return { name: 'TensorFlow.js', ...timed };
}

export async function byJax(given: Problem): Promise<Variant> {
  const { numpy: np, nn, jit, valueAndGrad } = await jaxJs();
  const array = (numbers: ArrayLike<number>, shape: readonly number[]) =>
    np.array(Float32Array.from(numbers), { shape, dtype: np.float32 });
  const x = array(given.x, [BATCH, INPUTS]);
  const hits = new Float32Array(BATCH * CLASSES);
  given.labels.forEach((label, k) => (hits[k * CLASSES + label] = 1));
  const labels = array(hits, [BATCH, CLASSES]);
  const at = NAMES.map((name) => array(given[name], SHAPES[name]));
  const both = jit(
    valueAndGrad(([w1, b1, w2, b2]: Jax[]) => {
      const hidden = np.tanh(np.add(np.matmul(x.ref, w1), b1));
      const scores = np.add(np.matmul(hidden, w2), b2);
      const chosen = np.sum(np.multiply(labels.ref, nn.logSoftmax(scores, -1)));
      return np.multiply(chosen, array([-1 / BATCH], []));
    }),
  );
  const gradient = () => {
    const [value, parts] = both(at.map((part) => part.ref));
    return { value: value.dataSync()[0], numbers: parts.map((part) => part.dataSync()) };
  };
  return {
    name: 'jax-js',
    run: () => gradient().value,
    gradient: () => gradient().numbers.flatMap((part) => Array.from(part)),
  };
}
