/** Colourings, held against their definitions. */
import fc from 'fast-check';
import { byColor, colorRows, colorSymmetric } from '../../../src/derivatives/sparse/coloring.js';
import {
  entriesIn,
  mirrored,
  patternOf,
  rowColoringComplaints,
  starColoringComplaints,
} from '../../support/matrices.js';
import { range } from '../../support/range.js';
import { sampled } from '../../support/sample.js';

type Entry = [number, number];
const band = (size: number, width: number): Entry[] =>
  range(size).flatMap((i) =>
    range(width).flatMap((d): Entry[] => (i + d < size ? mirrored([[i, i + d]]) : [])),
  );
const arrow = (size: number, hub: number): Entry[] =>
  range(size).flatMap((i): Entry[] => [[i, i], ...mirrored([[hub, i]])]);

describe('A colouring of rows', () => {
  test('gives no two rows with a common column one colour.', () => {
    fc.assert(
      fc.property(entriesIn(12, 9), (entries) => {
        const pattern = patternOf(12, 9, entries);
        const { colors, count } = colorRows(pattern, pattern.transpose().pattern);
        expect(rowColoringComplaints(pattern, colors)).toEqual([]);
        expect(count).toBe(Math.max(-1, ...colors) + 1);
      }),
    );
  });

  test.each([
    ['a diagonal', band(20, 1), 1],
    ['three diagonals', band(20, 2), 3],
    ['five diagonals', band(20, 3), 5],
    ['a full column', arrow(20, 7), 20],
    ['nothing', [], 0],
  ])('of %s has the fewest colours.', (_, entries, colors) => {
    const pattern = patternOf(20, 20, entries);
    expect(colorRows(pattern, pattern.transpose().pattern).count).toBe(colors);
  });
});

describe('A star colouring', () => {
  test('has no neighbours of one colour, and no path of four vertices in two.', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 14 }), fc.infiniteStream(fc.nat()), (size, stream) => {
        const draw = () => stream.next().value % size;
        const entries = range(draw() * 3).map((): Entry => [draw(), draw()]);
        const pattern = patternOf(size, size, mirrored(entries));
        const { colors, count } = colorSymmetric(pattern);
        expect(starColoringComplaints(pattern, colors)).toEqual([]);
        expect(count).toBe(Math.max(-1, ...colors) + 1);
      }),
      { numRuns: sampled(300) },
    );
  });

  test.each([
    ['a diagonal', band(30, 1), 1],
    ['three diagonals', band(30, 2), 3],
    ['five diagonals', band(30, 3), 5],
    ['an arrow', arrow(30, 0), 2],
    ['an arrow that points elsewhere', arrow(30, 17), 2],
    ['two arrows', [...arrow(30, 3), ...arrow(30, 4)], 3],
    [
      'two hubs that are no neighbours',
      mirrored(
        range(20).flatMap((i): Entry[] => [
          [28, i],
          [29, i],
        ]),
      ),
      3,
    ],
    ['a full matrix', band(30, 30), 30],
    ['nothing', [], 0],
  ])('of %s has few colours.', (_, entries, colors) => {
    const pattern = patternOf(30, 30, entries);
    const coloring = colorSymmetric(pattern);
    expect(starColoringComplaints(pattern, coloring.colors)).toEqual([]);
    expect(coloring.count).toBe(colors);
  });

  test('of a large arrow takes no quadratic time.', () => {
    const { colors, count } = colorSymmetric(patternOf(200_000, 200_000, arrow(200_000, 5)));
    expect([count, colors[5], colors[6]]).toEqual([2, 0, 1]);
  });
});

test('Vertices are grouped by colour, those without one left out.', () => {
  expect(byColor({ colors: Int32Array.of(1, -1, 0, 1), count: 2 })).toEqual([[2], [0, 3]]);
});

describe('The checkers object to', () => {
  const chain = patternOf(4, 4, band(4, 2));

  test('rows of one colour that share a column.', () => {
    expect(rowColoringComplaints(chain, [0, 1, 2, 2])).toEqual(['2 and 3 share column 2']);
    expect(rowColoringComplaints(chain, [0, 1, 2, -1])).toEqual(['3 has no colour']);
  });

  test('neighbours of one colour.', () => {
    expect(starColoringComplaints(chain, [0, 1, 2, 2])).toContain('2 and 3 are neighbours');
  });

  test('a path in two colours.', () => {
    expect(starColoringComplaints(chain, [0, 1, 0, 1])).toContain('path 0 1 2 3');
    expect(starColoringComplaints(chain, [0, 1, 0, 2])).toEqual([]);
  });

  test('a vertex without a colour.', () => {
    expect(starColoringComplaints(chain, [0, 1, 0, -1])).toEqual(['3 has no colour']);
  });
});
