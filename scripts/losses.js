/**
 * One training run: a network with a convolution learns to tell stripes of four directions apart. What it prints are the losses,
 * which are to be the same everywhere. `node scripts/losses.js [steps]`, with a build; or bundled into a page.
 */
import { valueAndGrad } from 'delta-tape';
import * as nn from 'delta-tape/nn';
import * as np from 'delta-tape/numpy';

// The same numbers on every machine.
np.wasmConfig.useRelaxedSimd = false;

const [BATCH, SIDE, CLASSES] = [16, 12, 4];

/** Numbers from -1 to 1 (Park and Miller), exact everywhere. */
let state = 1;
const draw = () => (2 * (state = (state * 16807) % 2147483647)) / 2147483647 - 1;
const array = (shape, scale) =>
  np.reshape(
    np.array(Array.from({ length: shape.reduce((size, d) => size * d, 1) }, () => scale * draw())),
    shape,
  );

/** Stripes in one of four directions, and noise. */
function batch() {
  const labels = Array.from({ length: BATCH }, (_, k) => k % CLASSES);
  const pixels = labels.map((label) => {
    const phase = Math.round(2 * draw());
    const [down, across] = [
      [0, 1],
      [1, 0],
      [1, 1],
      [1, -1],
    ][label];
    return Array.from({ length: SIDE * SIDE }, (_, k) => {
      const place = down * Math.floor(k / SIDE) + across * (k % SIDE) + phase + 4 * SIDE;
      return Number(place % 4 < 2) + 0.3 * draw();
    });
  });
  return { images: np.reshape(np.array(pixels.flat()), [BATCH, SIDE, SIDE, 1]), labels };
}

const loss = ({ kernel, bias, hidden, output }, images, labels) => {
  const seen = nn.maxPool(nn.relu(nn.conv2d(images, kernel, { bias })), { size: 2 });
  const units = np.tanh(np.matmul(np.reshape(seen, [BATCH, -1]), hidden));
  return nn.crossEntropy(np.matmul(nn.gelu(units), output), labels);
};

/** The losses of the first steps. */
export function losses(steps) {
  state = 1;
  let network = {
    kernel: array([3, 3, 1, 6], 0.5),
    bias: array([6], 0.1),
    hidden: array([150, 24], 0.1),
    output: array([24, CLASSES], 0.3),
  };
  const both = valueAndGrad(loss);
  const found = [];
  for (let step = 0; step < steps; step++) {
    network = np.tidy(() => {
      const { images, labels } = batch();
      const { value, gradient } = both(network, images, labels);
      found.push(value);
      const next = {};
      for (const [name, weights] of Object.entries(network))
        next[name] = np.subtract(weights, np.multiply(gradient[name], 0.3));
      return next;
    });
  }
  return found;
}
