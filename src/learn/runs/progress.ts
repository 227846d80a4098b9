/** Counts, limits and the history of one run. */
import { invalidOption } from '../../errors/errors.js';
import type { Problem } from './problem.js';
import type { Edge, HistoryEntry, Reason, Run, RunOptions } from './run.js';

/** Ends a run from inside an evaluation; never leaves it. */
class Stopped extends Error {
  constructor(readonly reason: Reason) {
    super(reason);
  }
}

const stops = new Map<Reason, Stopped>();

/** The error to throw, one for each reason, since the stack of an error takes as long as many an evaluation. */
export function stopped(reason: Reason): Error {
  let found = stops.get(reason);
  if (found === undefined) stops.set(reason, (found = new Stopped(reason)));
  return found;
}

/** Where a run is. */
export interface Point {
  readonly x: Float64Array;
  readonly value: number;
  readonly gradientNorm: number;
}

/** The numbers of a point that are reported. */
type Shown = Pick<Point, 'value' | 'gradientNorm'>;

const convergences: readonly Reason[] = ['gradient', 'value', 'step', 'exact'];

/** An option that must be positive. */
export function positive(name: string, value: number, isWhole = false): number {
  if (!(value > 0) || (isWhole && !Number.isInteger(value) && value !== Infinity)) {
    throw invalidOption(name, isWhole ? 'a positive integer' : 'a positive number', value);
  }
  return value;
}

/** A tolerance; 0 asks for no such test. */
export function tolerance(name: string, value: number): number {
  if (!(value >= 0)) throw invalidOption(name, 'a number of at least 0', value);
  return value;
}

export class Progress<X> {
  readonly counts = { functions: 0, derivatives: 0, products: 0 };
  private readonly history: HistoryEntry[] = [];
  private readonly maxIterations: number;
  private readonly maxEvaluations: number;
  private readonly deadline: number;
  private best: Point | null = null;
  private isOver = false;
  /** Converts values and gradients for reports, since a run may work in units of its own. */
  private shown: (numbers: Shown) => Shown = (numbers) => numbers;

  constructor(
    private readonly problem: Problem,
    private readonly options: RunOptions<X>,
    defaults: { readonly maxIterations: number; readonly maxEvaluations: number },
  ) {
    const { maxIterations, maxEvaluations } = { ...defaults, ...options };
    this.maxIterations = positive('maxIterations', maxIterations, true);
    this.maxEvaluations = positive('maxEvaluations', maxEvaluations, true);
    const { maxSeconds = Infinity } = options;
    this.deadline = Date.now() + 1000 * positive('maxSeconds', maxSeconds);
  }

  /** Sets how numbers of the run are told, from here on. */
  showAs(shown: (numbers: Shown) => Shown): void {
    this.shown = shown;
  }

  get iterations(): number {
    return this.history.length - 1;
  }

  /** @throws Error if the function may not run again in this run. What describes its result is computed without limits. */
  evaluating(kind: 'functions' | 'derivatives' | 'products'): void {
    const { functions, products } = this.counts;
    // At least the start is looked at, so that there is something to return.
    if (this.best !== null && !this.isOver) {
      if (this.options.signal?.aborted === true) throw stopped('aborted');
      if (functions + products >= this.maxEvaluations) throw stopped('max-evaluations');
      if (Date.now() > this.deadline) throw stopped('max-seconds');
    }
    this.counts[kind]++;
    if (kind === 'derivatives') this.counts.functions++;
  }

  /** @throws Error if this iteration is the last. */
  reached(point: Point): void {
    const before = this.best;
    this.best = point;
    const { functions, products } = this.counts;
    const entry: HistoryEntry = {
      iteration: this.history.length,
      ...this.shown({ value: point.value, gradientNorm: point.gradientNorm }),
      step: before === null ? 0 : largestDifference(point.x, before.x),
      evaluations: functions + products,
    };
    this.history.push(entry);
    const { onIteration, signal } = this.options;
    onIteration?.({ ...entry, solution: this.problem.tree(point.x) as X });
    if (signal?.aborted === true) throw stopped('aborted');
    if (!Number.isFinite(point.value) || !Number.isFinite(point.gradientNorm)) {
      throw stopped('not-finite');
    }
  }

  /** @throws Error if there were enough of them. */
  iterating(): void {
    if (this.iterations >= this.maxIterations) throw stopped('max-iterations');
  }

  /**
   * Runs a search until it says why it ended, or is stopped.
   *
   * @param edge tells of a place where the function is not finite, if that was the end
   */
  result(search: () => Reason, edge: (reason: Reason) => Edge | null = () => null): Run<X> {
    const reason = reasonOf(search);
    this.isOver = true;
    const { x, value, gradientNorm } = this.best!;
    return {
      solution: this.problem.tree(x) as X,
      ...this.shown({ value, gradientNorm }),
      iterations: this.iterations,
      evaluations: { ...this.counts },
      converged: convergences.includes(reason),
      reason,
      edge: edge(reason),
      history: this.history,
    };
  }
}

function reasonOf(search: () => Reason): Reason {
  try {
    return search();
  } catch (error) {
    if (error instanceof Stopped) return error.reason;
    throw error;
  }
}

function largestDifference(one: Float64Array, other: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < one.length; k++) largest = Math.max(largest, Math.abs(one[k] - other[k]));
  return largest;
}
