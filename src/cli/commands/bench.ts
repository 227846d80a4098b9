/** `delta-tape bench`: the time of a gradient against that of its function, in turns, after a warm-up. */
import { valueAndGrad } from '../../derivatives/grad.js';
import { called, exits, type Exit } from '../failure.js';
import { digits, json, table } from '../streams.js';
import { questionOf, wrtOf, type Loose } from '../named-function.js';
import type { Asked } from '../asked.js';

type Task = () => unknown;

/** The columns of the terminal that the longer time takes. */
const BAR = 40;

const ROUNDS = 15;
/** The time that the tasks run without being timed, and the least time of one round of a task. */
const WARM_UP = 300;
const ROUND = 10;

/** Keeps results, so that the optimiser cannot leave the work out. */
const sink: { result: unknown } = { result: null };

function time(task: Task, repeats: number): number {
  const start = performance.now();
  for (let k = 0; k < repeats; k++) sink.result = task();
  return performance.now() - start;
}

function enough(task: Task): number {
  let repeats = 1;
  while (time(task, repeats) < ROUND) repeats *= 2;
  return repeats;
}

/** Milliseconds of a call of each task: medians of rounds, in which the tasks take turns. */
function inTurns(tasks: readonly Task[]): number[] {
  const end = performance.now() + WARM_UP;
  while (performance.now() < end) tasks.forEach((task) => task());
  const repeats = tasks.map(enough);
  const rounds = Array.from({ length: ROUNDS }, () =>
    tasks.map((task, k) => time(task, repeats[k]) / repeats[k]),
  );
  return tasks.map((_, k) => rounds.map((round) => round[k]).sort((x, y) => x - y)[ROUNDS >> 1]);
}

/** Milliseconds in a unit that people read. */
function inUnits(milliseconds: number): string {
  if (milliseconds >= 1) return `${digits(milliseconds, 4)} ms`;
  return milliseconds >= 1e-3
    ? `${digits(1e3 * milliseconds, 4)} µs`
    : `${digits(1e6 * milliseconds, 4)} ns`;
}

export async function bench(asked: Asked): Promise<Exit> {
  const [f, args] = await questionOf(asked);
  const gradient = (valueAndGrad as Loose<unknown>)(f, {
    wrt: wrtOf(asked),
  });
  const [plain, both] = called(asked.subject, () =>
    inTurns([() => f(...args), () => gradient(...args)]),
  );
  const ratio = both / plain;
  const bar = (part: number) =>
    asked.out.isTTY === true ? ['█'.repeat(Math.round(part * BAR)).padEnd(BAR)] : [];
  asked.out.write(
    asked.options.json === true
      ? json({ functionMilliseconds: plain, gradientMilliseconds: both, ratio })
      : `${table(
          [
            ['function', inUnits(plain), ...bar(plain / both)],
            ['value and gradient', inUnits(both), ...bar(1)],
            ['ratio', digits(ratio, 3), ...bar(0)],
          ],
          asked.out,
        )}\n`,
  );
  return exits.good;
}
