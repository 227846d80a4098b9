/** Cells as numbers: decimal points or commas, thousands in groups, dates, and what stands for a missing value. */

/** The character between the whole part of a number and its fraction. */
export type DecimalMark = '.' | ',';

const missing: ReadonlySet<string> = new Set([
  ...['', 'na', 'n/a', '#n/a', '#na', '<na>', 'nan', '-nan', 'null', 'none'],
  ...['-', '--', '–', '—', '.', '?'],
]);

/** True if a cell stands for a missing value, as spreadsheets, R, Python, SAS and people write it. */
export const isMissing = (cell: string): boolean =>
  cell.length < 5 && missing.has(cell.toLowerCase());

const plain = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/;

/** Blanks of several widths, and apostrophes, group digits in front of either decimal mark. */
const GROUPS = "'’ \\u00a0\\u2009\\u202f";
const numberWith = (decimal: string, group: string) => {
  const whole = `[1-9]\\d{0,2}([${GROUPS}${group}])\\d{3}(?:\\3\\d{3})*|\\d+`;
  return new RegExp(
    `^([-+]?)(?:(${whole})(?:${decimal}(\\d*))?|${decimal}(\\d+))([eE][-+]?\\d+)?$`,
  );
};
const written: Readonly<Record<DecimalMark, RegExp>> = {
  '.': numberWith('\\.', ','),
  ',': numberWith(',', '.'),
};

/** A number as it is written with a decimal mark; NaN if it is not a number so. */
export function numberOf(cell: string, decimal: DecimalMark): number {
  if (decimal === '.' && plain.test(cell)) return Number(cell);
  const match = written[decimal].exec(cell.replace('\u2212', '-'));
  if (match === null) return NaN;
  const [, sign, whole = '', , fraction = '', alone = '', power = ''] = match;
  return Number(`${sign}${whole.replace(/\D/g, '')}.${fraction}${alone}${power}`);
}

/** True if a cell can be read as a number. */
export const isNumber = (cell: string): boolean =>
  !Number.isNaN(numberOf(cell, '.')) || !Number.isNaN(numberOf(cell, ','));

export const isGrouped = (cell: string, decimal: DecimalMark): boolean =>
  written[decimal].exec(cell)?.[3] !== undefined;

/**
 * The decimal mark that a cell with a comma implies: `1,234` may be either. Null where it says nothing.
 */
export function decimalIn(cell: string): DecimalMark | 'either' | null {
  const [isPoint, isComma] = (['.', ','] as const).map((mark) => written[mark].test(cell));
  if (isPoint && isComma) return cell.includes(',') ? 'either' : null;
  if (isPoint) return /[.,]/.test(cell) ? '.' : null;
  return isComma ? ',' : null;
}

const TIME = '(?:[T ] *(\\d{1,2}):(\\d{2})(?::(\\d{2}(?:[.,]\\d+)?))? *(Z|[-+]\\d{2}:?\\d{2})?)?';
const yearFirst = new RegExp(`^(\\d{4})([-/])(\\d{1,2})\\2(\\d{1,2})${TIME}$`);
const dayFirst = new RegExp(`^(\\d{1,2})(\\.)(\\d{1,2})\\.(\\d{4})${TIME}$`);

/** Days and months that nobody can tell apart. */
export const isSlashed = (cell: string): boolean => /^\d{1,2}[/-]\d{1,2}[/-]\d{2,4}\b/.test(cell);

interface DateCell {
  /** Milliseconds since 1970. A time without a zone is one of UTC, which has no summer time. */
  readonly time: number;
  readonly hasZone: boolean;
}

/** A date, with or without a time of the day, such as 2024-01-31 12:30 or 31.01.2024; null if it is none. */
export function dateOf(cell: string): DateCell | null {
  const byYear = yearFirst.exec(cell);
  const match = byYear ?? dayFirst.exec(cell);
  if (match === null) return null;
  const [first, month, last] = [match[1], match[3], match[4]].map(Number);
  const [year, day] = byYear === null ? [last, first] : [first, last];
  const [hour, minute] = [match[5] ?? '0', match[6] ?? '0'].map(Number);
  const second = Number((match[7] ?? '0').replace(',', '.'));
  const midnight = Date.UTC(year, month - 1, day);
  const isDay = new Date(midnight).getUTCDate() === day && month >= 1 && month <= 12;
  if (!isDay || hour > 24 || minute > 59 || second >= 61) return null;
  const zone = match[8];
  const time = midnight + 1000 * (second + 60 * (minute - minutesEast(zone) + 60 * hour));
  return { time, hasZone: zone !== undefined };
}

function minutesEast(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const [hours, minutes] = [zone.slice(1, 3), zone.slice(-2)].map(Number);
  return (zone.startsWith('-') ? -1 : 1) * (60 * hours + minutes);
}
