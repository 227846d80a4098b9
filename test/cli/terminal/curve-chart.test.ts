/** Charts by characters: what stands where, and that they fit their terminal. */
import { chart } from '../../../src/cli/terminal/curve-chart.js';

const terminal = (columns: number) => ({ columns, write: () => 0 });
const line = Array.from({ length: 200 }, (_, k) => ({ x: k, y: k, lower: k - 20, upper: k + 20 }));
const of = (given: Partial<Parameters<typeof chart>[0]>, columns = 60) =>
  chart({ title: 'title', points: [], curve: [], height: 9, ...given }, terminal(columns));

test.each([20, 30, 60, 80, 200])('A chart fits in %i columns.', (columns) => {
  const rows = of({ curve: line, points: [{ x: 3, y: 150 }] }, columns).split('\n');
  expect(Math.max(...rows.map((row) => row.trimEnd().length))).toBeLessThanOrEqual(
    Math.max(columns, 30),
  );
  expect(rows.filter((row) => /[│┤]/.test(row)).length).toBeGreaterThanOrEqual(9);
});

test('Points stand where they belong, the curve within its band, and axes have their ends.', () => {
  const rows = of({ points: [{ x: 0, y: 199 }], curve: line }).split('\n');
  const body = rows.filter((row) => /[│┤]/.test(row)).map((row) => row.replace(/^.*?[│┤]/, ''));
  expect(body.findIndex((row) => row.startsWith('●'))).toBeLessThanOrEqual(2);
  const columns = body.join('').match(/━/g)!.length;
  expect(columns).toBeGreaterThan(35);
  // A rising curve: the last row has it at the left, and the first one at the right.
  const withLine = body.filter((row) => row.includes('━'));
  expect(withLine[0].indexOf('━')).toBeGreaterThan(withLine.at(-1)!.indexOf('━'));
  const middle = body[Math.floor(body.length / 2)];
  expect(middle.trim()).toMatch(/^░+━+░+$/);
  expect(rows.join('\n')).toMatch(/-20┤/);
  expect(rows.at(-1) === '' ? rows.at(-2) : rows.at(-1)).toMatch(/^\s*0\s+99.5\s+199\s*$/);
});

test('One point, equal values, and values that are not finite are no trouble.', () => {
  expect(of({ points: [{ x: 1, y: 1 }] })).toContain('●');
  expect(
    of({
      points: [
        { x: 0, y: 0 },
        { x: 5, y: 0 },
        { x: NaN, y: 1 },
        { x: 1, y: Infinity },
      ],
    }),
  ).toContain('●');
  expect(
    of({
      curve: [
        { x: 0, y: 1, lower: -Infinity, upper: NaN },
        { x: 1, y: 2 },
      ],
    }),
  ).toContain('━');
  expect(of({ points: [{ x: NaN, y: NaN }] })).toBe('');
});
