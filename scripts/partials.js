/**
 * Writes the partials of the table's rows as code of the language, for compiled code, which has no translator. It needs a
 * build. `npm run docs:sources` runs it; do so when partials of a row change.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@babel/core';
import { format, resolveConfig } from 'prettier';

const { TablePartials } = await import('../dist/plain/front/table-partials.js');
const { allPartials } = await import('../dist/plain/lower/derivatives/partials-as-code.js');

const parse = (text) =>
  parseSync(text, { configFile: false, babelrc: false }).program.body[0].expression;
const texts = Object.entries(allPartials(new TablePartials(parse))).map(
  ([row, partials]) => `${row}: '${JSON.stringify(partials)}',`,
);
const path = join(import.meta.dirname, '../src/plain/runtime/compiled/answers/written-partials.ts');
const text = `/** The partials of the table's rows as code of the language, in JSON. Written by scripts/partials.js. */
export const writtenPartials: Readonly<Record<string, string | undefined>> = {
${texts.join('\n')}
};
`;
writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
