/* global document, URL, Worker -- which a page has */
/** Has a worker fit a decay to measurements, so that the page stays free. */
const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => {
  document.querySelector('output').textContent = data;
};
worker.postMessage([0, 1, 2, 3, 4].map((time) => [time, 2 * Math.exp(-time / 2)]));
