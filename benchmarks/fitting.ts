/**
 * How many evaluations packages on npm take for the problems of Moré, Garbow and Hillstrom, each until the sum of
 * squares is a published minimum: `npm run bench:fitting`. All are given this library's exact derivatives, where they
 * take some. Writes test/learn/problems/peer-counts.json and benchmarks/FITTING.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { jacobian, valueAndGrad } from 'delta-tape';
import { plain } from 'delta-tape/plain';
import {
  counted as evaluationsOf,
  countsPage,
  reached,
  type Scipy,
} from '../test/learn/problems/counts.js';
import { problems, type Problem } from '../test/learn/problems/more-garbow-hillstrom.js';
import { installPeers, packaged, project } from './peers/project.js';

const MOST = 10_000;

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

installPeers();
const { levenbergMarquardt } =
  await packaged<Pick<Packages, 'levenbergMarquardt'>>('ml-levenberg-marquardt');
const { uncmin } = await packaged<Pick<Packages, 'uncmin'>>('numeric');
const tf = await packaged<Packages['tf']>('@tensorflow/tfjs');
await tf.setBackend('cpu');

/** Ends a search that has arrived, or that goes on too long. */
class Over extends Error {}

const sum = plain((rs: number[]): number => rs.reduce((total, r) => total + r * r, 0));

/** Counts evaluations until one arrives; null if none does. */
function counted(problem: Problem, search: (looked: (sum: number) => void) => void): number | null {
  let count = 0;
  let arrived = false;
  const looked = (sum: number) => {
    count++;
    arrived = reached(problem, sum);
    if (arrived || count >= MOST) throw new Over();
  };
  try {
    search(looked);
  } catch (error) {
    // Others fail by singular matrices and the like: they do not arrive.
    if (!(error instanceof Error)) throw error;
  }
  return arrived ? count : null;
}

function fitted(problem: Problem, exact: boolean): number | null {
  const { residuals, start } = problem;
  const rows = residuals([...start]).map((_, k) => k);
  return counted(problem, (looked) => {
    const f: Fitted = (x) => {
      const rs = residuals([...x]);
      looked(sum(rs));
      return (index) => rs[index];
    };
    const jacobianFunction = (x: number[]) => {
      looked(Infinity);
      const found = jacobian(residuals)([...x]);
      return (index: number) => found[index];
    };
    const asked = { initialValues: [...start], maxIterations: MOST, errorTolerance: 1e-300 };
    const options = exact ? { ...asked, jacobianFunction } : asked;
    levenbergMarquardt({ x: rows, y: rows.map(() => 0) }, f, options);
  });
}

type Squares = (x: number[]) => { readonly value: number; readonly gradient: number[] };

const squaresOf = ({ residuals }: Problem): Squares => {
  const both = valueAndGrad((x: number[], of: Problem['residuals']) => sum(of(x)));
  return (x) => both([...x], residuals);
};

/** BFGS. A value and its gradient count once. */
const minimized = (problem: Problem, squares: Squares): number | null =>
  counted(problem, (looked) => {
    const f = (x: number[]) => {
      const { value } = squares(x);
      looked(value);
      return value;
    };
    uncmin(f, [...problem.start], 1e-300, (x) => squares(x).gradient, MOST);
  });

/** The best of three learning rates. */
function byAdam(problem: Problem, squares: Squares): number | null {
  const counts = [0.001, 0.01, 0.1].map((rate) =>
    counted(problem, (looked) => {
      const x = tf.variable(tf.tensor1d([...problem.start]));
      const optimizer = tf.train.adam(rate);
      for (;;) {
        const { value, gradient } = squares([...x.dataSync()]);
        looked(value);
        const slopes = tf.tensor1d(gradient);
        optimizer.applyGradients({ [x.name]: slopes });
        slopes.dispose();
      }
    }),
  );
  const arrived = counts.filter((count) => count !== null);
  return arrived.length === 0 ? null : Math.min(...arrived);
}

const rows = Object.fromEntries(
  problems.map((problem) => {
    const squares = squaresOf(problem);
    const row = {
      lm: fitted(problem, false),
      exactLm: fitted(problem, true),
      bfgs: minimized(problem, squares),
      adam: byAdam(problem, squares),
    };
    console.log(problem.name, JSON.stringify(row));
    return [problem.name, row];
  }),
);
const folder = new URL('test/learn/problems/', project);
const peers = { most: MOST, rows };
writeFileSync(new URL('peer-counts.json', folder), `${JSON.stringify(peers, null, 2)}\n`);
const scipy = JSON.parse(readFileSync(new URL('scipy-counts.json', folder), 'utf8')) as Scipy;
const page = new URL('benchmarks/FITTING.md', project);
writeFileSync(page, countsPage(evaluationsOf(), scipy, peers));
