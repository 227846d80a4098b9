/** The columns of a table as numbers. */
import { Failure } from '../failure.js';
import {
  dateOf,
  decimalIn,
  isGrouped,
  isMissing,
  isSlashed,
  numberOf,
  type DecimalMark,
} from './number-cells.js';
import type { Separator } from './separated.js';

export interface Columns {
  readonly columns: readonly Float64Array[];
  /** The line of the text for each row. */
  readonly lines: Uint32Array;
  /** The lines of rows that are left out because a value is missing: how many there are, and the first. */
  readonly left: number;
  readonly firstLeft: number;
  /** Notes about cells that could be read in two ways. */
  readonly notes: readonly string[];
}

type Each = (take: (cells: readonly string[], line: number) => void) => void;

interface Request {
  readonly path: string;
  readonly wanted: readonly string[];
  /** Of the wanted columns in a row. */
  readonly places: readonly number[];
  readonly separator: Separator;
  readonly decimal: DecimalMark | undefined;
  readonly text: string;
  readonly each: Each;
}

export function readColumns(request: Request): Columns {
  const { path, wanted, places, text, each } = request;
  const decimal = request.decimal ?? decimalOf(request);
  const most = linesIn(text);
  const columns = wanted.map((name) => new Column(name, path, decimal, most));
  const lines = new Uint32Array(most);
  let [rows, left, firstLeft] = [0, 0, 0];
  each((cells, line) => {
    for (let j = 0; j < places.length; j++) {
      const cell = cells[places[j]].trim();
      if (isMissing(cell)) {
        if (left++ === 0) firstLeft = line;
        return;
      }
      columns[j].put(rows, cell, line);
    }
    lines[rows++] = line;
  });
  if (rows === 0)
    throw new Failure(
      `${path} has no row in which ${wanted.join(', ')} ${wanted.length === 1 ? 'is' : 'are all'} given.`,
    );
  const closed = columns.map((column) => column.closed(rows));
  const notes = [
    ...(decimal === ',' ? ['decimal commas'] : []),
    ...closed.flatMap((column) => column.notes),
  ];
  return {
    columns: closed.map(({ numbers }) => numbers),
    lines: lines.subarray(0, rows),
    left,
    firstLeft,
    notes: [...new Set(notes)],
  };
}

function linesIn(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/**
 * The decimal mark that the cells themselves tell. Where they do not, thousands stand in the quoted cells of a text that
 * commas separate; in other texts `1,234` is refused.
 */
function decimalOf({ path, separator, text, places, each }: Request): DecimalMark {
  if (!text.includes(separator === ',' ? '"' : ',')) return '.';
  const first: Partial<Record<DecimalMark | 'either', string>> = {};
  each((cells, line) => {
    for (const place of places) {
      const mark = decimalIn(cells[place].trim());
      if (mark !== null) first[mark] ??= `${cells[place].trim()} in line ${line}`;
    }
  });
  if (first[','] !== undefined && first['.'] !== undefined) {
    throw new Failure(
      `${path} has two decimal marks: ${first['.']}, and ${first[',']}. Write them alike, or say --decimal . or --decimal ,`,
    );
  }
  if (first[','] !== undefined) return ',';
  if (first.either !== undefined && first['.'] === undefined && separator !== ',') {
    throw new Failure(
      `${path}: the comma of ${first.either} may be a decimal mark, or group thousands. Say --decimal , or --decimal .`,
    );
  }
  return '.';
}

const DAY = 86_400_000;

/** One column while it is read: numbers, or dates, which become days since the earliest. */
class Column {
  private readonly found: Float64Array;
  private kind: 'numbers' | 'dates' | null = null;
  private hasZones: boolean | null = null;
  private isGrouped = false;

  constructor(
    private readonly name: string,
    private readonly path: string,
    private readonly decimal: DecimalMark,
    most: number,
  ) {
    this.found = new Float64Array(most);
  }

  put(row: number, cell: string, line: number): void {
    const x = numberOf(cell, this.decimal);
    if (!Number.isFinite(x)) {
      this.found[row] = this.dateIn(cell, line);
      return;
    }
    this.insistOn('numbers', cell, line);
    if (!this.isGrouped && x !== Number(cell)) this.isGrouped = isGrouped(cell, this.decimal);
    this.found[row] = x;
  }

  private dateIn(cell: string, line: number): number {
    const date = dateOf(cell);
    if (date === null)
      throw this.refused(cell, line, 'is not a number', remedyFor(cell, this.decimal));
    this.insistOn('dates', cell, line);
    this.hasZones ??= date.hasZone;
    if (date.hasZone !== this.hasZones) {
      const remedy = 'Give the zones of all times of a column, or of none.';
      throw this.refused(cell, line, `has ${date.hasZone ? 'a' : 'no'} time zone`, remedy);
    }
    return date.time;
  }

  private insistOn(kind: 'numbers' | 'dates', cell: string, line: number): void {
    this.kind ??= kind;
    if (this.kind !== kind)
      throw this.refused(
        cell,
        line,
        `stands among ${this.kind}`,
        'Write the cells of a column alike.',
      );
  }

  private refused(cell: string, line: number, what: string, remedy: string): Failure {
    const shown = cell.length <= 40 ? cell : `${cell.slice(0, 40)}…`;
    return new Failure(
      `${this.path}: ${shown} ${what}, in line ${line} of column ${this.name}. ${remedy}`,
    );
  }

  /** The numbers of so many rows, and how they were read if they may be read otherwise. */
  closed(rows: number): { readonly numbers: Float64Array; readonly notes: readonly string[] } {
    const numbers = this.found.subarray(0, rows);
    if (this.kind !== 'dates')
      return { numbers, notes: this.isGrouped ? ['thousands in groups'] : [] };
    const first = numbers.reduce((least, time) => Math.min(least, time), Infinity);
    const day = new Date(first).toISOString().replace('.000Z', '').replace('T00:00:00', '');
    return {
      numbers: numbers.map((time) => (time - first) / DAY),
      notes: [`${this.name} in days since ${day.replace('T', ' ')}`],
    };
  }
}

function remedyFor(cell: string, decimal: DecimalMark): string {
  if (numberOf(cell, decimal) === Infinity) return 'It is too large.';
  if (isSlashed(cell))
    return 'Write dates as 2024-01-31: days and months cannot be told apart here.';
  return Number.isNaN(numberOf(cell, decimal === '.' ? ',' : '.'))
    ? 'Leave the cell empty where a value is not known, and take lines out that are not data.'
    : `The decimal mark is ${decimal} here: --decimal says another one.`;
}
