/** Tables of text for reports that people read. */

/** Characters that are seen: marks above letters take no room. */
const widthOf = (text: string): number => text.normalize('NFC').replace(/\u0302/g, '').length;

/** Rows under each other: the first column stands at the left, the others at the right. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => widthOf(row[column]))));
  const line = (row: readonly string[]) =>
    row.map((text, column) => {
      const space = ' '.repeat(widths[column] - widthOf(text));
      return column === 0 ? text + space : space + text;
    });
  return rows.map((row) => line(row).join('  ').trimEnd()).join('\n');
}

/** A number with as many digits as people compare. */
export const digits = (x: number, count = 5): string => String(Number(x.toPrecision(count)));

/** `1 iteration`, `2 iterations` */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Lets `String(result)` and Node's `console.log(result)` show a text in the place of all that a result holds. */
export function shownAs<T extends object>(result: T, text: () => string): T {
  const property = { value: text, enumerable: false };
  return Object.defineProperties(result, {
    toString: property,
    [Symbol.for('nodejs.util.inspect.custom')]: property,
  });
}
