/** Losses and densities as people hand them to fitters, in plain TypeScript. */
import { leastSquares, minimize, sgd, train } from 'delta-tape/learn';
import { nuts, positive } from 'delta-tape/learn/inference';

type Line = { slope: number; offset: number };
interface Example {
  readonly x: number;
  readonly y: number;
}

const xs = [0, 1, 2, 3];
const ys = [1, 3.1, 4.9, 7];
const examples: Example[] = xs.map((x, k) => ({ x, y: ys[k] }));
const start: Line = { slope: 0, offset: 0 };

export const squares = ({ slope, offset }: Line, at: number[], values: number[]): number => {
  let total = 0;
  for (let k = 0; k < at.length; k++) total += (slope * at[k] + offset - values[k]) ** 2;
  return total;
};

export const residuals = ({ slope, offset }: Line, at: number[], values: number[]): number[] => {
  const found: number[] = [];
  for (let k = 0; k < at.length; k++) found.push(slope * at[k] ** 2 + Math.exp(offset) - values[k]);
  return found;
};

const batchLoss = ({ slope, offset }: Line, batch: Example[]): number => {
  let total = 0;
  for (const { x, y } of batch) total += (slope * x + offset - y) ** 2;
  return total / batch.length;
};

const density = (
  { slope, noise }: { slope: number; noise: number },
  at: number[],
  values: number[],
): number => {
  let total = -noise;
  for (let k = 0; k < at.length; k++) {
    const z = (values[k] - slope * at[k]) / noise;
    total -= 0.5 * z * z + Math.log(noise);
  }
  return total;
};

const quick = { optimizer: sgd(), epochs: 2, batchSize: 2 };
const few = { chains: 1, draws: 5, warmup: 5, constraints: { noise: positive } };

/** The programs, each of which does the same as without compiled code. */
export const programs: Readonly<Record<string, () => unknown>> = {
  'minimize, with data as arguments': () => minimize(squares, start, { args: [xs, ys] }).solution,
  'minimize, with captured data': () => minimize((p: Line) => squares(p, xs, ys), start).solution,
  'minimize, within bounds': () =>
    minimize(squares, start, { args: [xs, ys], bounds: { lower: 0, upper: 1.5 } }).solution,
  'minimize by Hessian-vector products': () =>
    minimize(squares, start, { args: [xs, ys], method: 'newton-cg' }).solution,
  'leastSquares, with data as arguments': () =>
    leastSquares(residuals, start, { args: [xs, ys] }).solution,
  'leastSquares, with captured data and a method of arrays': () =>
    leastSquares((p: Line) => xs.map((x, k) => p.slope * x + Math.exp(p.offset) - ys[k]), start)
      .solution,
  'leastSquares, robust and within bounds': () =>
    leastSquares(residuals, start, { args: [xs, ys], loss: 'huber', bounds: { lower: -1 } })
      .solution,
  'train, with a loss by its name': async () =>
    (await train({ params: start, loss: batchLoss, data: examples, ...quick })).params,
  'train, with a loss in place': async () =>
    (
      await train({
        params: start,
        loss: ({ slope, offset }: Line, batch: Example[]) =>
          batch.reduce((sum, { x, y }) => sum + (slope * x + offset - y) ** 2, 0),
        data: examples,
        ...quick,
      })
    ).params,
  'nuts, with constraints': () =>
    nuts(density, { slope: 1, noise: 1 }, { ...few, args: [xs, ys] }).draws,
};
