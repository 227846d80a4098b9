/** The report of a fit for people. */
import { counted, digits } from '../../learn/runs/aligned-text.js';
import { norm } from '../../learn/runs/vectors.js';
import type { Fitted } from './fit-table.js';

/** The scatter of the residuals, and the part of the response that the model explains. */
export function goodness({ run, observed, sigma }: Fitted) {
  const weighed = (xs: Float64Array): Float64Array =>
    sigma === undefined ? xs : xs.map((x, k) => x / sigma[k]);
  let [total, weight] = [0, 0];
  for (let k = 0; k < observed.length; k++) {
    const w = sigma === undefined ? 1 : sigma[k] ** -2;
    weight += w;
    total += (observed[k] - total) * (w / weight);
  }
  const mean = total;
  const left = norm(weighed(run.residuals));
  const scatter = norm(weighed(observed.map((y) => y - mean)));
  // Where the response is constant, up to rounding, there is nothing to explain.
  const isConstant = scatter <= 4 * Number.EPSILON * norm(weighed(observed));
  return {
    residualStandardDeviation: left / Math.sqrt(run.degreesOfFreedom),
    rSquared: isConstant ? NaN : 1 - (left / scatter) ** 2,
  };
}

export function fitReport(found: Fitted, path: string, model: string): string {
  const { run, response, observed, left, firstLeft, notes, fixed, linear, atBounds } = found;
  const { obstacle, sigma } = found;
  const { residualStandardDeviation, rSquared } = goodness(found);
  const scatter = `${sigma === undefined ? '' : 'weighted '}residual standard deviation ${digits(residualStandardDeviation)}`;
  const numbers = [
    ...(run.degreesOfFreedom > 0 ? [scatter] : []),
    ...(Number.isNaN(rSquared) ? [] : [`R² ${digits(rSquared)}`]),
  ];
  const rows = counted(left, 'row');
  return [
    `${response} = ${model}, ${counted(observed.length, 'row')} of ${path}`,
    ...(left === 0 ? [] : [`${rows} without all values left out, the first in line ${firstLeft}`]),
    ...(notes.length === 0 ? [] : [`read with ${notes.join(', ')}`]),
    ...(fixed.length === 0
      ? []
      : [`fixed: ${fixed.map(([name, x]) => `${name} = ${x}`).join(', ')}`]),
    ...(linear.length === 0
      ? []
      : [`solved for, as the model is linear in them: ${linear.join(', ')}`]),
    '',
    String(run),
    '',
    ...(numbers.length === 0 ? [] : [numbers.join(', ')]),
    ...(run.degreesOfFreedom > 0
      ? []
      : ['as many rows as parameters: the curve meets all of them, and no errors can be told']),
    ...(atBounds.length === 0
      ? []
      : [`at a bound: ${atBounds.join(', ')}. The errors are those of a fit without bounds`]),
    ...(obstacle === null ? [] : [obstacle]),
    '',
  ].join('\n');
}
