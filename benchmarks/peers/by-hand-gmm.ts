/** The gradient of the log posterior of a Gaussian mixture, by hand. */
import { flat } from '../../gradbench/numbers.js';
import type { Inputs } from './inputs.js';

/** Adds what the points contribute. Triangles are row by row here. */
function addLikelihood(
  n: number,
  d: number,
  x: Float64Array,
  constants: Float64Array,
  mu: Float64Array,
  diagonal: Float64Array,
  l: Float64Array,
  ofConstants: Float64Array,
  ofMu: Float64Array,
  ofDiagonal: Float64Array,
  ofL: Float64Array,
): void {
  const k = constants.length;
  const below = l.length / k;
  const centred = new Float64Array(k * d);
  const products = new Float64Array(k * d);
  const terms = new Float64Array(k);
  const ofCentred = new Float64Array(d);
  for (let point = 0; point < n; point++) {
    let greatest = -Infinity;
    for (let c = 0; c < k; c++) {
      let length = 0;
      let at = c * below;
      for (let row = 0; row < d; row++) {
        const own = c * d + row;
        centred[own] = x[point * d + row] - mu[own];
        let product = diagonal[own] * centred[own];
        for (let column = 0; column < row; column++) product += l[at++] * centred[c * d + column];
        products[own] = product;
        length += product * product;
      }
      terms[c] = constants[c] - 0.5 * length;
      if (terms[c] > greatest) greatest = terms[c];
    }
    let total = 0;
    for (let c = 0; c < k; c++) total += terms[c] = Math.exp(terms[c] - greatest);
    for (let c = 0; c < k; c++) {
      const weight = terms[c] / total;
      ofConstants[c] += weight;
      ofCentred.fill(0);
      let at = c * below;
      for (let row = 0; row < d; row++) {
        const own = c * d + row;
        const ofProduct = -weight * products[own];
        ofDiagonal[own] += ofProduct * centred[own];
        for (let column = 0; column < row; column++, at++) {
          ofL[at] += ofProduct * centred[c * d + column];
          ofCentred[column] += ofProduct * l[at];
        }
        ofCentred[row] += ofProduct * diagonal[own];
      }
      for (let j = 0; j < d; j++) ofMu[c * d + j] -= ofCentred[j];
    }
  }
}

/** The gradient by alpha, l, mu and q. */
export function gmm(input: Inputs['gmm']) {
  const { d, k, n, m, gamma } = input;
  const [x, mu, q] = [flat(input.x), flat(input.mu), flat(input.q)];
  const alpha = Float64Array.from(input.alpha);
  const columnwise = flat(input.l);
  const below = (d * (d - 1)) / 2;
  /** For each entry of the triangles row by row, where it is column by column. */
  const places = new Int32Array(k * below);
  for (let c = 0, at = 0; c < k; c++) {
    for (let row = 0; row < d; row++) {
      for (let column = 0; column < row; column++) {
        places[at++] = c * below + (column * (2 * d - 3 - column)) / 2 + row - 1;
      }
    }
  }
  const l = Float64Array.from(places, (place) => columnwise[place]);
  return () => {
    const diagonal = q.map(Math.exp);
    const constants = alpha.map((a, c) => q.subarray(c * d, c * d + d).reduce((s, y) => s + y, a));
    const ofAlpha = new Float64Array(k);
    const ofMu = new Float64Array(k * d);
    const ofQ = new Float64Array(k * d);
    const ofL = new Float64Array(k * below);
    addLikelihood(n, d, x, constants, mu, diagonal, l, ofAlpha, ofMu, ofQ, ofL);
    for (let j = 0; j < k * d; j++) {
      const prior = m - gamma * gamma * diagonal[j] * diagonal[j];
      ofQ[j] = ofQ[j] * diagonal[j] + ofAlpha[Math.floor(j / d)] + prior;
    }
    const greatest = Math.max(...alpha);
    const total = alpha.reduce((sum, a) => sum + Math.exp(a - greatest), 0);
    for (let c = 0; c < k; c++) ofAlpha[c] -= (n * Math.exp(alpha[c] - greatest)) / total;
    const out = new Float64Array(k * (1 + below + 2 * d));
    out.set(ofAlpha);
    places.forEach((place, at) => {
      out[k + place] = ofL[at] - gamma * gamma * l[at];
    });
    out.set(ofMu, k + k * below);
    out.set(ofQ, k + k * below + k * d);
    return out;
  };
}
