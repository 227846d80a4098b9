/** The log posterior of a mixture of 25 Gaussians in 10 dimensions at 1,000 points, as GradBench has it. */
import { grad } from 'delta-tape';
import * as nn from 'delta-tape/nn';
import * as np from 'delta-tape/numpy';
import type { logLikelihood, logPrior } from '../../gradbench/evals/gmm.js';
import { flat as joined } from '../../gradbench/numbers.js';
import { gmm } from '../peers/by-hand-gmm.js';
import { inputOf } from '../peers/inputs.js';
import { arrayOf, flat } from './network.js';
import { translated } from './translated.js';
import type { Variant } from './variant.js';

type NDArray = ReturnType<typeof np.zeros>;

const [D, K, N] = [10, 25, 1000];
const BELOW = (D * (D - 1)) / 2;
const input = inputOf('gmm', [D, K, N]);

export function byHand(): Variant {
  const gradient = gmm(input);
  return { name: 'loops by hand', run: () => gradient()[0], gradient };
}

/** Where the elements of a triangle, row by row, are when it is written column by column. */
const places = Array.from({ length: D }, (_, row) =>
  Array.from({ length: row }, (__, column) => (column * (2 * D - 3 - column)) / 2 + row - 1),
).flat();

interface Module {
  readonly logLikelihood: typeof logLikelihood;
  readonly logPrior: typeof logPrior;
}

export async function plain(): Promise<Variant> {
  const module = await translated<Module>('gradbench/evals/gmm.ts');
  const ofLikelihood = grad(module.logLikelihood, { wrt: [0, 1, 2, 3] });
  const ofPrior = grad(module.logPrior, { wrt: [0, 1, 2, 3] });
  const byRow = input.l.map((triangle) => places.map((place) => triangle[place]));
  const at = [Float64Array.from(input.alpha), ...[input.mu, input.q, byRow].map(joined)];
  const [alpha, mu, q, l] = at;
  const x = joined(input.x);
  const { m, gamma } = input;
  const gradient = () => {
    const total = ofPrior(alpha, mu, q, l, N, { m, gamma });
    const part = ofLikelihood(alpha, mu, q, l, x, 0, N);
    total.forEach((to, k) => to.forEach((_, i) => (to[i] += part[k][i])));
    return total;
  };
  return {
    name: 'plain TypeScript',
    run: () => gradient()[0][0],
    gradient() {
      const [ofAlpha, ofMu, ofQ, ofL] = gradient();
      const columns = new Float64Array(ofL.length);
      ofL.forEach((slope, at) => {
        const triangle = Math.floor(at / BELOW);
        columns[triangle * BELOW + places[at % BELOW]] = slope;
      });
      return [ofAlpha, columns, ofMu, ofQ].flatMap((part) => Array.from(part));
    },
  };
}

/** Puts triangles, which are column by column, into square matrices. */
function spreading(): Float64Array {
  const spread = new Float64Array(BELOW * D * D);
  for (let column = 0, at = 0; column < D; column++)
    for (let row = column + 1; row < D; row++, at++) spread[at * D * D + row * D + column] = 1;
  return spread;
}

interface Mixture {
  readonly alpha: NDArray;
  readonly l: NDArray;
  readonly mu: NDArray;
  readonly q: NDArray;
}

/** Up to a constant, which has no gradient. */
function posterior(
  { alpha, l, mu, q }: Mixture,
  x: NDArray,
  spread: NDArray,
  unit: NDArray,
): number {
  const { m, gamma } = input;
  const diagonals = np.exp(q);
  const lower = np.reshape(np.matmul(l, spread), [K, D, D]);
  const roots = np.add(lower, np.multiply(np.reshape(diagonals, [K, 1, D]), unit));
  const centred = np.subtract(x, np.reshape(mu, [K, 1, D]));
  const lengths = np.sum(np.square(np.matmul(centred, np.swapaxes(roots, 1, 2))), 2);
  const constants = np.reshape(np.add(alpha, np.sum(q, 1)), [K, 1]);
  const terms = np.subtract(constants, np.multiply(lengths, 0.5));
  const likelihood = np.sum(nn.logSumExp(terms, 0));
  const squares = np.add(np.sum(np.square(diagonals)), np.sum(np.square(l)));
  const prior = np.subtract(np.multiply(np.sum(q), m), np.multiply(squares, 0.5 * gamma * gamma));
  return np.add(np.subtract(likelihood, np.multiply(nn.logSumExp(alpha), N)), prior) as number;
}

export function library(): Variant {
  const at = {
    alpha: arrayOf(Float64Array.from(input.alpha), [K], 'float64'),
    l: arrayOf(joined(input.l), [K, BELOW], 'float64'),
    mu: arrayOf(joined(input.mu), [K, D], 'float64'),
    q: arrayOf(joined(input.q), [K, D], 'float64'),
  };
  const x = arrayOf(joined(input.x), [1, N, D], 'float64');
  const spread = arrayOf(spreading(), [BELOW, D * D], 'float64');
  const unit = np.eye(D);
  const gradient = grad(posterior);
  return {
    name: 'library',
    run: () => np.tidy(() => gradient(at, x, spread, unit).alpha.iget(0) as number),
    gradient() {
      const { alpha, l, mu, q } = gradient(at, x, spread, unit);
      return flat([alpha, l, mu, q]);
    },
  };
}
