/** The report of a fit, as statisticians write it. */
import { ending, listed, unknownsTable } from '../runs/run-report.js';
import type { Problem } from '../runs/problem.js';
import type { Run } from '../runs/run.js';
import { aligned, counted, digits } from '../runs/aligned-text.js';
import type { Vector } from '../runs/vectors.js';
import type { Goodness } from './goodness.js';
import { marginOf } from './student.js';
import type { Uncertainty } from './uncertainty.js';

const LEVEL = 0.95;
/** Correlations that are weaker are not listed. */
const WEAKEST = 0.1;

/** The advice for a fit that ends in a flat region. */
const FLAT =
  'The model is flat there, and a better fit may be elsewhere: start at other values, or set bounds. If the model is linear in ' +
  'some parameters, solve for them (linear).';

interface Reported {
  readonly problem: Problem;
  readonly run: Run<unknown>;
  readonly x: Vector;
  readonly residuals: number;
  readonly isAbsolute: boolean;
  /** Null where it would take too long. */
  readonly known: { readonly uncertainty: Uncertainty; readonly goodness: Goodness } | null;
}

export function fitReport({ problem, run, x, residuals, isAbsolute, known }: Reported): string {
  const { names } = problem;
  const first = ending(problem.solver, run);
  if (known === null) {
    const table = unknownsTable(names, ['parameter', 'estimate'], (k) => [digits(x[k], 7)]);
    const note = `${counted(residuals, 'residual')}; standard errors are computed when they are read`;
    return [first, '', table, '', note].join('\n');
  }
  const { uncertainty, goodness } = known;
  const { standardErrors, degreesOfFreedom, undetermined } = uncertainty;
  const freedom = isAbsolute ? Infinity : degreesOfFreedom;
  const heads = ['parameter', 'estimate', 'standard error', '95 % interval'];
  const table = unknownsTable(names, heads, (k) => {
    const margin = marginOf(standardErrors[k], LEVEL, freedom);
    const interval = `${digits(x[k] - margin)} … ${digits(x[k] + margin)}`;
    return [digits(x[k], 7), digits(standardErrors[k], 3), interval];
  });
  const numbers = [
    `reduced χ² ${digits(goodness.reducedChiSquared)}`,
    ...(Number.isNaN(goodness.aic)
      ? []
      : [`AIC ${digits(goodness.aic)}`, `BIC ${digits(goodness.bic)}`]),
  ];
  const pairs = correlations(names, uncertainty);
  return [
    first,
    ...(x.length === 0 ? [] : ['', table]),
    '',
    `${counted(residuals, 'residual')}, ${degreesOf(degreesOfFreedom)}`,
    ...(degreesOfFreedom > 0 ? [numbers.join(', ')] : []),
    ...(undetermined.length === 0
      ? []
      : [`not determined by the data: ${listed(undetermined).join(', ')}`]),
    ...(run.reason === 'flat-region' ? [FLAT] : []),
    ...(pairs.length === 0 ? [] : ['', 'correlations', aligned(pairs)]),
  ].join('\n');
}

const degreesOf = (freedom: number): string =>
  `${freedom} ${freedom === 1 ? 'degree' : 'degrees'} of freedom`;

/** The strongest ones, as rows of a table. */
function correlations(names: readonly string[], uncertainty: Uncertainty): string[][] {
  const pairs = names.flatMap((one, i) =>
    names
      .slice(0, i)
      .map((other, j) => ({ pair: `${other}, ${one}`, r: uncertainty.correlation(i, j) })),
  );
  const strong = pairs.filter(({ r }) => Math.abs(r) >= WEAKEST);
  strong.sort((one, other) => Math.abs(other.r) - Math.abs(one.r));
  return listed(strong).map(({ pair, r }) => [pair, r.toFixed(3)]);
}
