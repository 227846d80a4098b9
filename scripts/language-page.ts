/** The text of docs/language.md: the table of constructs, whose rows are tried by test/plain/language. */
import { groups } from '../test/plain/language/rows/index.js';
import type { Row } from '../test/plain/language/row.js';

const head = `# The language

<!-- Generated from the rows of test/plain/language by \`npm run docs:language\`. Do not edit. -->

This page lists the constructs of JavaScript and TypeScript, and says what becomes of each in translated code. Each row is
a program, which a test runs as TypeScript and as JavaScript.

- *supported*: the translated program computes what the original computes. Its derivatives of first and second order agree
  with finite differences in all modes.
- *passed through*: the same holds, but the library leaves the construct alone.
- *refused*: a derivative run throws the error that is quoted.

To translated code, a dual number is a number, with these conventions:

- Comparisons, truth, \`switch\` and \`===\` look at primals. The derivative is that of the branch which the program takes.
- Bitwise operators, rounding, positions and stores into integer arrays are steps: their derivative is 0.
- The text of a dual is the text of its primal, and text has no derivative. So do not use such a text as the key of a
  memo: the memo would return the result of *another* input with the same value, and no error can tell you. Use another
  key, or make a new memo in each call.
- A dual cannot be a key of a \`Map\` or of an object, or a member of a \`Set\`.

In code that is not translated, some questions about a dual get a wrong answer without an error: see [modules and foreign
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
        `\n## ${title}\n\n| construct | status | remark |\n| --- | --- | --- |\n${rows.map(lineOf).join('')}`,
    )
    .join('');
