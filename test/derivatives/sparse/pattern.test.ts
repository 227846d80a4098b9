/** Patterns: compressed rows, gathered from entries in any order. */
import fc from 'fast-check';
import { DeltaTapeError } from 'delta-tape';
import { Entries, givenPattern } from '../../../src/derivatives/sparse/pattern.js';
import { IndexSets } from '../../../src/derivatives/sparse/index-sets.js';
import { entriesIn, patternOf } from '../../support/matrices.js';

const pairs = (rows: Int32Array, columns: Int32Array) =>
  [...rows].map((row, k) => [row, columns[k]] as const);
const sorted = (entries: readonly (readonly [number, number])[]) =>
  [...new Set(entries.map(([row, column]) => row * 1000 + column))]
    .sort((a, b) => a - b)
    .map((key) => [Math.floor(key / 1000), key % 1000]);

test('A pattern has each entry once, row by row.', () => {
  fc.assert(
    fc.property(entriesIn(7, 11), (entries) => {
      const { rows, columns, starts, fullest } = patternOf(7, 11, entries);
      expect(pairs(rows, columns)).toEqual(sorted(entries));
      const sizes = Array.from({ length: 7 }, (_, row) => starts[row + 1] - starts[row]);
      expect(sizes).toEqual(sizes.map((_, row) => rows.filter((r) => r === row).length));
      expect(fullest).toBe(Math.max(...sizes));
    }),
  );
});

test('A transposed pattern has its entries mirrored, and knows their places.', () => {
  fc.assert(
    fc.property(entriesIn(7, 11), (entries) => {
      const pattern = patternOf(7, 11, entries);
      const { pattern: other, places } = pattern.transpose();
      const mirrored = sorted(entries.map(([row, column]) => [column, row]));
      expect(pairs(other.rows, other.columns)).toEqual(mirrored);
      places.forEach((place, k) => {
        expect([pattern.rows[place], pattern.columns[place]]).toEqual([
          other.columns[k],
          other.rows[k],
        ]);
      });
    }),
  );
});

test('Repeated entries take no memory.', () => {
  const entries = new Entries(1000, 1000);
  for (let k = 0; k < 1_000_000; k++) entries.add(k % 10, (k * 7) % 10);
  expect(entries.pattern().count).toBe(10);
  const many = new Entries(100_000, 100_000);
  for (let k = 0; k < 100_000; k++) many.add(99_999 - k, k);
  expect(many.pattern().columns.subarray(0, 2)).toEqual(Int32Array.of(99_999, 99_998));
});

describe('A given pattern', () => {
  test('may have repetitions, any order and any lists.', () => {
    const given = { rows: [1, 0, 1], columns: new Float64Array([0, 1, 0]) };
    const { rows, columns } = givenPattern(given, 2, 2, false);
    expect(pairs(rows, columns)).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  test('of a symmetric matrix may be one half.', () => {
    const { rows, columns } = givenPattern({ rows: [2, 1], columns: [0, 1] }, 3, 3, true);
    expect(pairs(rows, columns)).toEqual([
      [0, 2],
      [1, 1],
      [2, 0],
    ]);
  });

  test.each([
    [{ rows: [0], columns: [0, 1] }],
    [{ rows: 3, columns: 3 }],
    [{ rows: [1] }],
    [[[0, 1]]],
    ['banded'],
    [7],
  ])('that is none is refused: %p.', (given) => {
    expect(() => givenPattern(given as never, 2, 2, false)).toThrow(
      /must be true, or a pattern \{ rows, columns \}/,
    );
  });

  test.each([
    [2, 0, 'entry 0 of the given pattern is at row 2 and column 0, but the matrix has 2 rows'],
    [0, 3, 'row 0 and column 3, but the matrix has 2 rows and 3 columns'],
    [-1, 0, 'row -1'],
    [0.5, 0, 'row 0.5'],
    [NaN, 0, 'row NaN'],
    ['0', 0, 'row the string "0"'],
  ])('with an entry outside of the matrix is refused: (%p, %p).', (row, column, message) => {
    const given = { rows: [row as number], columns: [column] };
    expect(() => givenPattern(given, 2, 3, false)).toThrow(message);
    expect(() => givenPattern(given, 2, 3, false)).toThrow(DeltaTapeError);
  });
});

describe('Sets of indices', () => {
  test('are one object if they are equal, whatever they were made of.', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.nat(9)), { maxLength: 6 }), (lists) => {
        const sets = new IndexSets(10);
        const unions = lists.map((list) => sets.union(list.map((k) => sets.single(k))));
        const all = sets.union(unions);
        const wanted = [...new Set(lists.flat())].sort((a, b) => a - b);
        expect([...all.members]).toEqual(wanted);
        expect(sets.union(wanted.map((k) => sets.single(k)))).toBe(all);
        expect(sets.union([all, ...unions])).toBe(all);
      }),
    );
  });
});
