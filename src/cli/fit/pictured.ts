/** The parts of the picture of a fit: the data, the curve with its band, and the residuals. */
import type { Fitted } from './fit-table.js';
import type { Pictured } from './picture.js';

/** Points of the curve, and the most points of data: more cannot be told apart, and take long to draw. */
const [POINTS, MOST] = [200, 2000];

export function pictured(found: Fitted, title: string): Pictured {
  const { run, response, predictors, observed, column, band } = found;
  const { residuals } = run;
  const isOne = predictors.length === 1;
  const across = isOne ? column(predictors[0]) : observed.map((y, row) => y - residuals[row]);
  const low = across.reduce((least, x) => Math.min(least, x), Infinity);
  const high = across.reduce((most, x) => Math.max(most, x), -Infinity);
  const step = (high - low) / (POINTS - 1);
  const xs = Float64Array.from({ length: isOne ? POINTS : 0 }, (_, k) => low + k * step);
  const { value, lower, upper } = isOne ? band(xs) : { value: xs, lower: xs, upper: xs };
  const count = Math.min(MOST, observed.length);
  const rows = Array.from({ length: count }, (_, k) => Math.floor((k * observed.length) / count));
  return {
    title: count < observed.length ? `${title} (${count} of ${observed.length} rows)` : title,
    across: isOne ? predictors[0] : 'prediction',
    response,
    data: rows.map((row) => ({ x: across[row], y: observed[row], residual: residuals[row] })),
    curve: Array.from(xs, (x, k) => ({ x, y: value[k], lower: lower[k], upper: upper[k] })),
  };
}
