/** A fit from many starts. */
import { invalidOption } from '../../errors/errors.js';
import type { Primal, Tangent } from '../../core/types.js';
import type { AnyFunction, FirstArgument, ResultOf } from '../../derivatives/signatures.js';
import { reproducibly } from '../../functions/reproducible.js';
import {
  answersOf,
  type ExecutorOption,
  type TaskOptions,
  type Work,
} from '../executors/executor.js';
import { here } from '../executors/here.js';
import { functionHere } from '../executors/loaded.js';
import {
  leastSquares,
  type LeastSquaresOptions,
  type LeastSquaresRun,
} from '../least-squares/least-squares.js';
import { minimize, type MinimizeOptions } from '../minimize/minimize.js';
import type { Exported } from '../runs/exported.js';
import { unknownsOf } from '../runs/problem.js';
import { numbersOf } from '../runs/reals.js';
import type { Run } from '../runs/run.js';

/** The result of a start. */
export type StartRun<X> = Pick<
  Run<X>,
  'solution' | 'value' | 'gradientNorm' | 'iterations' | 'evaluations' | 'converged' | 'reason'
>;

/** The result of `multiStart`. */
export interface MultiStart<R extends Run<unknown>> {
  /** The run with the least value; of equal ones the first. */
  readonly best: R;
  /** The number of its start, from 0. */
  readonly index: number;
  /** The results of all starts, in their order. */
  readonly runs: readonly StartRun<R['solution']>[];
}

/** The options of `multiStart`: those of the solver, as far as they can go elsewhere and do not depend on the clock. */
export type MultiStartOptions<O> = Omit<O, 'onIteration' | 'maxSeconds' | 'signal' | 'args'> &
  ExecutorOption &
  TaskOptions & {
    /** Data: arguments of the function after the unknowns. */
    readonly args?: readonly unknown[];
  };

type Solver = (f: AnyFunction, start: unknown, options: object) => Run<unknown>;
const solvers = { minimize, leastSquares } as unknown as Readonly<Record<string, Solver>>;

interface Shared {
  readonly solver: string;
  /** A tree like all starts. */
  readonly like: unknown;
  readonly options: object;
}

type Summary = Omit<StartRun<unknown>, 'solution'> & { readonly numbers: Float64Array };

/** Inputs are the numbers of starts, answers those of solutions. */
export function beginStarts(f: AnyFunction, shared: unknown): (numbers: unknown) => Summary {
  const { solver, like, options } = shared as Shared;
  const unknowns = unknownsOf(like);
  return (numbers) => {
    const start = unknowns.rebuild((numbers as Float64Array).slice());
    const run = solvers[solver](f, start, options);
    const { value, gradientNorm, iterations, evaluations, converged, reason, solution } = run;
    const found = numbersOf(unknowns.read(solution, 'the solution'), solver);
    const summary = { value, gradientNorm, iterations, evaluations, converged, reason };
    return { ...summary, numbers: found };
  };
}

/**
 * The best of the runs of a solver, `minimize` or `leastSquares`, from many starts, which all have the same shape. The function is
 * named by its module and its export there, or is a closure that runs here. The best run is made here once more, so that it has all
 * that the solver gives. O(starts) runs, in as many places as the executor has.
 *
 * @throws DeltaTapeError as the solver; if there is no start, or no run has a value that is a number.
 * @example
 * const waves = (x: Real): Real => sub(mul(0.01, pow(sub(x, 9), 2)), cos(x));
 * const { best, index } = await multiStart(minimize, waves, [-2, 4, 11]);
 * [index, Math.round(best.solution)] // [1, 6]
 */
export function multiStart<S>(
  solver: typeof leastSquares,
  of: Exported,
  starts: readonly S[],
  options?: MultiStartOptions<LeastSquaresOptions<unknown, S>>,
): Promise<MultiStart<LeastSquaresRun<Tangent<S>, unknown>>>;
export function multiStart<S>(
  solver: typeof minimize,
  of: Exported,
  starts: readonly S[],
  options?: MultiStartOptions<MinimizeOptions<unknown, S>>,
): Promise<MultiStart<Run<Tangent<S>>>>;
export function multiStart<F, S extends FirstArgument<F>>(
  solver: typeof leastSquares,
  of: F,
  starts: readonly S[],
  options?: MultiStartOptions<LeastSquaresOptions<F, S>>,
): Promise<MultiStart<LeastSquaresRun<Tangent<S>, Primal<ResultOf<F>>>>>;
export function multiStart<F, S extends FirstArgument<F>>(
  solver: typeof minimize,
  of: F,
  starts: readonly S[],
  options?: MultiStartOptions<MinimizeOptions<F, S>>,
): Promise<MultiStart<Run<Tangent<S>>>>;
export async function multiStart(
  given: unknown,
  of: unknown,
  starts: readonly unknown[],
  options: MultiStartOptions<object> = {},
): Promise<MultiStart<Run<unknown>>> {
  const solver = Object.keys(solvers).find((name) => solvers[name] === given);
  if (solver === undefined) throw invalidOption('solver', 'minimize or leastSquares', given);
  if (starts.length === 0) throw invalidOption('starts', 'at least one', starts);
  for (const name of ['onIteration', 'maxSeconds']) {
    if (Object.hasOwn(options, name))
      throw invalidOption(
        name,
        'left out, since runs may be elsewhere',
        Reflect.get(options, name),
      );
  }
  const { executor = here, signal, ...rest } = options;
  const f = of as AnyFunction | Exported;
  const unknowns = unknownsOf(starts[0]);
  const vectors = starts.map((start, k) =>
    numbersOf(unknowns.read(start, `start ${k}`), solver).slice(),
  );
  const shared: Shared = { solver, like: starts[0], options: rest };
  const work: Work = { kind: 'starts', begin: beginStarts, of: f, role: 'the function', shared };
  const found = await answersOf<Summary>(executor, work, vectors, { signal });
  const index = leastOf(found.map(({ value }) => value));
  if (index < 0) throw invalidOption('starts', 'places where the function is a number', starts);
  const best = await functionHere(f).then((own) =>
    reproducibly(() => solvers[solver](own, starts[index], rest)),
  );
  const runs = found.map(({ numbers, ...run }) => ({
    ...run,
    solution: unknowns.rebuild(numbers.slice()),
  }));
  return { best, index, runs };
}

/** The place of the least number, the first of equal ones; −1 if all are NaN. */
function leastOf(values: readonly number[]): number {
  let least = -1;
  values.forEach((value, k) => {
    if (!Number.isNaN(value) && (least < 0 || value < values[least])) least = k;
  });
  return least;
}
