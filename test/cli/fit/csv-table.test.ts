import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { columnsOf, readTable } from '../../../src/cli/fit/csv-table.js';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'delta-tape-table-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function read(text: string) {
  const path = join(folder, 'table.csv');
  writeFileSync(path, text);
  return readTable(path);
}

test('Columns are found by the names of the first line.', () => {
  const table = read('\uFEFFx ,"y, of it",z\r\n1,2,3\r\n4,5e-1,-6\r\n');
  expect(table.names).toEqual(['x', 'y, of it', 'z']);
  expect(columnsOf(table, ['z', 'x'])).toEqual({
    columns: [
      [3, -6],
      [1, 4],
    ],
    left: 0,
  });
});

test('Tabs and semicolons separate, too.', () => {
  expect(columnsOf(read('x;y\n1;2\n'), ['y']).columns).toEqual([[2]]);
  expect(columnsOf(read('x\ty\n1\t2\n'), ['y']).columns).toEqual([[2]]);
});

test('Rows without all values are left out and counted, if the columns are asked for.', () => {
  const table = read('x,y,z\n1,,3\n2,NA,4\n9,nan,4\n3,5,\n4,6,7\n');
  expect(columnsOf(table, ['x', 'y'])).toEqual({
    columns: [
      [3, 4],
      [5, 6],
    ],
    left: 3,
  });
  expect(columnsOf(table, ['x'])).toEqual({ columns: [[1, 2, 9, 3, 4]], left: 0 });
});

test.each([
  ['x,y\n1,2\n3,abc\n', ['y'], 'abc is no number, in row 2 of column y'],
  ['x;y\n1;2,5\n', ['y'], '2,5 is no number, in row 1 of column y. Write decimal points'],
  ['x,y\n1,Infinity\n', ['y'], 'Infinity is no number'],
  ['x,y\n', ['y'], 'has no rows'],
  ['', ['y'], 'has no rows'],
  ['x,x\n1,2\n', ['x'], 'has two columns called x'],
  ['x,y\n1,\n', ['y'], 'has no row in which y are all given'],
])('%j is refused for columns %j.', (text, wanted, why) => {
  expect(() => columnsOf(read(text), wanted)).toThrow(why);
});

test('A file that is not there is told.', () => {
  expect(() => readTable(join(folder, 'none.csv'))).toThrow('none.csv cannot be read');
});
