/** Tables of Markdown, as data. */

export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The line behind it, counted from 0. */
  readonly end: number;
}

const cells = (line: string): string[] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());

function tableFrom(
  lines: readonly string[],
  from: number,
  names: readonly string[],
): Table | undefined {
  const start = lines.findIndex((line, k) => k > from && line.startsWith('|'));
  if (start < 0) return undefined;
  const found = lines.findIndex((line, k) => k > start && !line.startsWith('|'));
  const end = found < 0 ? lines.length : found;
  const [columns, , ...rows] = lines.slice(start, end).map(cells);
  const hasAll = names.every((name) => columns.includes(name));
  return hasAll ? { columns, rows, end } : tableFrom(lines, end, names);
}

/** The first table below a heading, which is a whole line such as `## Network`, that has columns of these names. */
export function tableBelow(
  markdown: string,
  heading: string,
  names: readonly string[] = [],
): Table | undefined {
  const lines = markdown.split('\n');
  const at = lines.indexOf(heading);
  return at < 0 ? undefined : tableFrom(lines, at, names);
}

const units: Readonly<Record<string, number>> = { '': 1, ns: 1e-6, µs: 1e-3, ms: 1, s: 1e3 };

/** A number of a table, times in milliseconds; undefined where it has none, or one that is called wrong. */
export function numberIn(cell: string): number | undefined {
  const [, digits, unit] = /^(-?[\d.]+) ?(ns|µs|ms|s)?$/.exec(cell) ?? [];
  return digits === undefined ? undefined : Number(digits) * units[unit ?? ''];
}
