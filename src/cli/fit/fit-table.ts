/** Fits a model to the columns of a table. */
import { withColumns } from '../../derivatives/jacobian-columns.js';
import { counted } from '../../learn/runs/aligned-text.js';
import { leastSquares } from '../../learn/least-squares/least-squares.js';
import type { Loss } from '../../learn/least-squares/losses.js';
import { marginOf } from '../../learn/least-squares/student.js';
import type { Table } from '../data/data-table.js';
import { Failure } from '../failure.js';
import { constants, readFormula, type Formula } from './formula.js';
import { FormulaColumns, type Source } from './formula-columns.js';
import { linearParameters } from './linear-parameters.js';
import { insistOnColumn, insistOnDeclared, rolesOf } from './roles.js';
import { told, whereNotFinite } from './where-not-finite.js';

export type Settings = ReadonlyMap<string, number>;

interface FitRequest {
  readonly model: Formula;
  readonly table: Table;
  /** The response, if the user named it. */
  readonly response: string | undefined;
  readonly start: Settings;
  readonly fix: Settings;
  readonly lower: Settings;
  readonly upper: Settings;
  readonly loss: Loss | undefined;
  /** Formulas of columns: standard deviations of the response, or weights of the squares. */
  readonly sigma: string | undefined;
  readonly weights: string | undefined;
  readonly isAbsolute: boolean;
}

type Parameters = Readonly<Record<string, number>>;

const LEVEL = 0.95;

/** The run, with what a report and a picture show. */
export function fitted(request: FitRequest) {
  const { model, table, start, fix, lower, upper, loss, isAbsolute } = request;
  const declared = { start, fix, lower, upper };
  const all = Object.values(declared).flatMap((settings) => [...settings.keys()]);
  const roles = rolesOf(model, table, request.response, new Set(all));
  for (const [option, settings] of Object.entries(declared))
    insistOnDeclared(option, settings.keys(), roles);
  const { response, predictors } = roles;
  const parameters = roles.parameters.filter((name) => !fix.has(name));
  insistOnStarts(request, parameters);

  const deviations = deviationsOf(request);
  const wanted = [...new Set([...predictors, response, ...(deviations?.names ?? [])])];
  const { columns, lines, left, firstLeft, notes } = table.columns(wanted);
  const column = (name: string): Float64Array => columns[wanted.indexOf(name)];
  const observed = column(response);
  const rows = observed.length;
  if (rows < parameters.length) {
    throw new Failure(
      `${counted(rows, 'row')} of ${table.path} cannot determine ${counted(parameters.length, 'parameter')} ` +
        `(${parameters.join(', ')}): give more rows, or fewer parameters.`,
    );
  }
  const sigma = deviations?.at(column, lines, table.path);

  /** The model where the names of predictors stand for these columns. */
  const along = (given: (name: string) => Float64Array, count: number) => {
    const sources = model.names.map((name): Source => {
      if (predictors.includes(name)) return { column: given(name) };
      const constant = fix.get(name) ?? constants.get(name);
      return constant === undefined ? { parameter: parameters.indexOf(name) } : { constant };
    });
    return new FormulaColumns(model, sources, count);
  };
  const numbers = (p: Parameters): number[] => parameters.map((name) => p[name]);
  const formula = along(column, rows);
  const residuals = withColumns(
    (p: Parameters) => {
      const values = formula.values(numbers(p));
      for (let k = 0; k < rows; k++) values[k] = observed[k] - values[k];
      return values;
    },
    (p) => {
      const partials = formula.partials(numbers(p));
      for (const partial of partials) for (let k = 0; k < rows; k++) partial[k] = -partial[k];
      return partials;
    },
  );
  const from: Parameters = Object.fromEntries(
    parameters.map((name) => [
      name,
      start.get(name) ?? inside(1, lower.get(name), upper.get(name)),
    ]),
  );
  const names = { parameters, predictors, column, lines, path: table.path };
  const place = (p: Parameters) => whereNotFinite(formula, numbers(p), names);
  const stuck = place(from);
  if (stuck !== null) {
    const values = parameters.map((name) => `${name} = ${from[name]}`).join(', ');
    throw new Failure(
      `the fit cannot start at ${values}: ${stuck}. Start elsewhere by --start, or take the row out.`,
    );
  }
  const limits = (settings: Settings, otherwise: number): Parameters =>
    Object.fromEntries(parameters.map((name) => [name, settings.get(name) ?? otherwise]));
  const isRobust = loss !== undefined && loss !== 'linear';
  const isFree = (name: string) => !isRobust && !lower.has(name) && !upper.has(name);
  const linear = linearParameters(model, parameters.filter(isFree));
  const run = leastSquares(residuals, from, {
    absoluteSigma: isAbsolute,
    ...(linear.length === 0 ? {} : { linear }),
    ...(lower.size + upper.size === 0
      ? {}
      : { bounds: { lower: limits(lower, -Infinity), upper: limits(upper, Infinity) } }),
    ...(loss === undefined ? {} : { loss }),
    ...(sigma === undefined ? {} : { sigma }),
  });
  const margin = marginOf(1, LEVEL, isAbsolute ? Infinity : run.degreesOfFreedom);
  const estimates = parameters.map((name) => {
    const [estimate, standardError] = [run.solution[name], run.standardErrors[name]];
    const half = standardError === 0 ? 0 : margin * standardError;
    return { name, estimate, standardError, lower: estimate - half, upper: estimate + half };
  });
  const atBounds = parameters.filter((name) =>
    [lower, upper].some((bounds) => bounds.get(name) === run.solution[name]),
  );
  /** The band along the only predictor. */
  const band = (xs: Float64Array) => {
    const curve = along(() => xs, xs.length);
    return run.band(
      withColumns(
        (p: Parameters) => curve.values(numbers(p)),
        (p) => curve.partials(numbers(p)),
      ),
      { level: LEVEL },
    );
  };
  const ended = run.converged ? null : place(run.solution);
  // The row that the edge names is one of the residuals, of which the report knows no more than their places.
  const beyond =
    run.edge?.row === undefined ? null : told('the residual', run.edge.value, run.edge.row, names);
  const obstacle =
    ended !== null
      ? `where the fit ended, ${ended}`
      : beyond && `beyond the edge that ${run.edge!.parameters.join(', ')} has reached, ${beyond}`;
  return {
    ...{ run, response, predictors, parameters, observed, left, firstLeft, notes, estimates, band },
    ...{ column, obstacle, sigma, fixed: [...fix], atBounds, linear },
  };
}
export type Fitted = ReturnType<typeof fitted>;

const inside = (x: number, lower = -Infinity, upper = Infinity): number =>
  Math.min(Math.max(x, lower), upper);

function insistOnStarts({ start, fix, lower, upper }: FitRequest, free: readonly string[]): void {
  for (const [option, settings] of Object.entries({ start, lower, upper })) {
    const both = [...fix.keys()].find((name) => settings.has(name));
    if (both !== undefined)
      throw new Failure(
        `--fix and --${option} both name ${both}: a fixed parameter takes no ${option}.`,
      );
  }
  if (free.length === 0)
    throw new Failure('--fix names all parameters, so there is nothing to fit.');
  for (const name of free) {
    const [low, high] = [lower.get(name) ?? -Infinity, upper.get(name) ?? Infinity];
    const x = start.get(name) ?? inside(1, low, high);
    if (!(low <= high))
      throw new Failure(`--lower ${name}=${low} is above --upper ${name}=${high}.`);
    if (x < low || x > high)
      throw new Failure(`--start ${name}=${x} is not within its bounds, ${low} … ${high}.`);
  }
}

/** Returns the function that gives the deviations of the rows, from --sigma or --weights. */
function deviationsOf({ table, sigma, weights, isAbsolute }: FitRequest) {
  if (sigma !== undefined && weights !== undefined)
    throw new Failure('--sigma and --weights say the same in two ways: give one of them.');
  const text = sigma ?? weights;
  if (text === undefined) {
    if (isAbsolute) throw new Failure('--absolute-sigma needs --sigma or --weights.');
    return undefined;
  }
  const option = sigma === undefined ? '--weights' : '--sigma';
  const formula = table.names.includes(text)
    ? readFormula(`\`${text}\``)
    : readFormula(text, option);
  const isColumn = (name: string) => table.names.includes(name);
  for (const name of formula.names) if (!constants.has(name)) insistOnColumn(table, name, option);
  const at = (
    column: (name: string) => Float64Array,
    lines: Uint32Array,
    path: string,
  ): Float64Array => {
    const sources = formula.names.map((name): Source =>
      isColumn(name) ? { column: column(name) } : { constant: constants.get(name)! },
    );
    const found = new FormulaColumns(formula, sources, lines.length).values([]);
    const bad = found.findIndex((x) => !(x > 0 && x < Infinity));
    if (bad >= 0) {
      throw new Failure(
        `${option} is ${found[bad]} in line ${lines[bad]} of ${path}, and must be positive: take rows out that should have no weight.`,
      );
    }
    return sigma === undefined ? found.map((weight) => 1 / Math.sqrt(weight)) : found;
  };
  return { names: formula.names.filter(isColumn), at };
}
