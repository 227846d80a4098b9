/** The partials that compiled code has are those that the table states. */
import { TablePartials, type Parse } from '../../../../src/plain/front/table-partials.js';
import { allPartials } from '../../../../src/plain/lower/derivatives/partials-as-code.js';
import { writtenPartials } from '../../../../src/plain/runtime/compiled/answers/written-partials.js';
import { parseSync, type types } from '../../../../src/vendor/babel.js';

const parse: Parse = (text) => {
  const file = parseSync(text, { configFile: false, babelrc: false }) as types.File;
  return (file.program.body[0] as types.ExpressionStatement).expression;
};

const written = (parse: Parse): Record<string, string> =>
  Object.fromEntries(
    Object.entries(allPartials(new TablePartials(parse))).map(([row, texts]) => [
      row,
      JSON.stringify(texts),
    ]),
  );

test('What is written is what is read of the rows; `npm run docs:sources` writes it.', () => {
  expect(written(parse)).toEqual(writtenPartials);
  expect(Object.keys(writtenPartials).length).toBeGreaterThan(30);
});

test('A row that cannot be read is missed.', () => {
  const found = written((text) => parse(text.replaceAll('div(', 'unknown(')));
  expect(found.sqrt).toBeUndefined();
  expect(found).not.toEqual(writtenPartials);
});
