/** Finds the row at which a model, or its derivative, is not finite. */
import type { FormulaColumns } from './formula-columns.js';

interface Names {
  readonly parameters: readonly string[];
  readonly predictors: readonly string[];
  readonly column: (name: string) => Float64Array;
  /** Of the file, for each row. */
  readonly lines: Uint32Array;
  readonly path: string;
}

/** In words; null if everything is finite. */
export function whereNotFinite(
  formula: FormulaColumns,
  parameters: readonly number[],
  names: Names,
): string | null {
  const first = (what: string, numbers: Float64Array): string | null => {
    const row = numbers.findIndex((x) => !Number.isFinite(x));
    if (row < 0) return null;
    return told(what, numbers[row], row, names);
  };
  const value = first('the model', formula.values(parameters));
  if (value !== null) return value;
  const partials = formula.partials(parameters);
  for (const [k, name] of names.parameters.entries()) {
    const found = first(`the derivative of the model with respect to ${name}`, partials[k]);
    if (found !== null) return found;
  }
  return null;
}

/** `the model is NaN in line 7 of data.csv, where x = 3` */
export function told(
  what: string,
  value: number,
  row: number,
  { predictors, column, lines, path }: Names,
): string {
  const at = predictors.map((name) => `${name} = ${column(name)[row]}`).join(', ');
  return `${what} is ${value} in line ${lines[row]} of ${path}${at === '' ? '' : `, where ${at}`}`;
}
