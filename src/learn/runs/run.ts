/** The options and results that every run of this floor shares. */
import type { OptionNames } from '../../errors/options.js';
import type { Tangent } from '../../core/types.js';
import type { Arguments } from '../../derivatives/signatures.js';

/** Why a run ended. Of these, the first four are what it converged by. */
export type Reason =
  /** The gradient is as good as 0. */
  | 'gradient'
  /** The value changes no more. */
  | 'value'
  /** The solution changes no more. */
  | 'step'
  /** The value is exactly 0, and nothing is below. */
  | 'exact'
  /** No lower value is found along a direction that leads down: rounding hides it, or a derivative is wrong. */
  | 'no-progress'
  /** The function, or a derivative of it, is not finite at the start. */
  | 'not-finite'
  /** The function is not finite where the run would go on: it has reached the edge of its domain. */
  | 'edge-of-domain'
  /** A fit has gone where its residuals no longer change with some unknown: lower values may be elsewhere. */
  | 'flat-region'
  | 'max-iterations'
  | 'max-evaluations'
  | 'max-seconds'
  /** By the signal. */
  | 'aborted';

/** The number of times that the function ran, in all its forms. */
export interface Evaluations {
  /** With or without a derivative. */
  readonly functions: number;
  /** Of these with a gradient, or calls for a Jacobian. */
  readonly derivatives: number;
  /** Hessian-vector products. */
  readonly products: number;
}

/** The state of a run after an iteration. */
export interface HistoryEntry {
  readonly iteration: number;
  readonly value: number;
  /** The largest entry of the gradient; with bounds, of the part of it that they leave. */
  readonly gradientNorm: number;
  /** The largest change of an unknown. */
  readonly step: number;
  /** Runs of the function so far. */
  readonly evaluations: number;
}

/** The same for those who watch, with the unknowns. */
export interface Iteration<X> extends HistoryEntry {
  readonly solution: X;
}

/** Where a function is not finite, beyond the edge of its domain or at the start. */
export interface Edge {
  /** The unknowns that lead out of the domain, by their places in the tree; none at the start. */
  readonly parameters: readonly string[];
  /** The value of the function there: NaN or an infinity. */
  readonly value: number;
  /** The first residual that is not finite, by its place in their tree, and its row from 0; for `leastSquares` alone. */
  readonly residual?: string;
  readonly row?: number;
}

/** The result of a run, however it ended: the best point that it has seen. */
export interface Run<X> {
  readonly solution: X;
  readonly value: number;
  /** As in the history. */
  readonly gradientNorm: number;
  readonly iterations: number;
  readonly evaluations: Evaluations;
  readonly converged: boolean;
  readonly reason: Reason;
  /** Where the function is not finite, if that is the reason. */
  readonly edge: Edge | null;
  readonly history: readonly HistoryEntry[];
  /** A report for people, which `console.log` prints, too. */
  toString(): string;
}

/** An `AbortSignal`, or anything else that says so. */
export interface Signal {
  readonly aborted: boolean;
}

/** Limits of a run, and who watches it. */
export interface RunOptions<X> {
  /** The limits of a run. */
  readonly maxIterations?: number;
  /** Runs of the function, in all forms. */
  readonly maxEvaluations?: number;
  /** Seconds on the clock. Default: no limit. */
  readonly maxSeconds?: number;
  /** Is called after each iteration. */
  readonly onIteration?: (at: Iteration<X>) => void;
  /**
   * Is asked before each run of the function. A run does not wait for events meanwhile: the signal is aborted by
   * `onIteration`, or by the function.
   */
  readonly signal?: Signal;
}

/** Their names, and that of the arguments of the function. */
export const runNames: OptionNames<RunOptions<never> & { readonly args?: unknown }> = {
  maxIterations: true,
  maxEvaluations: true,
  maxSeconds: true,
  onIteration: true,
  signal: true,
  args: true,
};

/** Arguments of a function after the unknowns. */
export type Others<F> = Arguments<F> extends readonly [unknown, ...infer Rest] ? Rest : never;

/** Data: arguments after the unknowns, which nothing is differentiated by. */
export interface WithArgs<F> {
  readonly args?: Others<F>;
}

/** Bounds of some unknowns: a tree in which parts may be missing; a number is the bound of all in its place. */
export type BoundsOf<T> = T extends number | ArrayBufferView | ReadonlyMap<unknown, unknown>
  ? T | number
  : T extends object
    ? { readonly [K in keyof T]?: BoundsOf<T[K]> | undefined } | number
    : T;

/** Limits for unknowns. What is left out has none. */
export interface Bounds<X> {
  readonly lower?: BoundsOf<Tangent<X>> | number;
  readonly upper?: BoundsOf<Tangent<X>> | number;
}
