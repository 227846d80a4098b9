/** The power of a signal's high frequencies, by a Fourier transform in place. */
function fft(re: Float64Array, im: Float64Array): void {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [re[i], re[j]] = [re[j], re[i]];
      [im[i], im[j]] = [im[j], im[i]];
    }
  }
  for (let size = 2; size <= n; size <<= 1) {
    const half = size >> 1;
    const step = (-2 * Math.PI) / size;
    for (let start = 0; start < n; start += size) {
      for (let k = 0; k < half; k++) {
        const c = Math.cos(step * k);
        const s = Math.sin(step * k);
        const p = start + k;
        const q = p + half;
        const x = re[q] * c - im[q] * s;
        const y = re[q] * s + im[q] * c;
        re[q] = re[p] - x;
        im[q] = im[p] - y;
        re[p] += x;
        im[p] += y;
      }
    }
  }
}

export function f(signal: Float64Array): number {
  const re = Float64Array.from(signal);
  const im = new Float64Array(signal.length);
  fft(re, im);
  let power = 0;
  for (let k = 1; k < signal.length / 2; k++) power += k * Math.hypot(re[k], im[k]);
  return power / signal.length;
}

export const inputs = (n: number): Parameters<typeof f> => [
  Float64Array.from({ length: 2 ** Math.ceil(Math.log2(n)) }, (_, k) => Math.sin(k * k)),
];
