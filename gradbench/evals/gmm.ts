/** The log posterior of a mixture of Gaussians with Wishart priors, and its gradient. */
import { grad, lgamma } from 'delta-tape';
import { flat, list, rows, same, type Matrix, type Vector } from '../numbers.js';
import type { Functions } from '../protocol.js';
import { timed } from '../timed.js';
import { logSumExp } from './lse.js';

/** The mixture: all components one after the other. */
interface Mixture {
  /** Logarithms of weights, not normalised. */
  readonly alpha: Float64Array;
  readonly mu: Float64Array;
  /** The roots of the precisions are lower triangular: logarithms of their diagonals, */
  readonly q: Float64Array;
  /** and what is below, column by column. */
  readonly l: Float64Array;
}

interface Prior {
  readonly m: number;
  readonly gamma: number;
}

const triangle = (d: number) => (d * (d - 1)) / 2;

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

/** The squared length of a triangular matrix times a vector. */
function squaredProduct(
  diagonal: Float64Array,
  below: Float64Array,
  component: number,
  vector: Float64Array,
): number {
  const d = vector.length;
  let total = 0;
  for (let row = 0; row < d; row++) {
    let product = diagonal[component * d + row] * vector[row];
    let at = component * triangle(d) + row - 1;
    for (let column = 0; column < row; column++) {
      product += below[at] * vector[column];
      at += d - column - 2;
    }
    total += product * product;
  }
  return total;
}

/** The log likelihood of some of the points, up to what is the same for all points. */
export function logLikelihood(
  { alpha, mu, q, l }: Mixture,
  x: Float64Array,
  from: number,
  to: number,
): number {
  const k = alpha.length;
  const d = mu.length / k;
  const diagonal = exponentials(q);
  const constants = new Float64Array(k);
  for (let c = 0; c < k; c++) constants[c] = alpha[c] + sum(q, c * d, (c + 1) * d);
  const centred = new Float64Array(d);
  const terms = new Float64Array(k);
  let total = 0;
  for (let point = from; point < to; point++) {
    for (let c = 0; c < k; c++) {
      for (let j = 0; j < d; j++) centred[j] = x[point * d + j] - mu[c * d + j];
      terms[c] = constants[c] - 0.5 * squaredProduct(diagonal, l, c, centred);
    }
    total += logSumExp(terms);
  }
  return total;
}

/** The rest of the log posterior of n points. */
export function logPrior({ alpha, mu, q, l }: Mixture, n: number, { m, gamma }: Prior): number {
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

const read = ({ d, n, x, m, gamma, alpha, mu, q, l }: Input) => ({
  mixture: { alpha: Float64Array.from(alpha), mu: flat(mu), q: flat(q), l: flat(l) },
  x: flat(x),
  n,
  d,
  prior: { m, gamma },
});

type Problem = ReturnType<typeof read>;

const objective = ({ mixture, x, n, prior }: Problem) =>
  logLikelihood(mixture, x, 0, n) + logPrior(mixture, n, prior);

const gradientOfLikelihood = grad(logLikelihood);
const gradientOfPrior = grad(logPrior);

/** Products that are recorded together: what they take of memory stays in the caches' reach. */
const BATCH = 2 ** 21;

/** The gradient of the sum over the points is a sum of gradients over batches of points. */
function gradient({ mixture, x, n, prior }: Problem): Mixture {
  const total = gradientOfPrior(mixture, n, prior);
  const batch = Math.ceil(BATCH / (mixture.l.length + mixture.mu.length));
  for (let from = 0; from < n; from += batch) {
    const part = gradientOfLikelihood(mixture, x, from, Math.min(from + batch, n));
    add(total.alpha, part.alpha);
    add(total.mu, part.mu);
    add(total.q, part.q);
    add(total.l, part.l);
  }
  return total;
}

function add(to: Float64Array, part: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] += part[i];
}

export const functions: Functions = {
  objective: timed(read, objective, same),
  jacobian: timed(
    read,
    (problem) => ({ ...gradient(problem), d: problem.d }),
    ({ alpha, mu, q, l, d }) => ({
      alpha: list(alpha),
      mu: rows(mu, d),
      q: rows(q, d),
      l: rows(l, triangle(d)),
    }),
  ),
};
