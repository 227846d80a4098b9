/**
 * A timer that takes turns. The known ones (tinybench, mitata) run each task to its end before the
 * next begins, so that a busy second of the machine falls on one task alone and spoils every ratio;
 * here each round times all tasks, one after the other.
 */

/** A task gives a number, which is kept, so that the optimiser cannot leave the work out. */
export type Task = () => number;

const SHORTEST_BATCH = 0.5;
const FEWEST_ROUNDS = 7;

export const sink = { total: 0 };

function time(task: Task, repeats: number): number {
  let total = 0;
  const start = performance.now();
  for (let k = 0; k < repeats; k++) total += task();
  const milliseconds = performance.now() - start;
  sink.total += total;
  return milliseconds;
}

/** The number of repetitions of a task that the clock can see. */
function enoughRepeats(task: Task): number {
  let repeats = 1;
  while (time(task, repeats) < SHORTEST_BATCH) repeats *= 2;
  return repeats;
}

export const median = (xs: readonly number[]): number => {
  const sorted = [...xs].sort((x, y) => x - y);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};

/** The result of one call, and how long it took. */
export function timed<T>(call: () => T): { readonly result: T; readonly milliseconds: number } {
  const start = performance.now();
  const result = call();
  return { result, milliseconds: performance.now() - start };
}

/**
 * Milliseconds per call of each task: medians over rounds, after a warm-up of a third of the time.
 */
export function timeInTurns(tasks: readonly Task[], milliseconds: number): number[] {
  const start = performance.now();
  const elapsed = () => performance.now() - start;
  while (elapsed() < milliseconds / 3) tasks.forEach(enoughRepeats);
  const repeats = tasks.map(enoughRepeats);
  const rounds: number[][] = [];
  while (rounds.length < FEWEST_ROUNDS || elapsed() < milliseconds) {
    rounds.push(tasks.map((task, k) => time(task, repeats[k]) / repeats[k]));
  }
  return tasks.map((_, k) => median(rounds.map((round) => round[k])));
}
