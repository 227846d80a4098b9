/** The text of docs/language.md: the table of constructs, whose rows are tried by test/plain/language. */
import { groups } from '../test/plain/language/rows/index.js';
import type { Row } from '../test/plain/language/row.js';

const head = `# The language

<!-- Generated from the rows of test/plain/language by \`npm run docs:language\`. Do not edit. -->

What derivative versions of plain TypeScript and JavaScript make of each construct. Every row is a program that a test
runs as TypeScript and as JavaScript: *supported* and *passed through* mean that it computes what it computed before
translation, and that its derivatives of first and second order agree with finite differences in all modes; *refused*
means that a derivative run throws the error that is quoted.

A dual number is a number to translated code, with these conventions:

- Comparisons, truth, \`switch\` and \`===\` look at primals; the program is differentiated along the branch it takes.
- Bitwise operators, rounding, positions and stores into integer arrays are steps: their derivative is 0.
- Text made of a dual is that of its primal, and nothing is differentiated through text. A memo whose key is such a
  text finds the result of *another* input with the same value, which nobody can see: key it by something else, or
  make it anew in each call.
- A dual is no key of a \`Map\` or of an object, and no member of a \`Set\`.

Code that is not translated cannot be helped where it asks a dual nothing: see [modules and foreign
code](#modules-and-foreign-code).
`;

/** Text for a cell: a bar would end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|');

const remarkOf = ({ error, remark }: Row): string =>
  [error === undefined ? undefined : `“${error} …”`, remark]
    .filter((part) => part !== undefined)
    .join('; ');

const lineOf = (row: Row): string =>
  `| ${cell(row.name)} | ${row.status ?? 'supported'} | ${cell(remarkOf(row))} |\n`;

/** The page, group by group. */
export const languagePage = (): string =>
  head +
  groups
    .map(
      ({ title, rows }) =>
        `\n## ${title}\n\n| construct | | |\n| --- | --- | --- |\n${rows.map(lineOf).join('')}`,
    )
    .join('');
