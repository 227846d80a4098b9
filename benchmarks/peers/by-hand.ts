/** Gradients as a person writes them for speed: reverse mode without a tape. */
import { flat } from '../../gradbench/numbers.js';
import { gmm } from './by-hand-gmm.js';
import { lstm } from './by-hand-lstm.js';
import type { Inputs } from './inputs.js';
import { loadOf, type Preparations } from './peer.js';

function llsq({ x: point, n }: Inputs['llsq']) {
  const x = Float64Array.from(point);
  return () => {
    const gradient = new Float64Array(x.length);
    for (let i = 0; i < n; i++) {
      const t = -1 + (2 * i) / (n - 1);
      let error = Math.sign(t);
      let power = 1;
      for (let j = 0; j < x.length; j++) {
        error -= x[j] * power;
        power *= t;
      }
      power = error;
      for (let j = 0; j < x.length; j++) {
        gradient[j] -= power;
        power *= t;
      }
    }
    return gradient;
  };
}

function lse({ x: point }: Inputs['lse']) {
  const x = Float64Array.from(point);
  return () => {
    let greatest = -Infinity;
    for (let i = 0; i < x.length; i++) if (x[i] > greatest) greatest = x[i];
    const gradient = new Float64Array(x.length);
    let total = 0;
    for (let i = 0; i < x.length; i++) total += gradient[i] = Math.exp(x[i] - greatest);
    for (let i = 0; i < x.length; i++) gradient[i] /= total;
    return gradient;
  };
}

/** The right-hand sides at y + step k, which are kept in `at`. */
function slopes(
  x: Float64Array,
  y: Float64Array,
  step: number,
  k: Float64Array,
  at: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < x.length; i++) at[i] = y[i] + step * k[i];
  out[0] = x[0];
  for (let i = 1; i < x.length; i++) out[i] = x[i] * at[i - 1];
}

function ode({ x: point, s }: Inputs['ode']) {
  const x = Float64Array.from(point);
  const n = x.length;
  const h = 2 / s;
  const zeros = new Float64Array(n);
  /** The place of each slope in a step, from its beginning, and its weight. */
  const [steps, weights] = [
    [0, h / 2, h / 2, h],
    [h / 6, h / 3, h / 3, h / 6],
  ];
  return () => {
    const kept: Float64Array[] = [];
    let y = new Float64Array(n);
    for (let step = 0; step < s; step++) {
      const next = y.slice();
      let k = zeros;
      for (let stage = 0; stage < 4; stage++) {
        const at = new Float64Array(n);
        const out = new Float64Array(n);
        slopes(x, y, steps[stage], k, at, out);
        for (let i = 0; i < n; i++) next[i] += weights[stage] * out[i];
        kept.push(at);
        k = out;
      }
      y = next;
    }
    const gradient = new Float64Array(n);
    const ofY = new Float64Array(n);
    ofY[n - 1] = 1;
    for (let step = s - 1; step >= 0; step--) {
      const before = ofY.slice();
      let ofK = ofY.map((c) => weights[3] * c);
      for (let stage = 3; stage >= 0; stage--) {
        const at = kept[4 * step + stage];
        const ofSlope = new Float64Array(n);
        gradient[0] += ofK[0];
        for (let i = 1; i < n; i++) {
          gradient[i] += ofK[i] * at[i - 1];
          const c = ofK[i] * x[i];
          ofY[i - 1] += c;
          ofSlope[i - 1] = steps[stage] * c;
        }
        if (stage > 0) {
          for (let i = 0; i < n; i++) ofSlope[i] += weights[stage - 1] * before[i];
        }
        ofK = ofSlope;
      }
    }
    return gradient;
  };
}

/**
 * The determinant of some rows and columns, and its gradient times `cotangent`, added to `gradient`:
 * the entries of the first row have their minors, which are pulled back with the entries.
 */
function det({ A, ell }: Inputs['det']) {
  const a = Float64Array.from(A);
  const after = new Int32Array(ell + 1);
  function minor(row: number, cotangent: number, gradient: Float64Array): number {
    if (row === ell - 1) {
      const at = row * ell + after[ell];
      gradient[at] += cotangent;
      return a[at];
    }
    let total = 0;
    let sign = 1;
    let before = ell;
    for (let column = after[ell]; column < ell; column = after[column]) {
      const at = row * ell + column;
      after[before] = after[column];
      const value = minor(row + 1, cotangent * sign * a[at], gradient);
      after[before] = column;
      gradient[at] += cotangent * sign * value;
      total += sign * a[at] * value;
      before = column;
      sign = -sign;
    }
    return total;
  }
  return () => {
    for (let column = 0; column < ell; column++) after[column] = column + 1;
    after[ell] = 0;
    const gradient = new Float64Array(a.length);
    minor(0, 1, gradient);
    return gradient;
  };
}

/** Twice the sum of what points are off, and twice the number of points, of each centroid. */
function clusters(points: Float64Array, centroids: Float64Array, d: number) {
  const gradient = new Float64Array(centroids.length);
  const curvature = new Float64Array(centroids.length);
  for (let point = 0; point < points.length; point += d) {
    let least = Infinity;
    let nearest = 0;
    for (let centroid = 0; centroid < centroids.length; centroid += d) {
      let distance = 0;
      for (let j = 0; j < d; j++) {
        const difference = points[point + j] - centroids[centroid + j];
        distance += difference * difference;
      }
      if (distance < least) {
        least = distance;
        nearest = centroid;
      }
    }
    for (let j = 0; j < d; j++) {
      gradient[nearest + j] += 2 * (centroids[nearest + j] - points[point + j]);
      curvature[nearest + j] += 2;
    }
  }
  return { gradient, curvature };
}

function kmeansGradient(input: Inputs['kmeans']) {
  const [points, centroids] = [flat(input.points), flat(input.centroids)];
  return () => clusters(points, centroids, input.centroids[0].length).gradient;
}

function kmeans(input: Inputs['kmeans']) {
  const [points, centroids] = [flat(input.points), flat(input.centroids)];
  return () => {
    const { gradient, curvature } = clusters(points, centroids, input.centroids[0].length);
    return gradient.map((g, k) => g / curvature[k]);
  };
}

export const preparations = {
  hello: (x) => () => [2 * x],
  llsq,
  lse,
  ode,
  det,
  gmm,
  lstm,
  kmeansGradient,
  kmeans,
} satisfies Preparations;

export const load = loadOf(preparations);
