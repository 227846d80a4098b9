/** Algorithms of numerical analysis, as people write them, lower, and have the gradients that they have elsewhere. */
import { grad } from 'delta-tape';
import { adjoint, compiled, funcOf, improved, partials } from '../../support/numeric.js';
import { load } from '../../support/plain.js';
import { withoutCompiled } from '../../support/tiers.js';

/** Functions f of a `Float64Array`, and points. */
const algorithms: readonly (readonly [name: string, text: string, at: readonly number[]])[] = [
  [
    'Gaussian elimination with pivoting',
    `function f(x: Float64Array): number {
      const n = 3;
      const a = x.slice();
      let sign = 1;
      for (let k = 0; k < n; k++) {
        let best = k;
        for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[best * n + k])) best = i;
        if (best > k) {
          sign = -sign;
          for (let j = 0; j < n; j++) {
            const t = a[k * n + j];
            a[k * n + j] = a[best * n + j];
            a[best * n + j] = t;
          }
        }
        for (let i = k + 1; i < n; i++) {
          const factor = a[i * n + k] / a[k * n + k];
          for (let j = k; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
        }
      }
      let product = sign;
      for (let k = 0; k < n; k++) product *= a[k * n + k];
      return Math.log(Math.abs(product));
    }`,
    [1, 2, 0.5, 4, -1, 3, 0.25, 2, -2],
  ],
  [
    'Householder QR',
    `function f(x: Float64Array): number {
      const m = 3, n = 2;
      const a = Float64Array.from(x);
      for (let k = 0; k < n; k++) {
        let norm = 0;
        for (let i = k; i < m; i++) norm += a[i * n + k] * a[i * n + k];
        norm = a[k * n + k] > 0 ? -Math.sqrt(norm) : Math.sqrt(norm);
        const v = new Float64Array(m);
        for (let i = k; i < m; i++) v[i] = a[i * n + k];
        v[k] -= norm;
        let length = 0;
        for (let i = k; i < m; i++) length += v[i] * v[i];
        for (let j = k; j < n; j++) {
          let dot = 0;
          for (let i = k; i < m; i++) dot += v[i] * a[i * n + j];
          for (let i = k; i < m; i++) a[i * n + j] -= (2 * dot * v[i]) / length;
        }
      }
      return a[0] * 2 + a[1] * a[3];
    }`,
    [1, 2, -0.5, 1.5, 2, 0.25],
  ],
  [
    'FFT in place',
    `function f(x: Float64Array): number {
      const n = 8;
      const re = Float64Array.from(x);
      const im = new Float64Array(n);
      for (let i = 0, j = 0; i < n; i++) {
        if (i < j) { const t = re[i]; re[i] = re[j]; re[j] = t; }
        let m = n >> 1;
        while (m >= 1 && (j & m) > 0) { j ^= m; m >>= 1; }
        j |= m;
      }
      for (let size = 2; size <= n; size *= 2) {
        const half = size / 2;
        for (let start = 0; start < n; start += size) {
          for (let k = 0; k < half; k++) {
            const angle = (-2 * Math.PI * k) / size;
            const [c, s] = [Math.cos(angle), Math.sin(angle)];
            const p = start + k, q = p + half;
            const [ur, ui] = [re[p], im[p]];
            const vr = re[q] * c - im[q] * s, vi = re[q] * s + im[q] * c;
            re[p] = ur + vr; im[p] = ui + vi;
            re[q] = ur - vr; im[q] = ui - vi;
          }
        }
      }
      let total = 0;
      for (let k = 0; k < n; k++) total += (k + 1) * Math.sqrt(re[k] * re[k] + im[k] * im[k]);
      return total;
    }`,
    [1, 2, -1, 0.5, 3, -2, 0.25, 1.5],
  ],
  [
    'Dynamic time warping',
    `function f(x: Float64Array): number {
      const n = 4;
      let before = new Float64Array(n + 1).fill(1e6);
      before[0] = 0;
      for (let i = 0; i < n; i++) {
        const row = new Float64Array(n + 1);
        row[0] = 1e6;
        for (let j = 0; j < n; j++) {
          const d = x[i] - x[n + j];
          row[j + 1] = d * d + Math.min(before[j], before[j + 1], row[j]);
        }
        before = row;
      }
      return Math.sqrt(before[n]);
    }`,
    [1, 2, 3, 2.5, 0.5, 1.75, 3.5, 2],
  ],
  [
    "Newton's iteration, and a bisection",
    `function f(x: Float64Array): number {
      let y = x[0];
      while (Math.abs(y * y - x[0]) > 1e-10) y = 0.5 * (y + x[0] / y);
      let low = 0, high = x[1], steps = 0;
      do {
        const middle = 0.5 * (low + high);
        if (middle * middle * middle < x[1]) low = middle;
        else high = middle;
        steps++;
      } while (steps < 20);
      return y * Math.exp(-y) + low * x[0];
    }`,
    [2.5, 7],
  ],
  [
    'An option price by Crank and Nicolson, with a tridiagonal solver',
    `function solve(lower: number, diagonal: number, upper: number, right: Float64Array, out: Float64Array): void {
      const n = right.length;
      const c = new Float64Array(n);
      c[0] = upper / diagonal;
      out[0] = right[0] / diagonal;
      for (let i = 1; i < n; i++) {
        const m = 1 / (diagonal - lower * c[i - 1]);
        c[i] = upper * m;
        out[i] = (right[i] - lower * out[i - 1]) * m;
      }
      for (let i = n - 2; i >= 0; i--) out[i] -= c[i] * out[i + 1];
    }
    function f(x: Float64Array): number {
      const [rate, volatility] = x;
      const n = 7, dt = 0.1;
      const a = 0.5 * volatility * volatility * dt;
      const v = new Float64Array(n), right = new Float64Array(n);
      for (let i = 0; i < n; i++) v[i] = Math.max(i - 3 + x[2], 0);
      for (let t = 0; t < 5; t++) {
        for (let i = 0; i < n; i++) {
          const left = i > 0 ? v[i - 1] : 0;
          right[i] = (1 - a - rate * dt) * v[i] + 0.5 * a * (left + (i < n - 1 ? v[i + 1] : n - 3));
        }
        solve(-0.5 * a, 1 + a, -0.5 * a, right, v);
      }
      return v[4];
    }`,
    [0.05, 0.8, 0.3],
  ],
  [
    'A chain of particles with constraints, by Verlet',
    `interface Spring { length: number; stiffness: number }
    function f(x: Float64Array): number {
      const spring: Spring = { length: 1, stiffness: x[0] };
      const n = 4;
      let now = new Float64Array(n), old = new Float64Array(n);
      for (let i = 0; i < n; i++) { now[i] = i * 1.1; old[i] = now[i] - x[1] * 0.01 * i; }
      for (let step = 0; step < 6; step++) {
        const next = new Float64Array(n);
        for (let i = 0; i < n; i++) next[i] = 2 * now[i] - old[i] - 0.01 * x[2];
        for (let pass = 0; pass < 2; pass++)
          for (let i = 0; i + 1 < n; i++) {
            const d = next[i + 1] - next[i];
            const shift = (spring.stiffness * (d - spring.length)) / 2;
            next[i] += shift;
            next[i + 1] -= shift;
          }
        next[0] = 0;
        old = now;
        now = next;
      }
      return now[n - 1] * now[n - 1] + now[1];
    }`,
    [0.7, 2, 0.9],
  ],
];

test.each(algorithms)('%s.', (_, text, at) => {
  const f = improved(funcOf(text));
  const made = adjoint(f, f.region.params, { partials, asksForZeros: false });
  if (made.tag === 'refused') throw new Error(made.why);
  const shadow = new Float64Array(at.length);
  const value = compiled(improved(made.func))(Float64Array.from(at), shadow);
  const own = load<{ f: (x: Float64Array) => number }>(`${text}\nexports.f = f;`).f;
  expect([value].flat()[0]).toBe(own(Float64Array.from(at)));
  const recorded = withoutCompiled(() => grad(own)(Float64Array.from(at)));
  const size = Math.max(...recorded.map(Math.abs));
  recorded.forEach((slope, k) => expect(Math.abs(shadow[k] - slope)).toBeLessThan(1e-10 * size));
  const moved = (k: number, by: number) =>
    own(Float64Array.from(at, (x, j) => (j === k ? x + by : x)));
  const h = 1e-6;
  at.forEach((__, k) => {
    const difference = (moved(k, h) - moved(k, -h)) / (2 * h);
    expect(Math.abs(shadow[k] - difference)).toBeLessThan(1e-6 * size);
  });
});
