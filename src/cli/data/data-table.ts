/** Tables of numbers in texts: a line of names, and rows of cells below it. */
import { counted } from '../../learn/runs/aligned-text.js';
import { Failure } from '../failure.js';
import { isNumber, type DecimalMark } from './number-cells.js';
import { readColumns, type Columns } from './number-columns.js';
import {
  firstRows,
  eachRow,
  isBlank,
  separatorNamed,
  separatorOf,
  type Separator,
} from './separated.js';

export interface TableOptions {
  readonly delimiter?: string | undefined;
  readonly decimal?: string | undefined;
  /** True if the first line is data; the columns are then called c1, c2, … */
  readonly hasNoHeader?: boolean;
}

export class Table {
  private constructor(
    readonly path: string,
    readonly names: readonly string[],
    readonly separator: Separator,
    private readonly text: string,
    /** The line of the names; 0 if there is none. */
    private readonly header: number,
    private readonly decimal: DecimalMark | undefined,
  ) {}

  /** Finds out what separates the cells, and how the columns are called. @param path of the file, for errors */
  static of(given: string, path: string, options: TableOptions = {}): Table {
    const { delimiter, decimal, hasNoHeader = false } = options;
    if (decimal !== undefined && decimal !== '.' && decimal !== ',') {
      throw new Failure(`--decimal ${decimal} is not a decimal mark: write "." or ",".`);
    }
    const said = /^sep=(.)\n/i.exec(given);
    const text = withoutComments(said === null ? given : given.replace(/^.*/, ''));
    const separator =
      delimiter === undefined ? (said?.[1] ?? separatorOf(text)) : separatorNamed(delimiter);
    const rows = firstRows(text, separator);
    if (rows.length === 0)
      throw new Failure(`${path} is empty: a line of names and rows of numbers are expected.`);
    const [{ cells, line }] = rows;
    const make = (names: readonly string[], header: number) => {
      insistOnNames(names, path);
      return new Table(path, names, separator, text, header, decimal);
    };
    if (hasNoHeader)
      return make(
        cells.map((_, k) => `c${k + 1}`),
        0,
      );
    if (isHeader(rows.map((row) => row.cells))) {
      if (rows.length === 1)
        throw new Failure(`${path} has no rows below the names of its columns.`);
      return make(
        cells.map((name) => name.trim()),
        line,
      );
    }
    const names = namesInComment(given, separator, line);
    if (names?.length === cells.length) return make(names, line - 1);
    throw new Failure(
      `${path} has no names of columns: its line ${line} is data (${shown(cells, separator)}). ` +
        'Write the names into a line above, or add --no-header, which calls the columns c1, c2 and so on.',
    );
  }

  /** The columns with these names, without the rows in which one of them is missing. O(text). */
  columns(wanted: readonly string[]): Columns {
    const { path, names, text, separator, header, decimal } = this;
    const places = wanted.map((name) => names.indexOf(name));
    const each = (take: (cells: readonly string[], line: number) => void): void =>
      eachRow(text, separator, path, (cells, line) => {
        if (line <= header || isBlank(cells)) return;
        if (cells.length !== names.length) throw this.uneven(cells, line);
        take(cells, line);
      });
    return readColumns({ path, wanted, places, separator, decimal, text, each });
  }

  private uneven(cells: readonly string[], line: number): Failure {
    const { names, path, separator } = this;
    const isCommas = separator === ',' && cells.length > names.length;
    const remedy = isCommas
      ? 'Where commas are decimal marks, separate the columns by semicolons; put a cell that holds a comma into quotation marks.'
      : 'Complete the row, or take it out.';
    return new Failure(
      `${path}: line ${line} has ${counted(cells.length, 'cell')} (${shown(cells, separator)}), and there ` +
        `${names.length === 1 ? 'is' : 'are'} ${counted(names.length, 'column')} (${names.join(', ')}). ${remedy}`,
    );
  }
}

/** Lines that begin with # are comments. They stay as empty lines, so that lines keep their numbers. */
const COMMENT = /^[ \t]*#.*$/gm;
const withoutComments = (text: string): string =>
  text.includes('#') ? text.replace(COMMENT, '') : text;

/** The names in the last comment above the data, where NumPy writes them. */
function namesInComment(text: string, separator: Separator, line: number): string[] | null {
  const last = text.split('\n', line - 1).findLast((above) => above.trim() !== '') ?? '';
  const [row] = firstRows(last.replace(/^[ \t]*#+/, ''), separator);
  const names = row?.cells.map((name) => name.trim()) ?? [];
  return names.length > 0 && !names.some((name) => name === '' || isNumber(name)) ? names : null;
}

/** True if the first row has names: it holds no number, or a text that stands above one. */
function isHeader([first, second = []]: readonly (readonly string[])[]): boolean {
  const [above, below] = [first, second].map((cells) => cells.map((cell) => isNumber(cell.trim())));
  return !above.includes(true) || above.some((is, k) => !is && first[k].trim() !== '' && below[k]);
}

function insistOnNames(names: readonly string[], path: string): void {
  const twice = names.find((name, k) => name !== '' && names.indexOf(name) !== k);
  if (twice !== undefined)
    throw new Failure(`${path} has two columns called ${twice}: rename one of them.`);
}

/** A row as it is shown in an error. */
function shown(cells: readonly string[], separator: Separator): string {
  const text = cells.join(separator);
  return text.length <= 60 ? text : `${text.slice(0, 60)}…`;
}
