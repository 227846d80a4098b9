/** Where the command writes to, and how it shows values there. */
import { inspect } from 'node:util';
import type { Terminal } from '../learn/node/terminal.js';

export interface Streams {
  readonly in: AsyncIterable<Uint8Array>;
  readonly out: Terminal;
  readonly err: Terminal;
}

const WIDTH = 80;

export const widthOf = ({ columns = WIDTH }: Terminal): number => columns;

/** A value as people read it. */
export const shown = (value: unknown, to: Terminal): string =>
  inspect(value, { breakLength: widthOf(to), depth: null, maxArrayLength: 100, compact: 3 });

/** JSON knows neither typed arrays nor numbers that are not finite. */
function plainJson(_: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value;
}

export const json = (value: unknown): string => `${JSON.stringify(value, plainJson, 2)}\n`;

/** True if NaN stands anywhere in a tree of numbers. */
export function holdsNaN(tree: unknown): boolean {
  let isFound = false;
  JSON.stringify(tree, (key, value: unknown) => {
    isFound ||= Number.isNaN(value);
    return plainJson(key, value);
  });
  return isFound;
}

/** Columns of text under their titles; all but the first stand at the right. Lines are cut at the width. */
export function table(rows: readonly (readonly string[])[], to: Terminal): string {
  const widths = rows[0].map((_, k) => Math.max(...rows.map((row) => row[k].length)));
  return rows
    .map((row) =>
      row.map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))),
    )
    .map((row) => row.join('  ').trimEnd().slice(0, widthOf(to)))
    .join('\n');
}

/** A number with so many digits as people compare. */
export const digits = (x: number, count = 5): string => String(Number(x.toPrecision(count)));
