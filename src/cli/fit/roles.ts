/** The roles of the names of a fit: columns of the table, the response among them, and parameters. */
import { nearest } from '../../errors/nearest.js';
import type { Table } from '../data/data-table.js';
import { didYouMean, Failure } from '../failure.js';
import { constants, refusal, type Formula } from './formula.js';

interface Roles {
  readonly response: string;
  /** Columns that the model names. */
  readonly predictors: readonly string[];
  /** The other names of the model. */
  readonly parameters: readonly string[];
}

const quoted = (name: string): string =>
  /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? name : `\`${name}\``;

const columnsAre = ({ names }: Table): string =>
  names.length === 1 ? `the only column is ${names[0]}` : `the columns are ${names.join(', ')}`;

const sentence = (text: string): string => text[0].toUpperCase() + text.slice(1);

/** Refuses a name that is not a column. */
export function insistOnColumn(table: Table, name: string, where: string): void {
  if (table.names.includes(name)) return;
  throw new Failure(
    `${where} names ${name}, which is not a column of ${table.path}: ${columnsAre(table)}.${didYouMean(name, table.names)}`,
  );
}

/** @param declared parameters that options name */
export function rolesOf(
  model: Formula,
  table: Table,
  response: string | undefined,
  declared: ReadonlySet<string>,
): Roles {
  const predictors = model.names.filter((name) => table.names.includes(name));
  const parameters = model.names.filter(
    (name) => !table.names.includes(name) && !constants.has(name),
  );
  if (parameters.length === 0)
    throw new Failure(
      'the model has no parameters: every name in it is a column, so there is nothing to fit.',
    );
  const euler = model.bases.find((name) => name === 'e');
  if (euler !== undefined && parameters.includes(euler) && !declared.has(euler)) {
    const place = model.places[model.names.indexOf(euler)];
    throw refusal(model.text, place, 'has powers of e, which would be a parameter: write exp(…)');
  }
  const found = responseOf(model, table, response);
  if (model.names.includes(found)) {
    throw new Failure(`the model names the response ${found}: choose another column by --y.`);
  }
  insistOnParameters(model, table, parameters, declared, found);
  if (predictors.length === 0 && parameters.length > 1) {
    throw new Failure(
      `the model names no column, so that ${parameters.join(', ')} would all be parameters: ${columnsAre(table)}.`,
    );
  }
  return { response: found, predictors, parameters };
}

/** The column that the model is to be equal to. */
function responseOf(model: Formula, table: Table, response: string | undefined): string {
  if (response !== undefined) {
    insistOnColumn(table, response, '--y');
    return response;
  }
  const free = table.names.filter((name) => name !== '' && !model.names.includes(name));
  const found = table.names.includes('y') ? 'y' : free.at(-1);
  if (found !== undefined) return found;
  throw new Failure(
    `the model names every column, so none is left as the response: ${columnsAre(table)}.`,
  );
}

/** Refuses parameters that were probably meant to be columns, unless an option declares them. */
function insistOnParameters(
  { text, names, places }: Formula,
  table: Table,
  parameters: readonly string[],
  declared: ReadonlySet<string>,
  response: string,
): void {
  const free = table.names.filter((name) => name !== response && !names.includes(name));
  for (const name of parameters) {
    if (declared.has(name)) continue;
    const meant = meantColumn(name, free);
    if (meant === undefined) continue;
    throw refusal(
      text,
      places[names.indexOf(name)],
      `names ${name}, which is not a column of ${table.path}`,
      undefined,
      `${sentence(columnsAre(table))}. Did you mean ${quoted(meant)}? If ${name} is a parameter, say where it starts: --start ${name}=1`,
    );
  }
}

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** So long must names be for a slip of the pen to count: `rate` and `date` are two words. */
const LONG = 5;

function meantColumn(name: string, columns: readonly string[]): string | undefined {
  const wanted = plain(name);
  const alike = columns.find((column) => plain(column) === wanted);
  const begun = columns.find((column) => wanted.length > 2 && plain(column).startsWith(wanted));
  return alike ?? begun ?? (name.length < LONG ? undefined : nearest(name, columns));
}

/** Refuses options about names that are not parameters. */
export function insistOnDeclared(
  option: string,
  names: Iterable<string>,
  { parameters, predictors, response }: Roles,
): void {
  for (const name of names) {
    if (parameters.includes(name)) continue;
    const what = [...predictors, response].includes(name) ? ', which is a column' : '';
    throw new Failure(
      `--${option} names ${name}${what}; the parameters are ${parameters.join(', ')}.${didYouMean(name, parameters)}`,
    );
  }
}
