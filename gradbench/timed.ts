/** Functions of the evals: what is timed of them, and what is not. */

export interface Timing {
  readonly name: 'evaluate';
  readonly nanoseconds: number;
}

/** An output as it is written into the answer, and a timing for each run. */
export interface Evaluated {
  readonly output: unknown;
  readonly timings: readonly Timing[];
}

/** A function of an eval, from the input of the message. */
export type Evaluate = (input: unknown) => Evaluated;

/** The number of times that a function is to be run; evals that do not say so want it once. */
interface Runs {
  readonly min_runs?: number;
  readonly min_seconds?: number;
}

/** Runs `run` as often as the input says. Reading the input and writing the output is not timed. */
export function timed<I, P, R>(
  read: (input: I) => P,
  run: (problem: P) => R,
  write: (result: R) => unknown,
): Evaluate {
  return (input) => {
    const { min_runs: runs = 1, min_seconds: seconds = 0 } = Object(input) as Runs;
    const problem = read(input as I);
    const timings: Timing[] = [];
    let elapsed = 0;
    let result: R;
    do {
      const start = process.hrtime.bigint();
      result = run(problem);
      const nanoseconds = Number(process.hrtime.bigint() - start);
      timings.push({ name: 'evaluate', nanoseconds });
      elapsed += nanoseconds / 1e9;
    } while (timings.length < runs || elapsed < seconds);
    return { output: write(result), timings };
  };
}
