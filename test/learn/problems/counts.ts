/** The evaluations that runs take, and the page that lists them. */
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

/** The outcome of a package on npm, until the value is a published minimum. */
export interface Outcome {
  /** Null if it never is. */
  readonly evaluations: number | null;
  /** The least sum of squares that it saw. */
  readonly least: number;
  readonly milliseconds: number | null;
}

/** Packages on npm, with the times that this library takes beside them. */
export interface Peers {
  /** The number of evaluations that each was allowed. */
  readonly most: number;
  readonly machine: string;
  readonly rows: Readonly<
    Record<
      string,
      {
        readonly milliseconds: { readonly fit: number; readonly lbfgs: number };
        readonly peers: Readonly<Record<Peer, Outcome>>;
      }
    >
  >;
}

export type Peer = 'lm' | 'exactLm' | 'bfgs' | 'adam';
type Ours = 'fit' | 'lbfgs';

/** True if a sum of squares is a published minimum: to 5 digits, or to 8 decimals. */
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

export const squares = plain((x: number[], residuals: Problem['residuals']) =>
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

/** In what this library is at least as good as a package. */
export function verdict(counts: Counts, ours: Ours, peer: Peer, { rows }: Peers): string {
  const { milliseconds, peers } = rows[counts.name];
  const { evaluations, milliseconds: time } = peers[peer];
  if (evaluations === null || time === null) return 'alone';
  const isFewer = counts[ours] <= evaluations;
  const isFaster = milliseconds[ours] <= time;
  return isFewer ? (isFaster ? 'both' : 'fewer') : isFaster ? 'faster' : 'neither';
}

const names: Readonly<Record<Peer, string>> = {
  lm: 'ml-lm',
  exactLm: 'ml-lm, exact Jacobian',
  bfgs: 'uncmin',
  adam: 'Adam',
};
const verdicts = ['both', 'fewer', 'faster', 'neither', 'alone'];

/** A problem a row: our evaluations and time beside those of some packages, with what is better. */
function besides(
  counts: readonly Counts[],
  ours: Ours,
  name: string,
  against: readonly Peer[],
  peers: Peers,
): string[] {
  const heads = against.flatMap((peer) => [names[peer], 'time', 'ours is']);
  const rows = counts.map((count) => {
    const { milliseconds, peers: others } = peers.rows[count.name];
    const cells = against.flatMap((peer) => {
      const { evaluations, milliseconds: time } = others[peer];
      const ratio = time === null ? '—' : Number((time / milliseconds[ours]).toPrecision(2));
      return [evaluations ?? '—', ratio, verdict(count, ours, peer, peers)];
    });
    const own = `${Number((1000 * milliseconds[ours]).toPrecision(3))} µs`;
    return `| ${[count.name, count[ours], own, ...cells].join(' | ')} |`;
  });
  return [
    `| problem | ${name} | time | ${heads.join(' | ')} |`,
    `| --- | ---: | ---: |${against.map(() => ' ---: | ---: | --- |').join('')}`,
    ...rows,
  ];
}

/** The number of times of each verdict, and the problems that are neither. */
function summary(counts: readonly Counts[], ours: Ours, peer: Peer, peers: Peers): string {
  const found = counts.map((count) => verdict(count, ours, peer, peers));
  const cells = verdicts.map((word) => found.filter((one) => one === word).length);
  const neither = counts.filter((_, k) => found[k] === 'neither').map(({ name }) => name);
  return `| ${[names[peer], ...cells, neither.join(', ') || '—'].join(' | ')} |`;
}

/** Where packages do not arrive: what they came to. */
function shortOf(counts: readonly Counts[], { rows }: Peers): string[] {
  return counts.flatMap(({ name }) => {
    const { peers } = rows[name];
    const least = (Object.keys(names) as Peer[]).map((peer) => {
      const { evaluations, least } = peers[peer];
      return evaluations === null ? (least?.toPrecision(7) ?? 'nothing') : 'arrives';
    });
    const [best] = problems.find((problem) => problem.name === name)!.minima;
    return least.every((cell) => cell === 'arrives')
      ? []
      : [`| ${[name, best, ...least].join(' | ')} |`];
  });
}

const peersPart = (counts: readonly Counts[], peers: Peers): string =>
  [
    '## Beside packages on npm',
    '',
    'Evaluations and time until the sum of squares is a published minimum, by the same measure. `ml-levenberg-marquardt` 5.1.0 (ml-lm)',
    'runs once with its own finite differences, as it does unless it is told otherwise, and once with the exact Jacobian of this',
    'library. A Jacobian and the residuals count one each. `numeric.uncmin` 1.2.6 (BFGS) and the Adam of TensorFlow.js 4.22.0 are',
    'given exact gradients; a value and its gradient count one. Adam has the best of the learning rates 0.001, 0.01 and 0.1. A',
    `dash: not in ${peers.most} evaluations. \`npm run bench:fitting\` measures again.`,
    '',
    'The count is of the first evaluation that is a minimum by this measure, for all of them; where a run ends of itself is another',
    'matter. The finite differences of ml-lm are counted: a run of the function for each unknown. Its rounds also run the function once',
    'more at the point where they begin. Times are of one process, in which all take turns: the shortest of up to 100. Those of packages',
    'are given as multiples of ours. Our runs include the errors and covariances that they return.',
    '',
    peers.machine,
    '',
    'Ours is better in evaluations (fewer, or as many), in time (faster), in both, in neither, or it is alone: the package does not',
    'arrive.',
    '',
    `| package | ${verdicts.join(' | ')} | neither |`,
    '| --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ...(['lm', 'exactLm'] as const).map((peer) => summary(counts, 'fit', peer, peers)),
    ...(['bfgs', 'adam'] as const).map((peer) => summary(counts, 'lbfgs', peer, peers)),
    '',
    'What is left: at Brown badly scaled and Meyer, unknowns differ by factors of 10¹¹ and 10⁵. Steps here do not depend on units,',
    "as those of MINPACK; ml-lm's damping does, and happens to fit. There, and at Trigonometric, ml-lm also accepts steps that lead up,",
    'over a hill into a shorter valley. Gulf and Biggs EXP6 have several valleys. uncmin remembers all steps, L-BFGS the last 20; the',
    'whole matrix takes more evaluations on most problems. Most of the time of a fit of few unknowns is not that of its evaluations, but of',
    'linear algebra, trees, bounds and errors: so ml-lm, which has none of these, is faster also where it takes five times as many.',
    '[Fitting](../docs/design-notes/fitting.md) has the variants that were tried, with their counts.',
    '',
    'Which version answers: the Jacobians of `leastSquares` are compiled code. `minimize` is given a sum of the residuals of a problem, which is',
    'an argument: general. `npm run bench:cores` says it of `train` and NUTS. A test counts that compiled code answers where a',
    'function has some (`test/learn/compiled.test.ts`).',
    '',
    ...besides(counts, 'fit', 'leastSquares', ['lm', 'exactLm'], peers),
    '',
    ...besides(counts, 'lbfgs', 'L-BFGS', ['bfgs', 'adam'], peers),
    '',
    'Where packages do not arrive, the least sum of squares that they saw:',
    '',
    `| problem | minimum | ${Object.values(names).join(' | ')} |`,
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...shortOf(counts, peers),
    '',
  ].join('\n');
