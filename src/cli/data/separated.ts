/** Lines cut into cells, and what separates the cells of a table. */
import papa, { type ParseResult } from '../../vendor/csv.js';
import { Failure } from '../failure.js';

/** The character between cells. The blank stands for any number of blanks and tabs. */
export type Separator = string;
const BLANK: Separator = ' ';

type Row = readonly string[];

/** The length of the text that is cut at a time. */
const PART = 1 << 16;

type Take = (cells: Row, line: number) => void;

/**
 * Cuts a text, and gives each row with the line of the text that it begins in, from 1. O(text), in parts.
 *
 * @param path of the file, for errors; null for a part of a text, in which quotation marks may lack their partners
 */
export function eachRow(text: string, separator: Separator, path: string | null, take: Take): void {
  if (separator === BLANK) eachOfBlanks(text, take);
  else eachOfMarks(text, separator, path, take);
}

interface Parts {
  readonly delimiter: string;
  readonly newline: string;
  /** The number of characters in a part. */
  readonly chunkSize: number;
  chunk(part: ParseResult<string[]>): void;
}

/** The types of the package know parts of files only. */
const cutInParts = papa.parse as unknown as (text: string, how: Parts) => void;

function eachOfMarks(text: string, delimiter: string, path: string | null, take: Take): void {
  const mayBreak = text.includes('"');
  let line = 1;
  cutInParts(text, {
    delimiter,
    newline: '\n',
    chunkSize: PART,
    chunk({ data, errors }) {
      const broken = errors.find(({ type }) => type === 'Quotes');
      if (broken !== undefined && path !== null) {
        throw new Failure(
          `${path}: a quotation mark in line ${line + (broken.row ?? 0)} or below has no partner, ` +
            'or does not stand at the end of its cell. Write a mark inside a quoted cell twice.',
        );
      }
      for (const cells of data) {
        take(cells, line);
        line += mayBreak ? 1 + breaksIn(cells) : 1;
      }
    },
  });
}

/** Quoted cells may hold line breaks. */
function breaksIn(cells: Row): number {
  let count = 0;
  for (const cell of cells)
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) count++;
  return count;
}

function eachOfBlanks(text: string, take: Take): void {
  let line = 1;
  for (let start = 0; start <= text.length; line++) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    take(cutAtBlanks(text.slice(start, end)), line);
    start = end + 1;
  }
}

const cutAtBlanks = (line: string): string[] =>
  line.includes('"')
    ? Array.from(line.matchAll(/"([^"]*)"|\S+/g), ([bare, quoted]) => quoted ?? bare)
    : (line.match(/\S+/g) ?? []);

export const isBlank = (cells: Row): boolean => cells.every((cell) => cell.trim() === '');

/** The numbers of characters and of rows from which the separator is guessed. */
const [SAMPLE, ROWS] = [1 << 15, 100];

/** The first rows that are not blank, with their lines. */
export function firstRows(text: string, separator: Separator) {
  const end = text.length <= SAMPLE ? text.length : text.lastIndexOf('\n', SAMPLE);
  const found: { readonly cells: Row; readonly line: number }[] = [];
  eachRow(end < 0 ? text : text.slice(0, end), separator, null, (cells, line) => {
    if (found.length < ROWS && !isBlank(cells)) found.push({ cells, line });
  });
  return found;
}

/**
 * The first of these that cuts most rows as it cuts the first one. In a text with semicolons commas are decimal marks,
 * and blanks stand behind commas, so the order counts.
 */
const candidates: readonly Separator[] = ['\t', ';', '|', ',', BLANK];

/**
 * Finds the separator of a text. A text that nothing cuts is one column, in which commas are still
 * refused.
 */
export function separatorOf(text: string): Separator {
  let [best, most] = [',', 0];
  for (const separator of candidates) {
    const counts = firstRows(text, separator).map(({ cells }) => cells.length);
    const alike = counts.filter((count) => count === counts[0]).length;
    const isCut = counts[0] > 1 && (separator !== BLANK || 2 * alike > counts.length);
    if (isCut && alike > most) [best, most] = [separator, alike];
  }
  return best;
}

const named: Readonly<Record<string, Separator>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  '\\t': '\t',
  space: BLANK,
  blank: BLANK,
  bar: '|',
};

/** The separator that an option names. */
export function separatorNamed(text: string): Separator {
  const found = named[text] ?? text;
  if (found.length === 1 && !/[\w"\n.+-]/.test(found)) return found;
  throw new Failure(
    `--delimiter ${text} separates no cells: write one character such as "," or ";", or comma, semicolon, tab, bar or blank.`,
  );
}
