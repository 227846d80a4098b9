import fc from 'fast-check';
import { Table, type TableOptions } from '../../../src/cli/data/data-table.js';
import { Failure } from '../../../src/cli/failure.js';

const read = (text: string, options: TableOptions = {}) => Table.of(text, 'd.csv', options);
/** The numbers of the columns with these names. */
function numbers(text: string, wanted: readonly string[], options?: TableOptions) {
  return read(text, options)
    .columns(wanted)
    .columns.map((column) => Array.from(column));
}

test('Columns are found by the names of the first line, and rows know their lines.', () => {
  const table = read('x ,"y, of it",z\n1,2,3\n\n4,5e-1,-6\n');
  expect(table.names).toEqual(['x', 'y, of it', 'z']);
  const { columns, lines } = table.columns(['z', 'x']);
  expect(columns.map((column) => Array.from(column))).toEqual([
    [3, -6],
    [1, 4],
  ]);
  expect(Array.from(lines)).toEqual([2, 4]);
});

describe('Cells are separated', () => {
  test.each([
    ['by commas', 'x,y\n1,2\n3,4\n'],
    ['by commas with blanks', 'x, y\n1, 2\n3, 4\n'],
    ['by semicolons', 'x;y\n1;2\n3;4\n'],
    ['by tabs', 'x\ty\n1\t2\n3\t4\n'],
    ['by bars', 'x|y\n1|2\n3|4\n'],
    ['by one or more blanks', '  x y\n1    2\n3 \t 4\n'],
    ['as Excel says', 'sep=;\nx;y\n1;2\n3;4'],
  ])('%s.', (_, text) => {
    expect(numbers(text, ['x', 'y'])).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  test('as the user says.', () => {
    expect(numbers('x:y\n1:2', ['y'], { delimiter: ':' })).toEqual([[2]]);
    expect(numbers('x;y\n1;2', ['y'], { delimiter: 'semicolon' })).toEqual([[2]]);
    expect(() => read('x1y\n112', { delimiter: '1' })).toThrow('--delimiter 1 separates no cells');
  });
});

describe('Numbers are read', () => {
  test.each<[string, string, number[], string[]]>([
    ['with decimal commas', 'x;y\n1;2,5\n2;-,25\n3;4\n', [2.5, -0.25, 4], ['decimal commas']],
    [
      'with points between thousands',
      'x;y\n1;1.234,5\n2;12.345.678,25\n',
      [1234.5, 12345678.25],
      ['decimal commas', 'thousands in groups'],
    ],
    [
      'with quoted commas between thousands',
      'x,y\n1,"1,234"\n2,"1,234,567.5"\n',
      [1234, 1234567.5],
      ['thousands in groups'],
    ],
    [
      'with blanks and apostrophes between thousands',
      "x;y\n1;1 234.5\n2;1'234\n3;1\u202f234\n",
      [1234.5, 1234, 1234],
      ['thousands in groups'],
    ],
    ['with signs and exponents', 'x,y\n1,+1E3\n2,\u22122.5\n3,-.5e-1\n', [1000, -2.5, -0.05], []],
    [
      'as days between dates',
      'x,y\n1,2024-02-28\n2,2024-03-01 12:00\n3,2024-02-28T06:00\n',
      [0, 2.5, 0.25],
      ['y in days since 2024-02-28'],
    ],
    [
      'as days between dates of one time zone each',
      'x,y\n1,2024-01-01T00:00:00+01:00\n2,2024-01-01T00:00Z\n',
      [0, 1 / 24],
      ['y in days since 2023-12-31 23:00:00'],
    ],
    [
      'as dates with points',
      'x;y\n1;31.12.2023\n2;02.01.2024\n',
      [0, 2],
      ['y in days since 2023-12-31'],
    ],
  ])('%s.', (_, text, wanted, notes) => {
    const found = read(text).columns(['y']);
    expect(Array.from(found.columns[0])).toEqual(
      wanted.map((x) => expect.closeTo(x, 12) as number),
    );
    expect(found.notes).toEqual(notes);
  });

  test('with the decimal mark that the user says, where cells leave it open.', () => {
    const text = 'x;y\n1;1,234\n';
    expect(() => numbers(text, ['y'])).toThrow(
      'the comma of 1,234 in line 2 may be a decimal mark',
    );
    expect(numbers(text, ['y'], { decimal: ',' })).toEqual([[1.234]]);
    expect(numbers(text, ['y'], { decimal: '.' })).toEqual([[1234]]);
    expect(() => read(text, { decimal: ';' })).toThrow('--decimal ; is not a decimal mark');
  });
});

test.each(['', 'NA', 'n/a', 'NaN', 'null', 'NULL', 'None', '-', '--', '.', '?', '#N/A', '<NA>'])(
  'Rows in which a value is missing, written %j, are left out and counted, if the column is asked for.',
  (cell) => {
    const table = read(`x,y,z\n1,5,3\n2,${cell},4\n3,${cell},5\n4,7,6\n`);
    const { columns, left, firstLeft } = table.columns(['x', 'y']);
    expect(columns.map((column) => Array.from(column))).toEqual([
      [1, 4],
      [5, 7],
    ]);
    expect([left, firstLeft]).toEqual([2, 3]);
    expect(table.columns(['x', 'z']).left).toBe(0);
  },
);

describe('Names', () => {
  test('may stand in a comment, as NumPy writes them; other comments are skipped.', () => {
    expect(numbers('# by hand\n# t y\n1 2\n# later\n3 4\n', ['y'])).toEqual([[2, 4]]);
    expect(numbers('# by hand\nt,y\n1,2\n# later, "it\n3,4\n', ['t'])).toEqual([[1, 3]]);
    expect(() => read('# by hand\n1,2\n3,4\n')).toThrow('its line 2 is data (1,2)');
  });

  test('are c1, c2, … if there are none.', () => {
    expect(numbers('1,2\n3,4\n', ['c2', 'c1'], { hasNoHeader: true })).toEqual([
      [2, 4],
      [1, 3],
    ]);
  });

  test('may be numbers where others are not.', () => {
    expect(numbers('time,1990,2000\n1,2,3\n', ['2000'])).toEqual([[3]]);
  });
});

describe('Wrong data are never read in silence:', () => {
  test.each<[string, string, string]>([
    [
      'a row with too many cells',
      'x,y\n1,2\n2,0,74\n',
      'line 3 has 3 cells (2,0,74), and there are 2 columns (x, y)',
    ],
    [
      'a row with too few cells',
      'x,y\n1,2\n\n3\n',
      'line 4 has 1 cell (3), and there are 2 columns (x, y)',
    ],
    [
      'decimal commas between commas',
      'x,y\n0,5,2,01\n',
      'Where commas are decimal marks, separate the columns by semicolons',
    ],
    ['a header that is data', '0,2\n1,3\n', 'its line 1 is data (0,2)'],
    ['a header that is data with texts', '5.1,3.5,setosa\n4.9,3,setosa\n', 'its line 1 is data'],
    [
      'a text',
      'x,y\n1,2\n3,abc\n',
      'abc is not a number, in line 3 of column y. Leave the cell empty',
    ],
    ['a number that is too large', 'x,y\n1,1e999\n', 'It is too large.'],
    ['an infinite number', 'x,y\n1,Infinity\n', 'Infinity is not a number'],
    ['a number of programmers', 'x,y\n1,0x10\n', '0x10 is not a number'],
    ['a part of a number', 'x,y\n1,12abc\n', '12abc is not a number'],
    [
      'two decimal marks',
      'x;y\n1;2,5\n2;2.5\n',
      'two decimal marks: 2.5 in line 3, and 2,5 in line 2',
    ],
    ['a date that is none', 'x,y\n1,2024-02-30\n', '2024-02-30 is not a number'],
    ['a date in an unknown order', 'x,y\n1,05/01/2024\n', 'Write dates as 2024-01-31'],
    ['a number among dates', 'x,y\n1,2024-01-01\n2,7\n', '7 stands among dates, in line 3'],
    [
      'a date among numbers',
      'x,y\n1,7\n2,2024-01-01\n',
      '2024-01-01 stands among numbers, in line 3',
    ],
    [
      'a zone among times without',
      'x,y\n1,2024-01-01 10:00\n2,2024-01-01 10:00Z\n',
      'has a time zone, in line 3',
    ],
    [
      'a quotation mark without its partner',
      'x,y\n1,2\n3,"4\n5,6\n',
      'd.csv: a quotation mark in line 3 or below',
    ],
    ['two columns of one name', 'y,y\n1,2\n', 'two columns called y'],
    ['no rows', 'x,y\n', 'has no rows below the names'],
    ['nothing', '\n \n', 'd.csv is empty'],
    ['no complete row', 'x,y\n1,\n', 'has no row in which y is given'],
  ])('%s.', (_, text, said) => {
    expect(() => read(text).columns(['y'])).toThrow(Failure);
    expect(() => read(text).columns(['y'])).toThrow(said);
  });
});

test('Line numbers hold behind cells with line breaks.', () => {
  const text = 'x,note,y\n1,"two\nlines",2\n3,,four\n';
  expect(() => read(text).columns(['y'])).toThrow('four is not a number, in line 4');
});

test('Long texts are read in parts, and cells with line breaks lie across them.', () => {
  const rows = Array.from({ length: 9000 }, (_, k) => `${k},"a\n""b""",${2 * k}`);
  const text = `x,note,y\n${rows.join('\n')}\n`;
  const { columns, lines } = read(text).columns(['x', 'y']);
  expect(columns[1]).toEqual(columns[0].map((x) => 2 * x));
  expect([columns[0].length, lines[0], lines[8999]]).toEqual([9000, 2, 18_000]);
  expect(() => read(`${text}1,2\n`).columns(['x'])).toThrow('line 18002 has 2 cells (1,2)');
});

/** A table of numbers, and how it may be written. */
const written = fc.record({
  rows: fc.array(
    fc.tuple(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }),
    ),
    { minLength: 1, maxLength: 400 },
  ),
  separator: fc.constantFrom(',', ';', '\t', '|', '  '),
  isComma: fc.boolean(),
  isQuoted: fc.boolean(),
  blanks: fc.constantFrom('', '\n', '# 1,2;3\n'),
});

test('A table is read back, whatever separates its cells and its decimals.', () => {
  fc.assert(
    fc.property(written, ({ rows, separator, isComma, isQuoted, blanks }) => {
      const usesComma = isComma && (separator !== ',' || isQuoted);
      const cell = (x: number) => {
        // A digit behind the mark that is not one of three tells the mark.
        const text = String(x).includes('.') || /e/.test(String(x)) ? String(x) : `${x}.0`;
        const marked = usesComma ? text.replace('.', ',') : text;
        return isQuoted ? `"${marked}"` : marked;
      };
      const lines = [['x', 'y'], ...rows.map((row) => row.map(cell))].map((row) =>
        row.join(separator),
      );
      const text = lines.join(`\n${blanks}`);
      // Three digits behind a comma may be thousands.
      const ends = rows.flat().some((x) => /^-?[1-9]\d{0,2}\.\d{3}$/.test(String(x)));
      fc.pre(!(usesComma && ends));
      const { columns } = read(text).columns(['x', 'y']);
      expect(columns.map((column) => Array.from(column))).toEqual(
        [0, 1].map((k) => rows.map((row) => row[k] + 0)),
      );
    }),
  );
});
