/** The text of docs/primitives.md: what each row of the table says of itself. */
import * as library from 'delta-tape';
import type { Convention, Limit, Primitive, Row } from 'delta-tape';

const head = `# Primitives

<!-- Generated from the rows of the table by \`npm run docs:primitives\`. Do not edit. -->

One row of the table in \`src/core\` is one primitive. This page shows the rows. In a formula, \`z\` is the
output; there is one partial for each argument, in order. The partials are written in operators, so they are
differentiable themselves, to any order. Conventions that hold for all primitives are in
[conventions](conventions.md).

A primitive of a *list* has one formula for all its arguments: the partial with respect to the argument \`x\`.

## Partials

| name | arguments | partials | smooth where |
| --- | --- | --- | --- |
`;

const middle = `
\`polygamma(n, x)\` is a family of rows, one for each order \`n\`: its partial with respect to \`x\` is \`polygamma(n + 1, x)\`, it is
smooth where \`digamma\` is, has limits of the same kind, and \`n\` must be a constant natural number.

## Conventions at edges

Where mathematics leaves a choice, the row declares its partials. Where there is no choice (a pole, the border of
the domain), it says what the formula gives.

| name | at | partials | because |
| --- | --- | --- | --- |
`;

const end = `
## Limits

A test compares each row with references at about a hundred points or more, from 1e-300 to 1e300 and beside poles, zeros
and branches. There values, first and second derivatives have 13 right digits, or are off as their rows say here. A number
too large for a double is an infinity, and the last bits of a number that is too small may differ.

| name | of | where and how far |
| --- | --- | --- |
`;

const orders = ['the value', 'first derivatives', 'second derivatives'] as const;

const isOperator = (value: unknown): value is { readonly primitive: Primitive } =>
  typeof value === 'function' && 'primitive' in value;

/** Text for a cell: a bar would end it. */
const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (text: string): string => `\`${cell(text)}\``;
const line = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
const numbers = (xs: readonly number[]): string => code(xs.map(String).join(', '));

/**
 * Formulas call the arguments x, y, w in order, save that of the point (x, y) atan2 takes y first.
 */
const argumentsOf = ({ name, partials }: Row): string => {
  if (typeof partials === 'function') return 'list';
  return name === 'atan2' ? 'y, x' : ['x', 'x, y', 'x, y, w'][partials.length - 1];
};

const rowLine = (row: Row): string =>
  line(code(row.name), argumentsOf(row), row.formula.map(code).join(', '), cell(row.domain.text));

const edgeLine = (name: string, { at, partials, because }: Convention): string =>
  line(code(name), numbers(at), numbers(partials), cell(because));

const limitLine = (name: string, { order, text }: Limit): string =>
  line(code(name), orders[order], cell(text));

/** The page, with rows in the order of their names. */
export function primitivesPage(): string {
  const exports: readonly unknown[] = Object.values(library);
  const rows = exports
    .filter(isOperator)
    .map(({ primitive }) => primitive.row)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const conventions = rows.flatMap(({ name, conventions: own }) =>
    own.map((edge) => edgeLine(name, edge)),
  );
  const limits = rows.flatMap(({ name, limits: own }) =>
    (own ?? []).map((limit) => limitLine(name, limit)),
  );
  const tables = [rows.map(rowLine), conventions, limits].map((lines) => lines.join(''));
  return [head, middle, end].map((text, k) => text + tables[k]).join('');
}
