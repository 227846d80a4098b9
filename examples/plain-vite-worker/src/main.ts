/** Has a worker fit a decay to measurements, so that the page stays free. */
import type { Decay } from './model.js';

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
worker.onmessage = ({ data: { amount, rate } }: MessageEvent<Decay>) => {
  document.querySelector('output')!.textContent = `${amount.toFixed(3)}, ${rate.toFixed(3)}`;
};
worker.postMessage([0, 1, 2, 3, 4].map((time) => [time, 2 * Math.exp(-time / 2)]));
