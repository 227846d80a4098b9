/** How many evaluations runs take, and the page that says so. */
import { leastSquares, minimize, type HistoryEntry } from 'delta-tape/learn';
import { plain } from 'delta-tape/plain';
import { problems, type Problem } from './more-garbow-hillstrom.js';

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

/** Evaluations that packages on npm take until the value is a published minimum; null if it never is. */
export interface Peers {
  /** What each was allowed. */
  readonly most: number;
  readonly rows: Readonly<Record<string, Readonly<Record<Peer, number | null>>>>;
}

export type Peer = 'lm' | 'exactLm' | 'bfgs' | 'adam';

/** Whether a sum of squares is a published minimum: to 5 digits, or to 8 decimals. */
export const reached = ({ minima }: Problem, sum: number): boolean =>
  minima.some((minimum) => Math.abs(sum - minimum) <= 1e-5 * minimum + 1e-8);

/** Evaluations until the value was within reach of a minimum. */
export const firstWithin = (problem: Problem, history: readonly HistoryEntry[]): number =>
  history.find(({ value }) => reached(problem, value))?.evaluations ?? Infinity;

export interface Counts {
  readonly name: string;
  readonly lbfgs: number;
  /** Evaluations of residuals and Jacobians until the value is a minimum. */
  readonly fit: number;
  readonly residuals: number;
  readonly jacobians: number;
}

const squares = plain((x: number[], residuals: Problem['residuals']) =>
  residuals(x).reduce((total, r) => total + r * r, 0),
);
const at = (problem: Problem) => [...problem.start];
export const fitted = (problem: Problem, method: 'lm' | 'dogleg') =>
  leastSquares(problem.residuals, at(problem), { method });
export const minimized = (
  problem: Problem,
  method: 'lbfgs' | 'cg' | 'newton-cg' | 'trust-region',
) => minimize(squares, at(problem), { method, args: [problem.residuals] });

/** Those of the default methods. */
export const counted = (): Counts[] =>
  problems.map((problem) => {
    const fit = fitted(problem, 'lm');
    const { functions, derivatives } = fit.evaluations;
    return {
      name: problem.name,
      lbfgs: firstWithin(problem, minimized(problem, 'lbfgs').history),
      fit: firstWithin(
        problem,
        fit.history.map((entry) => ({ ...entry, value: 2 * entry.value })),
      ),
      residuals: functions - derivatives,
      jacobians: derivatives,
    };
  });

export const countsPage = (counts: readonly Counts[], scipy: Scipy, peers: Peers): string =>
  `${scipyPart(counts, scipy)}\n${peersPart(counts, peers)}`;

function scipyPart(counts: readonly Counts[], { date, version, rows }: Scipy): string {
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

function peersPart(counts: readonly Counts[], { most, rows }: Peers): string {
  const lines = counts.map(({ name, fit, lbfgs }) => {
    const { lm, exactLm, bfgs, adam } = rows[name];
    const cells = [fit, lm, exactLm, lbfgs, bfgs, adam].map((count) => count ?? '—');
    return `| ${[name, ...cells].join(' | ')} |`;
  });
  const arrived = (peer: Peer) => counts.filter(({ name }) => rows[name][peer] !== null).length;
  const fewer = (ours: 'fit' | 'lbfgs', peer: Peer) =>
    counts.filter((count) => count[ours] <= (rows[count.name][peer] ?? Infinity)).length;
  return [
    '## Beside packages on npm',
    '',
    'Evaluations until the sum of squares is a published minimum, by the same measure. `ml-levenberg-marquardt` 5.1.0 (ml-lm)',
    'runs once with its own finite differences, as it does unless it is told otherwise, and once with the exact Jacobian of this',
    'library. A Jacobian and the residuals count one each. `numeric.uncmin` 1.2.6 (BFGS) and the Adam of TensorFlow.js 4.22.0 are',
    'given exact gradients; a value and its gradient count one. Adam has the best of the learning rates 0.001, 0.01 and 0.1. A',
    `dash: not in ${most} evaluations. \`npm run bench:fitting\` counts again.`,
    '',
    'The count is of the first evaluation that is a minimum by this measure, for all of them; where a run ends of itself is another',
    'matter. The finite differences of ml-lm are counted: a run of the function for each unknown. Its rounds also run the function once',
    'more at the point where they begin.',
    '',
    'Which version answers: the Jacobians of `leastSquares` are compiled code. `minimize` is given a sum of the residuals of a problem, which is',
    'an argument: general. `npm run bench:cores` says it of `train` and NUTS.',
    '',
    `Of ${counts.length} problems, \`leastSquares\` arrives at all, ml-lm at ${arrived('lm')}, and ml-lm with the exact Jacobian at ${arrived('exactLm')}.`,
    `\`leastSquares\` takes no more evaluations than ml-lm on ${fewer('fit', 'lm')}, and with the exact Jacobian on ${fewer('fit', 'exactLm')}. L-BFGS arrives at all,`,
    `uncmin at ${arrived('bfgs')}, Adam at ${arrived('adam')}; L-BFGS takes no more evaluations than uncmin on ${fewer('lbfgs', 'bfgs')}, and than Adam on ${fewer('lbfgs', 'adam')}.`,
    '',
    'What is left: at Brown badly scaled and Meyer, unknowns differ by factors of 10¹¹ and 10⁵. Steps here do not depend on units,',
    "as those of MINPACK; ml-lm's damping does, and happens to fit. There, and at Trigonometric, ml-lm also accepts steps that lead up,",
    'over a hill into a shorter valley. Gulf and Biggs EXP6 have several valleys. uncmin remembers all steps, L-BFGS the last 20.',
    '[Fitting](../docs/design-notes/fitting.md) has 14 variants that were tried, with their counts: none is better on all sets.',
    '',
    'On these problems, the others are also faster, but for uncmin at Trigonometric (minima of 60 runs in turn, November 2026): ml-lm takes',
    '0.03 of the time of `leastSquares` at Meyer and 0.1 at Brown badly scaled; with the exact Jacobian 0.06 and 0.3, and 0.2 to 0.5 at the three',
    'others; uncmin takes 0.8 of the time of L-BFGS at Kowalik and Osborne, and 0.5 at Osborne 1. Problems of two to six unknowns last',
    'less than 7 ms here; what fits do around the function for trees, bounds and errors is most of that.',
    '',
    'Compiled code answers all of them where a function has some, and a test counts that it does (`test/learn/compiled.test.ts`).',
    '',
    '| problem | leastSquares | ml-lm | ml-lm, exact Jacobian | L-BFGS | uncmin | Adam |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...lines,
    '',
  ].join('\n');
}
