/** `delta-tape fit`: a model fitted to the columns of a table. */
import { losses, type Loss } from '../../learn/least-squares/losses.js';
import { Table } from '../data/data-table.js';
import { textOf } from '../data/data-text.js';
import { didYouMean, exits, Failure, type Exit } from '../failure.js';
import { drawn } from '../fit/drawn.js';
import { fitReport, goodness } from '../fit/fitted-report.js';
import { fitted, type Fitted } from '../fit/fit-table.js';
import { readFormula } from '../fit/formula.js';
import { picture } from '../fit/picture.js';
import { pictured } from '../fit/pictured.js';
import { settingsOf } from '../fit/settings.js';
import { json } from '../streams.js';
import { image } from '../terminal/image.js';
import { writable, written } from '../write-file.js';
import type { Asked } from '../asked.js';

function lossOf(text: string | undefined): Loss | undefined {
  if (text === undefined || Object.hasOwn(losses, text)) return text as Loss | undefined;
  const all = Object.keys(losses);
  throw new Failure(
    `there is no loss ${text}.${didYouMean(text, all)} There are ${all.join(', ')}.`,
  );
}

function forPrograms(found: Fitted, model: string): string {
  const { run, response, estimates, observed, left, notes, obstacle } = found;
  const { converged, reason, iterations, evaluations, degreesOfFreedom, undetermined } = run;
  const { reducedChiSquared, aic, bic, covariance, correlations, residuals } = run;
  return json({
    ...{ model, response, rows: observed.length, leftOut: left, notes },
    ...{ converged, reason, iterations, evaluations, degreesOfFreedom, undetermined, obstacle },
    ...goodness(found),
    ...{ reducedChiSquared, aic, bic },
    ...{
      parameters: estimates,
      fixed: Object.fromEntries(found.fixed),
      linear: found.linear,
      atBounds: found.atBounds,
    },
    ...{ covariance, correlations, residuals },
  });
}

export async function fit(asked: Asked): Promise<Exit> {
  const { out, subject } = asked;
  const options = asked.options as Readonly<Record<string, string | undefined>>;
  const is = (name: string): boolean => asked.options[name] === true;
  const { model, svg, delimiter, decimal } = options;
  if (model === undefined) {
    throw new Failure(
      '--model is missing: write a formula of columns and parameters, such as --model "a*exp(-b*x)+c".',
    );
  }
  if (svg !== undefined) writable(svg);
  const request = {
    model: readFormula(model),
    response: options.y,
    start: settingsOf('start', options.start),
    fix: settingsOf('fix', options.fix),
    lower: settingsOf('lower', options.lower),
    upper: settingsOf('upper', options.upper),
    loss: lossOf(options.loss),
    sigma: options.sigma,
    weights: options.weights,
    isAbsolute: is('absolute-sigma'),
  };
  const text = await textOf(subject, asked.in);
  const path = subject === '-' ? 'the standard input' : subject;
  const table = Table.of(text, path, { delimiter, decimal, hasNoHeader: is('no-header') });
  const found = fitted({ ...request, table });
  out.write(is('json') ? forPrograms(found, model) : fitReport(found, path, model));
  const isShown = out.isTTY === true && !is('json');
  if (svg !== undefined || isShown) {
    const shown = pictured(found, `${found.response} = ${model}`);
    if (isShown) out.write((await image(() => picture(shown), out)) ?? drawn(shown, out));
    if (svg !== undefined) written(svg, await picture(shown));
  }
  const { converged, undetermined, degreesOfFreedom } = found.run;
  return converged && undetermined.length === 0 && degreesOfFreedom > 0 ? exits.good : exits.no;
}
