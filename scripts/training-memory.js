/**
 * Whether training runs in constant memory: `node scripts/training-memory.js tidy 100000`, or `async` for a loop that awaits
 * and frees nothing, with a build. The memory of numpy-ts is small here, so that it is soon full of what nobody frees. With `tidy` as
 * much of it is free at last as at first; without, it is never full, and the process does not grow. `--leak` keeps the weights of all steps, which
 * must be noticed.
 */
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { valueAndGrad } from 'delta-tape';
import * as nn from 'delta-tape/nn';
import * as np from 'delta-tape/numpy';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { leak: { type: 'boolean' }, width: { type: 'string', default: '32' } },
});
const [way, count] = positionals;
const steps = Number(count ?? 2000);
const width = Number(options.width);

np.configureWasm({ maxMemory: 64 * 2 ** 20 });
/** numpy-ts tells once when its memory is full. */
let isFull = false;
console.warn = () => void (isFull = true);

const inputs = np.random.randn(16, width);
const targets = np.tanh(np.matmul(inputs, np.random.randn(width, 4)));
const both = valueAndGrad(({ w, v }) =>
  np.mean(np.square(np.subtract(np.matmul(nn.relu(np.matmul(inputs, w)), v), targets))),
);

const rate = 0.3 / width;
const kept = [];
let network = { w: np.divide(np.random.randn(width, width), width), v: np.ones([width, 4]) };
function step() {
  const { value, gradient } = both(network);
  const next = {
    w: np.subtract(network.w, np.multiply(gradient.w, rate)),
    v: np.subtract(network.v, np.multiply(gradient.v, rate)),
  };
  if (options.leak) kept.push(next);
  return { value, next };
}

function tidyStep() {
  const before = network;
  const { value, next } = np.tidy(step);
  network = next;
  if (!options.leak) for (const weights of Object.values(before)) weights.dispose();
  return value;
}

async function asyncStep() {
  const { value, next } = step();
  network = next;
  await setImmediate();
  return value;
}

/** In each tenth of the steps the least memory of numpy-ts that was free, and what the process has after it. */
const lows = [];
const sizes = [];
let least = Infinity;
let loss = Infinity;
for (let k = 0; k < steps; k++) {
  loss = way === 'tidy' ? tidyStep() : await asyncStep();
  least = Math.min(least, np.wasmFreeBytes());
  if ((k + 1) % (steps / 10) !== 0) continue;
  lows.push(least);
  sizes.push(process.memoryUsage().rss);
  least = Infinity;
}
const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(2)} MiB`;
const [early, late] = [Math.max(...sizes.slice(1, 5)), Math.max(...sizes.slice(6))];
const isSteady = !isFull && (way === 'tidy' ? lows[0] === lows[9] : late < 1.25 * early);
console.log(
  `${steps} steps, ${way}: least free ${megabytes(lows[0])} at first, ${megabytes(lows[9])} at last` +
    `${isFull ? ', once it was full' : ''}; process ${megabytes(early)}, later ${megabytes(late)}`,
);
const isRight = isSteady && loss < 1;
console.log(isRight ? '1 passed, 0 failed' : '0 passed, 1 failed');
process.exitCode = isRight ? 0 : 1;
