/** Pieces of the reports: tables, numbers with their units, and the machine. */
import { cpus, loadavg } from 'node:os';

type Row = readonly string[];

/**
 * Columns of text on the left, the others, of numbers, right-aligned; prettier does the aligning.
 */
export function table(header: Row, rows: readonly Row[]): string {
  const rule = header.map((_, k) => (k === 0 ? '---' : '---:'));
  return [header, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export function time(milliseconds: number): string {
  if (milliseconds < 1e-3) return `${(milliseconds * 1e6).toPrecision(3)} ns`;
  if (milliseconds < 1) return `${(milliseconds * 1e3).toPrecision(3)} µs`;
  return `${milliseconds < 1e3 ? milliseconds.toPrecision(3) : milliseconds.toFixed(0)} ms`;
}

export function megabytes(bytes: number): string {
  const size = bytes / 2 ** 20;
  return `${size < 1e3 ? size.toPrecision(3) : size.toFixed(0)} MiB`;
}

export const short = (x: number): string => (x < 100 ? x.toPrecision(2) : x.toFixed(0));

/** A target, and the figure that there is. */
export interface Target {
  readonly what: string;
  readonly atMost: number;
  readonly measured: number;
}

export const targetTable = (targets: readonly Target[]): string =>
  table(
    ['target', 'at most', 'measured', 'outcome'],
    targets.map(({ what, atMost, measured }) => [
      what,
      String(Number(atMost.toPrecision(3))),
      measured.toPrecision(3),
      measured <= atMost ? 'reached' : 'not reached',
    ]),
  );

export interface Occasion {
  readonly launches: number;
  /** The load average of the last minute when the measurement began. */
  readonly loadBefore: number;
}

/** When and where something was measured. */
export const machine = ({ launches, loadBefore }: Occasion): string =>
  [
    new Date().toISOString().slice(0, 10),
    `${cpus()[0].model.trim()}, ${cpus().length} cores`,
    `Node ${process.version}`,
    `load average ${loadBefore.toFixed(2)} before and ${loadavg()[0].toFixed(2)} after`,
    `${launches} launches`,
  ].join(' · ');
