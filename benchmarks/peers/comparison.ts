/** The cells of the comparison, from launches. */
import { median } from '../timing.js';
import type { Row } from './inputs.js';
import type { Failure, Launch, Measurement } from './launch.js';
import type { Tool } from './tools.js';

/** The figures of a tool on a row: medians over launches. */
export interface Measured extends Omit<Measurement, 'gradient'> {
  readonly steady: number;
  /** Relative to the greatest number of the reference; none for the reference and the primal. */
  readonly error?: number;
}

export type Cell = Measured | Failure;

export interface Compared extends Row {
  /** The title of the tool whose gradient is the reference. */
  readonly reference: string;
  /** By the ids of the tools. */
  readonly cells: Readonly<Record<string, Cell>>;
}

/** Whose gradient is the reference, if it has one. */
const REFERENCES = ['manual', 'by-hand', 'plain'];

/** The greatest difference from the reference, relative to its greatest number. */
export function relativeError(found: readonly number[], reference: readonly number[]): number {
  if (found.length !== reference.length) return Infinity;
  let difference = 0;
  let size = 0;
  for (let k = 0; k < found.length; k++) {
    const off = Math.abs(found[k] - reference[k]);
    // What is no number is as wrong as can be.
    difference = Number.isNaN(off) ? Infinity : Math.max(difference, off);
    size = Math.max(size, Math.abs(reference[k]));
  }
  return size === 0 ? difference : difference / size;
}

const cellOf = (launches: readonly Launch[], error: number | undefined): Cell => {
  const failed = launches.find((launch) => 'failure' in launch);
  if (failed !== undefined) return failed;
  const measured = launches as readonly Measurement[];
  const middle = (of: (one: Measurement) => number | undefined) => {
    const known = measured.map(of).filter((x) => x !== undefined);
    return known.length === 0 ? undefined : median(known);
  };
  const [setUp, peakBytes] = [middle((one) => one.setUp), middle((one) => one.peakBytes)];
  return {
    first: middle((one) => one.first)!,
    steady: middle((one) => one.steady)!,
    ...(setUp === undefined ? {} : { setUp }),
    ...(peakBytes === undefined ? {} : { peakBytes }),
    ...(error === undefined ? {} : { error }),
    ...(measured[0].answers === undefined ? {} : { answers: measured[0].answers }),
  };
};

/** A row from the launches of each tool, the first of which has its gradient. */
export function compared(
  row: Row,
  tools: readonly Tool[],
  launches: readonly (readonly Launch[])[],
): Compared {
  const gradientOf = (id: string) => {
    const first = launches[tools.findIndex((tool) => tool.id === id)]?.[0];
    return first === undefined || 'failure' in first ? undefined : first.gradient;
  };
  const reference = REFERENCES.find((id) => gradientOf(id) !== undefined);
  const cells = tools.map(({ id }, k) => {
    const gradient = gradientOf(id);
    const compares = gradient !== undefined && reference !== undefined && id !== 'primal';
    const error =
      compares && id !== reference ? relativeError(gradient, gradientOf(reference)!) : undefined;
    return [id, cellOf(launches[k], error)] as const;
  });
  const title = tools.find(({ id }) => id === reference)?.title ?? 'none';
  return { ...row, reference: title, cells: Object.fromEntries(cells) };
}
