/** The values that plots show: along one input, and over two of them. */
import { valueAndGradient } from './answers.js';
import type { Curve, Field, Pair } from './messages.js';
import type { Program } from './program.js';

const POINTS = 240;
const GRID = 48;
const ARROWS = 11;
const STEPS = 200;

/** `count` numbers from one end to the other. */
export const spread = ([from, to]: Pair, count: number): number[] =>
  Array.from({ length: count }, (_, k) => from + ((to - from) * k) / (count - 1));

/** The value and the gradient with respect to some of the inputs, as functions of these. */
function sliceOf(program: Program, at: readonly number[], inputs: readonly number[]) {
  const { wrt } = program;
  const f = program.f!;
  const withGradient = valueAndGradient(f, { wrt });
  const argumentsFor = (values: readonly number[]) => {
    const moved = [...at];
    inputs.forEach((input, k) => (moved[input] = values[k]));
    return program.argumentsAt(moved);
  };
  return {
    value: (...values: number[]): number => Number(f(...argumentsFor(values))),
    gradient: (...values: number[]): number[] => {
      const all = program.spread(withGradient(...argumentsFor(values)).gradient);
      return inputs.map((input) => all[input] ?? 0);
    },
  };
}

export function curve(
  program: Program,
  { at, input, range }: { at: readonly number[]; input: number; range: Pair },
): Curve {
  const { value } = sliceOf(program, at, [input]);
  const xs = spread(range, POINTS);
  return { xs, ys: xs.map((x) => value(x)) };
}

export function field(
  program: Program,
  { at, inputs, ranges }: { at: readonly number[]; inputs: Pair; ranges: readonly [Pair, Pair] },
): Field {
  const { value, gradient } = sliceOf(program, at, inputs);
  const [xs, ys] = ranges.map((range) => spread(range, GRID));
  // Arrows stand in the middle of their cells.
  const [arrowXs, arrowYs] = ranges.map(([from, to]) => {
    const half = (to - from) / ARROWS / 2;
    return spread([from + half, to - half], ARROWS);
  });
  return {
    size: GRID,
    values: ys.flatMap((y) => xs.map((x) => value(x, y))),
    arrows: arrowYs.flatMap((y) =>
      arrowXs.map((x) => ({ at: [x, y] as const, gradient: gradient(x, y) as unknown as Pair })),
    ),
    descent: descent(value, gradient, [at[inputs[0]], at[inputs[1]]], ranges),
  };
}

const isWithin = (x: number, [from, to]: Pair): boolean => x >= from && x <= to;

/** The longest step by which one coordinate moves a small part of its range. */
const longest = (slope: number, [from, to]: Pair): number => (0.06 * (to - from)) / Math.abs(slope);

/**
 * Gradient descent, with steps that are halved until the value falls enough (Armijo), and else doubled. It ends with the
 * first step out of the plot.
 */
export function descent(
  value: (x: number, y: number) => number,
  gradient: (x: number, y: number) => readonly number[],
  start: Pair,
  ranges: readonly [Pair, Pair],
): Pair[] {
  const path: Pair[] = [start];
  let [x, y] = start;
  let now = value(x, y);
  let step = 1;
  while (path.length <= STEPS) {
    const [dx, dy] = gradient(x, y);
    const slope = dx * dx + dy * dy;
    if (!(slope > 0 && slope < Infinity)) break;
    // A longer step could leave the valley that the reader sees it in.
    step = Math.min(step, longest(dx, ranges[0]), longest(dy, ranges[1]));
    let next = value(x - step * dx, y - step * dy);
    while (!(next <= now - 0.1 * step * slope) && step > 1e-15) {
      step /= 2;
      next = value(x - step * dx, y - step * dy);
    }
    if (!(next < now)) break;
    [x, y, now] = [x - step * dx, y - step * dy, next];
    path.push([x, y]);
    if (!isWithin(x, ranges[0]) || !isWithin(y, ranges[1])) break;
    step *= 2;
  }
  return path;
}
