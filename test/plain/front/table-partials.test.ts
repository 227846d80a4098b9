/** The partials of the table as terms, read from the texts of the rows. */
import * as table from '../../../src/core/primitives/table.js';
import { TablePartials } from '../../../src/plain/front/table-partials.js';
import { parseSync, type types } from '../../../src/vendor/babel.js';

type Renaming = (text: string) => string;

/** The partials, as a bundle has them that renames operators. */
const read = (rename: Renaming = (text) => text) =>
  new TablePartials((text) => {
    const file = parseSync(rename(text), { configFile: false, babelrc: false })!;
    const [statement] = (file as types.File).program.body;
    return (statement as types.ExpressionStatement).expression as types.Expression;
  });

const names = Object.keys(table);
const readable = (partials: TablePartials) => names.filter((name) => partials.of(name) !== null);

test('The partials of most rows are read.', () => {
  const found = readable(read());
  expect(found).toEqual(expect.arrayContaining(['add', 'div', 'pow', 'tanh', 'max', 'relu']));
  expect(found.length).toBeGreaterThan(35);
});

test('Partials whose operators were renamed are not read, even if the new name is that of another operator.', () => {
  expect(read((text) => text.replaceAll('div(', 'qz(')).of('sqrt')).toBeNull();
  const other = read((text) => text.replaceAll(/\bdiv\(/g, 'mul('));
  expect(other.of('sqrt')).toBeNull();
  expect(other.of('tanh')).not.toBeNull();
  const swapped = read((text) => text.replaceAll(/\bcosh\(/g, 'sinh('));
  expect(swapped.of('sinh')).toBeNull();
});
