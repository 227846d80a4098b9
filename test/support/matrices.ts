/**
 * Sparse matrices written out, random functions with sparse derivatives, and checks of
 * colourings by their definition.
 */
import fc from 'fast-check';
import { sum, type Real } from '../../src/index.js';
import { Entries, type Pattern } from '../../src/derivatives/sparse/pattern.js';
import { asFunction } from './interpret.js';
import { programs } from './programs.js';

interface Written {
  readonly rows: ArrayLike<number>;
  readonly columns: ArrayLike<number>;
  readonly values: ArrayLike<Real>;
  readonly shape: readonly [number, number];
}

/** All entries of a sparse matrix, row by row; the others are 0. */
export function denseOf({ rows, columns, values, shape: [height, width] }: Written): Real[][] {
  const matrix = Array.from({ length: height }, () => new Array<Real>(width).fill(0));
  for (let k = 0; k < values.length; k++) matrix[rows[k]][columns[k]] = values[k];
  return matrix;
}

export function patternOf(
  height: number,
  width: number,
  entries: readonly (readonly [number, number])[],
): Pattern {
  const found = new Entries(height, width);
  for (const [row, column] of entries) found.add(row, column);
  return found.pattern();
}

/** Entries of a random matrix. */
export const entriesIn = (height: number, width: number): fc.Arbitrary<[number, number][]> =>
  fc.array(fc.tuple(fc.nat(height - 1), fc.nat(width - 1)), { maxLength: 3 * (height + width) });

export const mirrored = (entries: readonly (readonly [number, number])[]) =>
  entries.flatMap(([row, column]): [number, number][] => [
    [row, column],
    [column, row],
  ]);

const columnsOf = ({ starts, columns }: Pattern, row: number): number[] => [
  ...columns.subarray(starts[row], starts[row + 1]),
];

/**
 * Lists what is wrong with a colouring of rows: two of one colour that share a column, or a row without
 * a colour.
 */
export function rowColoringComplaints(pattern: Pattern, colors: ArrayLike<number>): string[] {
  const complaints: string[] = [];
  for (let row = 0; row < pattern.height; row++) {
    const columns = columnsOf(pattern, row);
    if (columns.length > 0 && colors[row] < 0) complaints.push(`${row} has no colour`);
    for (let other = 0; other < row; other++) {
      if (colors[other] !== colors[row]) continue;
      const shared = columnsOf(pattern, other).filter((column) => columns.includes(column));
      if (shared.length > 0) complaints.push(`${other} and ${row} share column ${shared[0]}`);
    }
  }
  return complaints;
}

/**
 * Lists what is wrong with a star colouring: neighbours of one colour, or a path of four vertices with
 * two.
 */
export function starColoringComplaints(pattern: Pattern, colors: ArrayLike<number>): string[] {
  const complaints: string[] = [];
  const neighbours = (a: number) => columnsOf(pattern, a).filter((b) => b !== a);
  for (let a = 0; a < pattern.height; a++) {
    if (columnsOf(pattern, a).length > 0 && colors[a] < 0) complaints.push(`${a} has no colour`);
    for (const b of neighbours(a)) {
      if (colors[a] === colors[b]) complaints.push(`${a} and ${b} are neighbours`);
      for (const c of neighbours(b)) {
        if (c === a || colors[c] !== colors[a]) continue;
        for (const d of neighbours(c)) {
          if (d !== b && colors[d] === colors[b]) complaints.push(`path ${a} ${b} ${c} ${d}`);
        }
      }
    }
  }
  return complaints;
}

/** Terms of a few inputs each: random programs on random inputs of all. */
export const terms = (inputs: number) =>
  fc.record({
    point: fc.array(
      fc.integer({ min: -200, max: 200 }).map((x) => x / 100),
      {
        minLength: inputs,
        maxLength: inputs,
      },
    ),
    parts: fc
      .array(
        fc.tuple(programs(2, 12), fc.nat(inputs - 1), fc.nat(inputs - 1)).map(
          ([{ term }, i, j]) =>
            (x: readonly Real[]): Real =>
              asFunction(term)([x[i], x[j]]),
        ),
        { maxLength: inputs },
      )
      .map((parts) => ({
        toList: (x: readonly Real[]): Real[] => parts.map((part) => part(x)),
        toSum: (x: readonly Real[]): Real => sum(parts.map((part) => part(x))),
      })),
  });
