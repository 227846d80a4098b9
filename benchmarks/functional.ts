/**
 * Functional operators of arrays beside loops: for each program the loop, the gradient of the loop, and the gradient
 * of the operators, in turns in one process: `node --import delta-tape/register benchmarks/functional.ts`.
 */
import { grad } from 'delta-tape';
import * as arrays from 'delta-tape/numpy';

/** Arrays as this file sees them. */
interface Vector {
  readonly data: ArrayLike<number>;
  dispose(): void;
}
const np = arrays as unknown as Record<string, (...args: readonly unknown[]) => unknown>;

interface Row {
  readonly name: string;
  readonly loop: (xs: Float64Array, ys: Float64Array) => number;
  readonly operators: (xs: Vector, ys: Vector) => number;
}

const step = (s: number, x: number): number => s * 0.5 + Math.sin(x) * x;
const join = (x: number, y: number): number => x + y + 1e-6 * x * y;
const cube = (x: number): number => x * x * x;
const times = (x: number, y: number): number => x * y;

const rows: readonly Row[] = [
  {
    name: 'reduce',
    loop: (xs) => {
      let s = 0;
      for (let k = 0; k < xs.length; k++) s = s + xs[k] + 1e-6 * s * xs[k];
      return s;
    },
    operators: (xs) => np.reduce(join, 0, xs) as number,
  },
  {
    name: 'fold with sin',
    loop: (xs) => {
      let s = 0;
      for (let k = 0; k < xs.length; k++) s = s * 0.5 + Math.sin(xs[k]) * xs[k];
      return s;
    },
    operators: (xs) => np.fold(step, 0, xs) as number,
  },
  {
    name: 'sum of a map',
    loop: (xs) => {
      let s = 0;
      for (let k = 0; k < xs.length; k++) s += xs[k] * xs[k] * xs[k];
      return s;
    },
    operators: (xs) => np.sum(np.map(cube, xs)) as number,
  },
  {
    name: 'dot',
    loop: (xs, ys) => {
      let s = 0;
      for (let k = 0; k < xs.length; k++) s += xs[k] * ys[k];
      return s;
    },
    operators: (xs, ys) => np.sum(np.map2(times, xs, ys)) as number,
  },
  {
    name: 'reduce of a map2',
    loop: (xs, ys) => {
      let s = 0;
      for (let k = 0; k < xs.length; k++) {
        const z = xs[k] * ys[k];
        s = s + z + 1e-6 * s * z;
      }
      return s;
    },
    operators: (xs, ys) => np.reduce(join, 0, np.map2(times, xs, ys)) as number,
  },
  {
    name: 'sum of a scanl',
    loop: (xs) => {
      let s = 0;
      let total = 0;
      for (let k = 0; k < xs.length; k++) {
        s = s * 0.5 + Math.sin(xs[k]) * xs[k];
        total += s;
      }
      return total;
    },
    operators: (xs) => np.sum(np.scanl(step, 0, xs)) as number,
  },
  {
    name: 'sum of a scanr',
    loop: (xs) => {
      let s = 0;
      let total = 0;
      for (let k = xs.length - 1; k >= 0; k--) {
        s = s * 0.5 + Math.sin(xs[k]) * xs[k];
        total += s;
      }
      return total;
    },
    operators: (xs) => np.sum(np.scanr(step, 0, xs)) as number,
  },
];

const size = Number(process.argv[2] ?? 100_000);
const numbers = Float64Array.from({ length: size }, (_, k) => Math.cos(k) * 1e-2);
const others = Float64Array.from({ length: size }, (_, k) => Math.sin(k) * 1e-2);

/** The least milliseconds of each task, in turns. */
function least(tasks: readonly (() => unknown)[], turns: number): number[] {
  const best = tasks.map(() => Infinity);
  for (let turn = 0; turn < turns; turn++)
    tasks.forEach((task, k) => {
      const start = performance.now();
      task();
      best[k] = Math.min(best[k], performance.now() - start);
    });
  return best;
}

console.log(
  'program            | loop ms | gradient of the loop | operators | operators ÷ gradient of the loop',
);
for (const { name, loop, operators } of rows) {
  const ofLoop = grad(loop as never) as unknown as (...args: unknown[]) => ArrayLike<number>;
  const ofOperators = grad(operators as never) as unknown as (...args: unknown[]) => Vector;
  const [xs, ys] = [np.array(numbers), np.array(others)];
  const expected = ofLoop(numbers, others);
  const found = ofOperators(xs, ys).data;
  for (let k = 0; k < size; k++)
    if (Math.abs(expected[k] - found[k]) > 1e-9 * Math.max(1, Math.abs(expected[k])))
      throw new Error(`${name}: ${expected[k]} and ${found[k]} at ${k}`);
  const times = least(
    [
      () => loop(numbers, others),
      () => ofLoop(numbers, others),
      () => ofOperators(xs, ys).dispose(),
    ],
    60,
  );
  const [plain, gradient, functional] = times;
  console.log(
    `${name.padEnd(18)} | ${plain.toFixed(3).padStart(7)} | ${gradient.toFixed(3).padStart(8)} (${(gradient / plain).toFixed(1)}) | ${functional.toFixed(3).padStart(8)} (${(functional / plain).toFixed(1)}) | ${(functional / gradient).toFixed(2)}`,
  );
}
