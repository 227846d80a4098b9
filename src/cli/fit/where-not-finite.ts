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
  const { predictors, column, lines, path } = names;
  const told = (what: string, numbers: Float64Array): string | null => {
    const row = numbers.findIndex((x) => !Number.isFinite(x));
    if (row < 0) return null;
    const at = predictors.map((name) => `${name} = ${column(name)[row]}`).join(', ');
    return `${what} is ${numbers[row]} in line ${lines[row]} of ${path}${at === '' ? '' : `, where ${at}`}`;
  };
  const value = told('the model', formula.values(parameters));
  if (value !== null) return value;
  const partials = formula.partials(parameters);
  for (const [k, name] of names.parameters.entries()) {
    const found = told(`the derivative of the model with respect to ${name}`, partials[k]);
    if (found !== null) return found;
  }
  return null;
}
