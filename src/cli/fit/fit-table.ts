/** Fits a model to the columns of a table. */
import { sub } from '../../core/primitives/table.js';
import type { Real } from '../../core/real.js';
import { leastSquares } from '../../learn/least-squares/least-squares.js';
import type { Loss } from '../../learn/least-squares/losses.js';
import { marginOf } from '../../learn/least-squares/student.js';
import { Failure } from '../failure.js';
import type { Model } from './model.js';
import { columnsOf, type Table } from './csv-table.js';

interface FitRequest {
  readonly model: Model;
  readonly table: Table;
  /** The response, if the user named it. */
  readonly response: string | undefined;
  readonly starts: ReadonlyMap<string, number>;
  readonly loss: Loss | undefined;
}

type Parameters = Record<string, Real>;
type Numbers = Readonly<Record<string, number>>;

/** The column that the model is to be equal to. */
function responseOf({ model, table, response }: FitRequest): string {
  const { names, path } = table;
  const all = `its columns are ${names.join(', ')}.`;
  if (response !== undefined) {
    if (names.includes(response)) return response;
    throw new Failure(`${path} has no column ${response}; ${all}`);
  }
  const free = names.filter((name) => !model.names.includes(name));
  const found = names.includes('y') ? 'y' : free.at(-1);
  if (found !== undefined) return found;
  throw new Failure(`the model names every column, so none is left as the response; ${all}`);
}

const LEVEL = 0.95;

/** The run, with what a report and a picture show. */
export function fitted(request: FitRequest) {
  const { model, table, starts, loss } = request;
  const response = responseOf(request);
  if (model.names.includes(response)) {
    throw new Failure(`the model names the response ${response}: choose another column by --y.`);
  }
  const predictors = model.names.filter((name) => table.names.includes(name));
  const parameters = model.names.filter((name) => !table.names.includes(name));
  if (parameters.length === 0)
    throw new Failure('the model has no parameters: every name is a column.');
  const stray = [...starts.keys()].find((name) => !parameters.includes(name));
  if (stray !== undefined) {
    throw new Failure(`--start names ${stray}; the parameters are ${parameters.join(', ')}.`);
  }
  const { columns, left } = columnsOf(table, [...predictors, response]);
  const observed = columns.at(-1)!;
  if (observed.length < parameters.length) {
    throw new Failure(
      `${observed.length} rows of ${table.path} cannot tell ${parameters.length} parameters ` +
        `(${parameters.join(', ')}): give more rows, or fewer parameters.`,
    );
  }
  /** Where the names of the model are among the predictors; -1 for parameters. */
  const places = model.names.map((name) => predictors.indexOf(name));
  /** The model at rows of the predictors. */
  const predicted = (p: Parameters, given: readonly (readonly number[])[], count: number): Real[] =>
    Array.from({ length: count }, (_, row) =>
      model.value(places.map((place, k) => (place < 0 ? p[model.names[k]] : given[place][row]))),
    );
  const residuals = (p: Parameters): Real[] =>
    predicted(p, columns, observed.length).map((value, row) => sub(value, observed[row]));
  const start = Object.fromEntries(parameters.map((name) => [name, starts.get(name) ?? 1]));
  const run = leastSquares(residuals, start as Parameters, loss === undefined ? {} : { loss });
  const [solution, errors] = [run.solution, run.standardErrors] as unknown as readonly Numbers[];
  const estimates = parameters.map((name) => {
    const [estimate, standardError] = [solution[name], errors[name]];
    const margin = marginOf(standardError, LEVEL, run.degreesOfFreedom);
    return { name, estimate, standardError, lower: estimate - margin, upper: estimate + margin };
  });
  /** The band along the only predictor. */
  const band = (xs: readonly number[]) =>
    run.band((p: Parameters) => predicted(p, [xs], xs.length), { level: LEVEL });
  return { run, response, predictors, parameters, columns, observed, left, estimates, band };
}
export type Fitted = ReturnType<typeof fitted>;
