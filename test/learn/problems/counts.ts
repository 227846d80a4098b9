/** How many evaluations runs take, and the page that says so. */
import type { HistoryEntry } from 'delta-tape/learn';
import type { Problem } from './more-garbow-hillstrom.js';

/** SciPy's counts, on the same functions with the same derivatives. */
export interface Scipy {
  readonly date: string;
  readonly version: string;
  readonly rows: Readonly<
    Record<
      string,
      {
        /** Evaluations until the value was within reach of a minimum; null if it never was. */
        readonly lbfgsb: { readonly first: number | null };
        readonly lm: { readonly residuals: number; readonly jacobians: number };
      }
    >
  >;
}

/** Whether a sum of squares is a published minimum: to 5 digits, or to 8 decimals. */
export const reached = ({ minima }: Problem, sum: number): boolean =>
  minima.some((minimum) => Math.abs(sum - minimum) <= 1e-5 * minimum + 1e-8);

/** Evaluations until the value was within reach of a minimum. */
export const firstWithin = (problem: Problem, history: readonly HistoryEntry[]): number =>
  history.find(({ value }) => reached(problem, value))?.evaluations ?? Infinity;

export interface Counts {
  readonly name: string;
  readonly lbfgs: number;
  readonly residuals: number;
  readonly jacobians: number;
}

export function countsPage(counts: readonly Counts[], { date, version, rows }: Scipy): string {
  const lines = counts.map(({ name, lbfgs, residuals, jacobians }) => {
    const { lbfgsb, lm } = rows[name];
    const cells = [lbfgs, lbfgsb.first ?? '—', residuals, lm.residuals, jacobians, lm.jacobians];
    return `| ${[name, ...cells].join(' | ')} |`;
  });
  return [
    '# Evaluations of the fitters',
    '',
    'The 35 problems of Moré, Garbow and Hillstrom from their standard starts. `minimize` (L-BFGS, the default) stands beside',
    "SciPy's `L-BFGS-B`: evaluations of value and gradient until the sum of squares is a published minimum, to 5 digits or 8",
    "decimals. `leastSquares` (Levenberg–Marquardt, the default) stands beside SciPy's `lm`, which is MINPACK's `lmder`:",
    'residuals and Jacobians of the whole run, with the same tolerances. Both sides were given the functions and derivatives',
    `of this library (SciPy ${version}, ${date}). A dash: the run ended elsewhere.`,
    '',
    '| problem | L-BFGS | SciPy | residuals | SciPy | Jacobians | SciPy |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
    '',
  ].join('\n');
}
