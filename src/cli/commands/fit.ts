/** `delta-tape fit`: a model fitted to the columns of a table. */
import { losses, type Loss } from '../../learn/least-squares/losses.js';
import { norm } from '../../learn/runs/vectors.js';
import { exits, Failure, type Exit } from '../failure.js';
import { fitted, type Fitted } from '../fit/fit-table.js';
import { readModel } from '../fit/model.js';
import { drawn } from '../fit/drawn.js';
import { picture, type Pictured } from '../fit/picture.js';
import { readTable } from '../fit/csv-table.js';
import { digits, json, table } from '../streams.js';
import { image } from '../terminal/image.js';
import { writable, written } from '../write-file.js';
import type { Asked } from '../asked.js';

/** `a=2,b=1` */
function startsOf(text: string | undefined): Map<string, number> {
  const starts = new Map<string, number>();
  for (const part of text?.split(',') ?? []) {
    const [, name, value] = /^\s*([^=\s]+)\s*=\s*(\S+)\s*$/.exec(part) ?? [];
    if (name === undefined || !Number.isFinite(Number(value))) {
      throw new Failure(`--start ${text} is not of the form a=2,b=1.`);
    }
    if (starts.has(name)) throw new Failure(`--start ${text} gives ${name} twice.`);
    starts.set(name, Number(value));
  }
  return starts;
}

function lossOf(text: string | undefined): Loss | undefined {
  if (text === undefined || Object.hasOwn(losses, text)) return text as Loss | undefined;
  throw new Failure(`there is no loss ${text}; there are ${Object.keys(losses).join(', ')}.`);
}

const lengthOf = (xs: readonly number[]): number => norm(Float64Array.from(xs));

/** What a fit leaves: the scatter of the residuals, and which part of the response the model explains. */
function goodness({ run, observed }: Fitted) {
  const left = lengthOf(run.residuals);
  const mean = observed.reduce((total, y) => total + y / observed.length, 0);
  const scatter = lengthOf(observed.map((y) => y - mean));
  // Where the response is constant, up to rounding, there is nothing to explain.
  const isConstant = scatter <= 4 * Number.EPSILON * lengthOf(observed);
  return {
    residualStandardDeviation: left / Math.sqrt(run.degreesOfFreedom),
    rSquared: isConstant ? NaN : 1 - (left / scatter) ** 2,
  };
}

/** Points of the curve in the picture. */
const POINTS = 200;

function pictured(
  { run, response, predictors, columns, observed, band }: Fitted,
  title: string,
): Pictured {
  const residuals = run.residuals;
  const isOne = predictors.length === 1;
  const across = isOne ? columns[0] : observed.map((y, row) => y + residuals[row]);
  const low = across.reduce((least, x) => Math.min(least, x), Infinity);
  const high = across.reduce((most, x) => Math.max(most, x), -Infinity);
  const xs = isOne
    ? Array.from({ length: POINTS }, (_, k) => low + ((high - low) * k) / (POINTS - 1))
    : [];
  const { value, lower, upper } = isOne ? band(xs) : { value: [], lower: [], upper: [] };
  return {
    title,
    across: isOne ? predictors[0] : 'prediction',
    response,
    data: observed.map((y, row) => ({ x: across[row], y, residual: -residuals[row] })),
    curve: xs.map((x, k) => ({ x, y: value[k], lower: lower[k], upper: upper[k] })),
  };
}

function report(found: Fitted, { subject, out }: Asked, model: string): string {
  const { run, response, estimates, observed, left } = found;
  const { residualStandardDeviation, rSquared } = goodness(found);
  const rows = estimates.map(({ name, estimate, standardError, lower, upper }) => [
    name,
    digits(estimate, 7),
    digits(standardError, 3),
    `${digits(lower)} … ${digits(upper)}`,
  ]);
  const how = run.converged ? 'converged' : `did not converge (${run.reason})`;
  const scatter =
    run.degreesOfFreedom === 0
      ? 'as many rows as parameters: the curve meets all of them, and no errors can be told'
      : `residual standard deviation ${digits(residualStandardDeviation)}, ` +
        `${run.degreesOfFreedom} degrees of freedom`;
  return [
    `${response} = ${model}, ${observed.length} rows of ${subject}` +
      (left === 0 ? '' : ` (${left} without all values are left out)`),
    '',
    table([['parameter', 'estimate', 'standard error', '95 % interval'], ...rows], out),
    '',
    scatter + (Number.isNaN(rSquared) ? '' : `, R² ${digits(rSquared)}`),
    `${how} in ${run.iterations} iterations`,
    ...(run.undetermined.length === 0
      ? []
      : [
          `the data do not tell ${run.undetermined.join(', ')}: fix them in the model, or leave them out`,
        ]),
    '',
  ].join('\n');
}

export async function fit(asked: Asked): Promise<Exit> {
  const { options, out, subject } = asked;
  const text = options.model as string | undefined;
  if (text === undefined) throw new Failure('--model is missing, such as --model "a*exp(-b*x)+c".');
  const svg = options.svg as string | undefined;
  if (svg !== undefined) writable(svg);
  const found = fitted({
    starts: startsOf(options.start as string | undefined),
    loss: lossOf(options.loss as string | undefined),
    model: readModel(text),
    table: readTable(subject),
    response: options.y as string | undefined,
  });
  const { run, estimates, response } = found;
  const { converged, reason, iterations, evaluations, degreesOfFreedom } = run;
  out.write(
    options.json === true
      ? json({
          ...{
            model: text,
            response,
            converged,
            reason,
            iterations,
            evaluations,
            degreesOfFreedom,
          },
          ...goodness(found),
          ...{ parameters: estimates, covariance: run.covariance, residuals: run.residuals },
        })
      : report(found, asked, text),
  );
  const isShown = out.isTTY === true && options.json !== true;
  if (svg !== undefined || isShown) {
    const shown = pictured(found, `${response} = ${text}`);
    if (isShown) out.write((await image(() => picture(shown), out)) ?? drawn(shown, out));
    if (svg !== undefined) written(svg, await picture(shown));
  }
  const isTold = run.undetermined.length === 0 && degreesOfFreedom > 0;
  return converged && isTold ? exits.good : exits.no;
}
