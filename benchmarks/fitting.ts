/**
 * The evaluations and the time that packages on npm take for the problems of Moré, Garbow and Hillstrom
 * beside this library, each until the sum of squares is a published minimum: `npm run bench:fitting`.
 * All are given this library's exact derivatives, where they take some. Writes
 * test/learn/problems/peer-counts.json and benchmarks/FITTING.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { jacobian, valueAndGrad } from 'delta-tape';
import { leastSquares, minimize } from 'delta-tape/learn';
import { plain } from 'delta-tape/plain';
import {
  counted,
  countsPage,
  reached,
  squares as squaresOfThese,
  type Outcome,
  type Peers,
  type Scipy,
} from '../test/learn/problems/counts.js';
import { problems, type Problem } from '../test/learn/problems/more-garbow-hillstrom.js';
import { installPeers, packaged, project } from './peers/project.js';
import { machine } from './text.js';
import { timed } from './timing.js';

const MOST = 10_000;
/** All contestants take turns, so often, and so many seconds for a problem; those whose runs are long, three times. */
const [ROUNDS, SECONDS] = [100, 1];
const LONG = 100;

type Fitted = (x: number[]) => (index: number) => number;
interface Tensor {
  readonly name: string;
  dataSync(): Float32Array;
  dispose(): void;
}
interface Packages {
  readonly levenbergMarquardt: (
    data: { readonly x: number[]; readonly y: number[] },
    f: Fitted,
    options: object,
  ) => unknown;
  readonly uncmin: (
    f: (x: number[]) => number,
    start: number[],
    tolerance: number,
    gradient: (x: number[]) => number[],
    most: number,
  ) => unknown;
  readonly tf: {
    setBackend(name: string): Promise<boolean>;
    variable(initial: Tensor): Tensor;
    tensor1d(xs: number[]): Tensor;
    readonly train: {
      adam(rate: number): { applyGradients(gradients: Record<string, Tensor>): void };
    };
  };
}

const [loadBefore] = loadavg();
installPeers();
const { levenbergMarquardt } =
  await packaged<Pick<Packages, 'levenbergMarquardt'>>('ml-levenberg-marquardt');
const { uncmin } = await packaged<Pick<Packages, 'uncmin'>>('numeric');
const tf = await packaged<Packages['tf']>('@tensorflow/tfjs');
await tf.setBackend('cpu');

/** End a search: it is at a minimum, or goes on too long. */
class Arrived extends Error {}
class Over extends Error {}

const sum = plain((rs: number[]): number => rs.reduce((total, r) => total + r * r, 0));

/** Searches for a minimum of a problem; each evaluation is looked at, by the sum of squares there. */
type Search = (looked: (sum: number) => void) => void;

/** Counts evaluations until one arrives. */
function raced(problem: Problem, search: Search): Omit<Outcome, 'milliseconds'> {
  let count = 0;
  let least = Infinity;
  const looked = (sum: number) => {
    count++;
    if (sum < least) least = sum;
    if (reached(problem, sum)) throw new Arrived();
    if (count >= MOST) throw new Over();
  };
  try {
    search(looked);
  } catch (error) {
    if (error instanceof Arrived) return { evaluations: count, least };
    // Others fail by singular matrices and the like: they do not arrive.
    if (!(error instanceof Error)) throw error;
  }
  return { evaluations: null, least };
}

const fits = ({ residuals, start }: Problem, exact: boolean): Search => {
  const rows = residuals([...start]).map((_, k) => k);
  const slopes = jacobian(residuals);
  return (looked) => {
    const f: Fitted = (x) => {
      const rs = residuals([...x]);
      looked(sum(rs));
      return (index) => rs[index];
    };
    const jacobianFunction = (x: number[]) => {
      looked(Infinity);
      const found = slopes([...x]);
      return (index: number) => found[index];
    };
    const asked = { initialValues: [...start], maxIterations: MOST, errorTolerance: 1e-300 };
    const options = exact ? { ...asked, jacobianFunction } : asked;
    levenbergMarquardt({ x: rows, y: rows.map(() => 0) }, f, options);
  };
};

type Squares = (x: number[]) => { readonly value: number; readonly gradient: number[] };

const squaresOf = ({ residuals }: Problem): Squares => {
  const both = valueAndGrad((x: number[], of: Problem['residuals']) => sum(of(x)));
  return (x) => both([...x], residuals);
};

/** BFGS. A value and its gradient count once. */
const byUncmin =
  ({ start }: Problem, squares: Squares): Search =>
  (looked) => {
    let last: { readonly x: readonly number[]; readonly gradient: number[] } | undefined;
    const f = (x: number[]) => {
      const { value, gradient } = squares(x);
      looked(value);
      last = { x: [...x], gradient };
      return value;
    };
    // It asks for the gradient where it had the value last.
    const gradient = (x: number[]) =>
      last?.x.every((xk, k) => xk === x[k]) === true ? last.gradient : squares(x).gradient;
    uncmin(f, [...start], 1e-300, gradient, MOST);
  };

const byAdam =
  ({ start }: Problem, squares: Squares, rate: number): Search =>
  (looked) => {
    const x = tf.variable(tf.tensor1d([...start]));
    const optimizer = tf.train.adam(rate);
    for (;;) {
      const { value, gradient } = squares([...x.dataSync()]);
      looked(value);
      const slopes = tf.tensor1d(gradient);
      optimizer.applyGradients({ [x.name]: slopes });
      slopes.dispose();
    }
  };

/** The best of three learning rates. */
function bestAdam(problem: Problem, squares: Squares): Search {
  const searches = [0.001, 0.01, 0.1].map((rate) => byAdam(problem, squares, rate));
  const found = searches.map((search) => raced(problem, search).evaluations ?? Infinity);
  return searches[found.indexOf(Math.min(...found))];
}

/** The shortest times of some works that take turns. */
function shortest(works: readonly (() => unknown)[]): number[] {
  const times = works.map(() => Infinity);
  const end = performance.now() + 1000 * SECONDS;
  for (let round = 0; round < ROUNDS && performance.now() < end; round++) {
    works.forEach((work, k) => {
      if (round < 3 || times[k] < LONG) times[k] = Math.min(times[k], timed(work).milliseconds);
    });
  }
  return times;
}

const ours = counted();
const rows = Object.fromEntries(
  problems.map((problem, k) => {
    const { residuals, start, name } = problem;
    const squares = squaresOf(problem);
    const searches = {
      lm: fits(problem, false),
      exactLm: fits(problem, true),
      bfgs: byUncmin(problem, squares),
      adam: bestAdam(problem, squares),
    };
    const peers = Object.entries(searches).map(([peer, search]) => {
      const outcome = raced(problem, search);
      const isThere = outcome.evaluations !== null;
      return { peer, outcome, work: isThere ? () => raced(problem, search) : null };
    });
    const { fit, lbfgs } = ours[k];
    const works = [
      () => leastSquares(residuals, [...start], { maxEvaluations: fit }),
      () => minimize(squaresOfThese, [...start], { maxEvaluations: lbfgs, args: [residuals] }),
      ...peers.map(({ work }) => work ?? (() => null)),
    ];
    const [fitTime, lbfgsTime, ...others] = shortest(works);
    const row = {
      milliseconds: { fit: fitTime, lbfgs: lbfgsTime },
      peers: Object.fromEntries(
        peers.map(({ peer, outcome, work }, k) => [
          peer,
          { ...outcome, milliseconds: work === null ? null : others[k] },
        ]),
      ),
    };
    console.log(name, JSON.stringify(row));
    return [name, row];
  }),
) as Peers['rows'];
const folder = new URL('test/learn/problems/', project);
const peers = { most: MOST, machine: machine({ launches: 1, loadBefore }), rows };
writeFileSync(new URL('peer-counts.json', folder), `${JSON.stringify(peers, null, 2)}\n`);
const scipy = JSON.parse(readFileSync(new URL('scipy-counts.json', folder), 'utf8')) as Scipy;
const page = new URL('benchmarks/FITTING.md', project);
writeFileSync(page, countsPage(ours, scipy, peers));
