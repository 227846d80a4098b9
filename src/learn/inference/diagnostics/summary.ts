/** The summary of draws, parameter by parameter. */
import { TreeElements } from '../../../derivatives/tree-elements.js';
import type { Samples } from '../sampling/samples.js';
import { numbersOf } from '../../runs/reals.js';
import { aligned, shownAs } from '../../runs/aligned-text.js';
import { quantileOf, sortedDraws, varianceOf, meanOf, type Rows } from './chains.js';
import { bulkEss, deviationError, meanError, quantileError, tailEss } from './effective-size.js';
import { rHat } from './r-hat.js';
import { stuckWarnings } from './stuck.js';

/** A number for each real, in the shape of what is summed up. */
export interface Summary<P> {
  readonly mean: P;
  /** Standard deviations. */
  readonly deviation: P;
  /** The 5 % quantile. */
  readonly lower: P;
  readonly median: P;
  /** The 95 % quantile. */
  readonly upper: P;
  /** The Monte Carlo standard error of the mean. */
  readonly meanError: P;
  /** The Monte Carlo standard error of the standard deviation. */
  readonly deviationError: P;
  /** The Monte Carlo standard errors of the three quantiles. */
  readonly lowerError: P;
  readonly medianError: P;
  readonly upperError: P;
  /** Above 1.01, chains have not come to the same distribution. */
  readonly rHat: P;
  readonly bulkEss: P;
  readonly tailEss: P;
  /** The warnings, a sentence for each; empty if there are none. */
  readonly warnings: readonly string[];
  /** All of this as a text for people: a line for each real, and the warnings. `String(summary)` gives it, too. */
  readonly table: string;
}

type Of = (rows: Rows) => number;
const quantile =
  (share: number): Of =>
  (rows) =>
    quantileOf(sortedDraws(rows), share);

const columns = {
  mean: (rows) => meanOf(sortedDraws(rows)),
  deviation: (rows) => Math.sqrt(varianceOf(sortedDraws(rows))),
  lower: quantile(0.05),
  median: quantile(0.5),
  upper: quantile(0.95),
  meanError,
  deviationError,
  lowerError: (rows) => quantileError(rows, 0.05),
  medianError: (rows) => quantileError(rows, 0.5),
  upperError: (rows) => quantileError(rows, 0.95),
  rHat,
  bulkEss,
  tailEss,
} satisfies Record<string, Of>;
type Column = keyof typeof columns;

/** The heads of the table, and how many digits numbers have after the point. */
const heads: readonly (readonly [Column, string, (x: number, digits: number) => string])[] = [
  ['mean', 'mean', (x, digits) => x.toFixed(digits)],
  ['meanError', '± error', (x, digits) => x.toFixed(digits + 1)],
  ['deviation', 'deviation', (x, digits) => x.toFixed(digits)],
  ['lower', '5%', (x, digits) => x.toFixed(digits)],
  ['median', 'median', (x, digits) => x.toFixed(digits)],
  ['upper', '95%', (x, digits) => x.toFixed(digits)],
  ['rHat', 'R̂', (x) => x.toFixed(3)],
  ['bulkEss', 'bulk ESS', (x) => x.toFixed(0)],
  ['tailEss', 'tail ESS', (x) => x.toFixed(0)],
];

/** So many that two digits of a deviation show. */
const digitsFor = (deviation: number): number =>
  deviation > 0 ? Math.min(Math.max(2 - Math.ceil(Math.log10(deviation)), 0), 12) : 3;

function tableOf(names: readonly string[], found: Readonly<Record<Column, Float64Array>>): string {
  const rows = names.map((name, k) => {
    const digits = digitsFor(found.deviation[k]);
    return [name, ...heads.map(([column, , text]) => text(found[column][k], digits))];
  });
  return aligned([['', ...heads.map(([, head]) => head)], ...rows]);
}

/** The names of the reals of a tree. */
function namesIn({ shape, size }: TreeElements): string[] {
  const paths = shape.paths('').map((path) => path.replace(/^\./, '') || 'value');
  // Elements of arrays of NumPy have no paths of their own.
  return Array.from({ length: size }, (_, k) => (paths.length === size ? paths[k] : `${k}`));
}

function warningsOf<P>(
  samples: Samples<P>,
  names: readonly string[],
  found: Readonly<Record<Column, Float64Array>>,
): string[] {
  const { divergences, atMaxDepth, chains } = samples;
  const draws = chains.reduce((sum, { stats }) => sum + stats.energy.length, 0);
  const low = chains.flatMap(({ ebfmi }, k) => (ebfmi < 0.3 ? [k + 1] : []));
  const named = (is: (k: number) => boolean) => names.filter((_, k) => is(k)).join(', ');
  const apart = named((k) => found.rHat[k] > 1.01);
  const few = named((k) => Math.min(found.bulkEss[k], found.tailEss[k]) < 100 * chains.length);
  return [
    divergences > 0 &&
      `${divergences} of ${draws} trajectories diverged: there may be places that chains do not reach. ` +
        'Choose other parameters for the model (for example, not centered), or a higher targetAcceptance.',
    atMaxDepth > 0 &&
      `${atMaxDepth} of ${draws} trajectories ended at the option maxDepth: draws cost more than they need. ` +
        'Scale the parameters, or take a dense metric.',
    low.length > 0 &&
      `the energy changes too little in chain ${low.join(', ')} (E-BFMI below 0.3): tails may be missed. ` +
        'Choose other parameters for the model.',
    apart !== '' &&
      `chains differ (R̂ above 1.01) in ${apart}: they have not come to one distribution. ` +
        (atMaxDepth > draws / 4
          ? 'Trajectories do not turn back, so the density may be flat there: give priors, or draw longer.'
          : 'Draw longer.'),
    few !== '' &&
      `there are few effective draws (below 100 for each chain) of ${few}. Draw longer.`,
  ].filter((text) => text !== false);
}

/**
 * Summarises the draws of all chains: means, deviations and quantiles with their errors, and the
 * diagnostics that show whether the chains can be trusted (Vehtari et al., 2021), each in the shape of
 * the parameters; or of the result of `of` on these. O(reals · draws · lags).
 *
 * @example
 * const samples = nuts((x: Real) => normalLogDensity(x, 3, 1), 0, { draws: 200, seed: 1 });
 * Math.abs(summary(samples).mean - 3) < 0.3 // true
 */
export function summary<P>(samples: Samples<P>): Summary<P>;
export function summary<P, Q>(samples: Samples<P>, of: (draw: P) => Q): Summary<Q>;
export function summary<P>(samples: Samples<P>, of: (draw: P) => unknown = (draw) => draw) {
  const chains = samples.chains.map(({ draws }) => draws.map(of));
  const like = new TreeElements(chains[0][0], 'the draws');
  const numbers = chains.map((trees) =>
    trees.map((tree) => numbersOf(like.read(tree, 'a draw'), 'summary')),
  );
  const rows = Array.from({ length: like.size }, (_, k) =>
    numbers.map((draws) => Float64Array.from(draws, (values) => values[k])),
  );
  const entries = Object.entries(columns).map(
    ([name, find]) => [name, Float64Array.from(rows, find)] as const,
  );
  const found = Object.fromEntries(entries) as Record<Column, Float64Array>;
  const names = namesIn(like);
  const draws = () => namesIn(new TreeElements(samples.chains[0].draws[0], 'the draws'));
  const warnings = [
    ...stuckWarnings(samples.chains, (k) => draws()[k]),
    ...warningsOf(samples, names, found),
  ];
  const trees = entries.map(([name, values]) => [name, like.rebuild(values.slice())]);
  const table = [tableOf(names, found), ...warnings].join('\n');
  const told = { ...Object.fromEntries(trees), warnings, table } as object;
  return shownAs(told, () => table) as Summary<P>;
}
