/** Tables of numbers in files of comma-separated values, whose first line has the names of the columns. */
import { readFileSync } from 'node:fs';
import papa from '../../vendor/csv.js';
import { Failure, messageOf } from '../failure.js';

export interface Table {
  readonly names: readonly string[];
  /** The texts of the cells. */
  readonly rows: readonly (readonly string[])[];
  /** Of the file, for errors. */
  readonly path: string;
}

export function readTable(path: string): Table {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Failure(`${path} cannot be read: ${messageOf(error)}`);
  }
  const { data, errors } = papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    skipEmptyLines: 'greedy',
  });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken !== undefined)
    throw new Failure(`${path}: ${broken.message}, in row ${(broken.row ?? 0) + 1}.`);
  const [names = [], ...rows] = data;
  const trimmed = names.map((name) => name.trim());
  const twice = trimmed.find((name, k) => trimmed.indexOf(name) !== k);
  if (twice !== undefined) throw new Failure(`${path} has two columns called ${twice}.`);
  if (rows.length === 0) throw new Failure(`${path} has no rows below the names of its columns.`);
  return { names: trimmed, rows, path };
}

/** Empty, or what R and NumPy write. */
const isMissing = (cell: string): boolean => cell === '' || cell === 'NA' || /^nan$/i.test(cell);

/** The columns with these names, without the rows in which one of them is empty. */
export function columnsOf({ names, rows, path }: Table, wanted: readonly string[]) {
  const places = wanted.map((name) => names.indexOf(name));
  const columns = wanted.map((): number[] => []);
  let left = 0;
  rows.forEach((row, k) => {
    const cells = places.map((place) => (row[place] ?? '').trim());
    if (cells.some((cell) => isMissing(cell))) {
      left++;
      return;
    }
    cells.forEach((cell, j) => {
      const x = Number(cell);
      if (Number.isFinite(x)) columns[j].push(x);
      else
        throw new Failure(
          `${path}: ${cell} is no number, in row ${k + 1} of column ${wanted[j]}.` +
            (/^[-+]?\d+,\d+$/.test(cell) ? ' Write decimal points in the place of commas.' : ''),
        );
    });
  });
  if (columns[0]?.length === 0)
    throw new Failure(`${path} has no row in which ${wanted.join(', ')} are all given.`);
  return { columns, left };
}
