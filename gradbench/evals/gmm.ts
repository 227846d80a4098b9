/** The log posterior of a mixture of Gaussians with Wishart priors, and its gradient. */
import { grad, lgamma } from 'delta-tape';
import { flat, list, rows, same, type Matrix, type Vector } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';
import { logSumExp } from './lse.js';

interface Prior {
  readonly m: number;
  readonly gamma: number;
}

function sum(x: Float64Array, from: number, to: number): number {
  let total = 0;
  for (let i = from; i < to; i++) total += x[i];
  return total;
}

function sumOfSquares(x: Float64Array): number {
  let total = 0;
  for (let i = 0; i < x.length; i++) total += x[i] * x[i];
  return total;
}

function exponentials(x: Float64Array): Float64Array {
  const out = new Float64Array(x.length);
  for (let i = 0; i < x.length; i++) out[i] = Math.exp(x[i]);
  return out;
}

/**
 * The squared length of a triangular matrix times a vector: the diagonal from `on` on, and what is
 * below it row by row from `below` on.
 */
function squaredProduct(
  diagonal: Float64Array,
  on: number,
  l: Float64Array,
  below: number,
  vector: Float64Array,
): number {
  let total = 0;
  let at = below;
  for (let row = 0; row < vector.length; row++) {
    let product = diagonal[on + row] * vector[row];
    for (let column = 0; column < row; column++) product += l[at + column] * vector[column];
    total += product * product;
    at += row;
  }
  return total;
}

/**
 * The log likelihood of some of the points, up to what is the same for all points. Of each of the
 * k components, one after the other, there are: the logarithm of its weight, its mean, and the root
 * of its precision, a triangular matrix, by the logarithms of its diagonal and what is below.
 */
export function logLikelihood(
  alpha: Float64Array,
  mu: Float64Array,
  q: Float64Array,
  l: Float64Array,
  x: Float64Array,
  from: number,
  to: number,
): number {
  const k = alpha.length;
  const d = mu.length / k;
  const below = l.length / k;
  const diagonal = exponentials(q);
  const constants = new Float64Array(k);
  for (let c = 0; c < k; c++) constants[c] = alpha[c] + sum(q, c * d, (c + 1) * d);
  const centred = new Float64Array(d);
  const terms = new Float64Array(k);
  let total = 0;
  for (let point = from; point < to; point++) {
    for (let c = 0; c < k; c++) {
      for (let j = 0; j < d; j++) centred[j] = x[point * d + j] - mu[c * d + j];
      terms[c] = constants[c] - 0.5 * squaredProduct(diagonal, c * d, l, c * below, centred);
    }
    total += logSumExp(terms);
  }
  return total;
}

/** The rest of the log posterior of n points. */
export function logPrior(
  alpha: Float64Array,
  mu: Float64Array,
  q: Float64Array,
  l: Float64Array,
  n: number,
  { m, gamma }: Prior,
): number {
  const k = alpha.length;
  const d = mu.length / k;
  const freedom = d + m + 1;
  let constant =
    freedom * d * Math.log(gamma / Math.SQRT2) - 0.25 * d * (d - 1) * Math.log(Math.PI);
  for (let j = 0; j < d; j++) constant -= lgamma(0.5 * (freedom - j));
  const squares = sumOfSquares(exponentials(q)) + sumOfSquares(l);
  return (
    k * constant -
    0.5 * gamma * gamma * squares +
    m * sum(q, 0, q.length) -
    n * (0.5 * d * Math.log(2 * Math.PI) + logSumExp(alpha))
  );
}

interface Input extends Prior {
  readonly d: number;
  readonly k: number;
  readonly n: number;
  readonly x: Matrix;
  readonly alpha: Vector;
  readonly mu: Matrix;
  readonly q: Matrix;
  readonly l: Matrix;
}

type Parameters = [alpha: Float64Array, mu: Float64Array, q: Float64Array, l: Float64Array];

/** The places, in a triangle that is written column by column, of its elements row by row. */
const placesByRow = (d: number): number[] =>
  Array.from({ length: d }, (_, row) =>
    Array.from({ length: row }, (_, column) => (column * (2 * d - 3 - column)) / 2 + row - 1),
  ).flat();

function read({ d, n, x, m, gamma, alpha, mu, q, l }: Input) {
  const places = placesByRow(d);
  const byRow = l.map((triangle) => places.map((place) => triangle[place]));
  const parameters: Parameters = [Float64Array.from(alpha), flat(mu), flat(q), flat(byRow)];
  return { parameters, x: flat(x), n, d, prior: { m, gamma } };
}

type Problem = ReturnType<typeof read>;

const objective = ({ parameters, x, n, prior }: Problem) =>
  logLikelihood(...parameters, x, 0, n) + logPrior(...parameters, n, prior);

const gradientOfLikelihood = grad(logLikelihood, { wrt: [0, 1, 2, 3] });
const gradientOfPrior = grad(logPrior, { wrt: [0, 1, 2, 3] });

/** Products that are recorded together. */
const BATCH = 2 ** 22;

/** The gradient of the sum over the points is a sum of gradients over batches of points. */
function gradient({ parameters, x, n, prior }: Problem): Parameters {
  const total = gradientOfPrior(...parameters, n, prior);
  const [, mu, , l] = parameters;
  const batch = Math.ceil(BATCH / (l.length + mu.length));
  for (let from = 0; from < n; from += batch) {
    const part = gradientOfLikelihood(...parameters, x, from, Math.min(from + batch, n));
    total.forEach((to, k) => add(to, part[k]));
  }
  return total;
}

function add(to: Float64Array, part: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] += part[i];
}

function write({ d, gradient: [alpha, mu, q, l] }: { d: number; gradient: Parameters }) {
  const places = placesByRow(d);
  const byColumn = (triangle: number[]) => {
    const out = new Array<number>(places.length);
    places.forEach((place, k) => (out[place] = triangle[k]));
    return out;
  };
  const triangles = rows(l, places.length).map(byColumn);
  return { alpha: list(alpha), mu: rows(mu, d), q: rows(q, d), l: triangles };
}

export const functions: Functions = {
  objective: timed(read, objective, same),
  jacobian: timed(read, (problem) => ({ d: problem.d, gradient: gradient(problem) }), write),
};
