/**
 * Whether memory grows over many runs: derivatives of all kinds, runs that end with an error, functions that
 * are translated and forgotten. Ends with status 1 if it grows. `--leak` keeps something of every run, which must
 * be noticed. `node --expose-gc scripts/soak.js [rounds]`, with a build.
 */
import { parseArgs } from 'node:util';
import { explain, grad, hessian, hvp, jacobian, jvp, taylor, trace, vjp } from 'delta-tape';
import { plain } from 'delta-tape/plain';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { leak: { type: 'boolean' } },
});
const rounds = Number(positionals[0] ?? 400);

const text = `(xs) => {
  let sum = 0;
  for (let i = 1; i < xs.length; i++) sum += Math.sin(xs[i]) * xs[i - 1] ** 2;
  return sum;
}`;
const make = () => plain((0, eval)(text));
const f = make();
const failing = plain((x) => {
  if (x * x > 1) throw new Error('far');
  return x;
});
const scalar = plain((x) => Math.exp(-x * x) * x);
const x = Array.from({ length: 200 }, (_, k) => k / 200);
const floats = new Float64Array(20_000).fill(0.3);

function round(k) {
  grad(f)(x);
  grad(f)(floats);
  vjp(f)(x);
  jvp(f)([x], [x]);
  hvp(f)(x, x);
  hessian(f)(x.slice(0, 8));
  jacobian((ys) => ys.map((y) => scalar(y)))(x.slice(0, 8));
  taylor(scalar, 8)(0.4);
  explain(scalar)(0.4);
  trace(scalar)(0.4);
  try {
    grad(failing)(2);
  } catch {
    // The run has ended by it.
  }
  if (k % 20 === 0) grad(make())(x);
}

const leaked = [];

/** Bytes in use after a block of rounds, when what can be collected has been. */
function afterBlock() {
  for (let k = 0; k < rounds / 20; k++) {
    round(k);
    if (options.leak) leaked.push(new Array(10_000).fill(leaked.length));
  }
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage();
}

/** What a process uses in the middle of some blocks, in bytes. */
function middle(blocks, part) {
  const sizes = blocks.map((usage) => usage[part]).sort((a, b) => a - b);
  return sizes[sizes.length >> 1];
}

// The first blocks warm up: code is compiled, and columns grow to their size.
const blocks = Array.from({ length: 20 }, afterBlock).slice(8);
const megabytes = (bytes) => `${(bytes / 2 ** 20).toFixed(2)} MiB`;
let isSteady = true;
for (const part of ['heapUsed', 'arrayBuffers']) {
  const [first, last] = [middle(blocks.slice(0, 6), part), middle(blocks.slice(6), part)];
  if (last - first > 2 ** 19) isSteady = false;
  console.log(`${part}: ${megabytes(first)}, later ${megabytes(last)}`);
}
console.log(isSteady ? '1 passed, 0 failed' : '0 passed, 1 failed');
process.exitCode = isSteady ? 0 : 1;
