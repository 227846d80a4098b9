/** The language, construct by construct: every row of the table is a program, and is tried. */
import { checkGradient, grad, jvp } from 'delta-tape';
import { asWritten, languagesOf, translated, type Program, type Row } from './row.js';
import { groups } from './rows/index.js';

/** Says how the derivatives of a row are wrong; undefined if they are right. */
function complaint(row: Row, f: Program): string | undefined {
  const x = pointOf(row);
  const value = asWritten(row)(x);
  if (typeof value !== 'number' || Number.isNaN(value)) return `the program gives ${String(value)}`;
  if (f(x) !== value) return `on numbers, ${String(f(x))} in the place of ${value}`;
  if (row.partial !== undefined) {
    const partial = grad(f as (x: number) => number)(x as number);
    return partial === row.partial ? undefined : `the derivative is ${partial}`;
  }
  const report = checkGradient(f as (x: never) => number)(x as never);
  return report.laws.every(({ status }) => status === 'holds') ? undefined : String(report);
}

const pointOf = ({ at }: Row): unknown => at ?? 0.7;

describe.each(groups)('$title:', ({ rows }) => {
  const cases = rows.flatMap((row) =>
    languagesOf(row).map((language) => ({ ...row, language, status: row.status ?? 'supported' })),
  );
  test.each(cases)('$name is $status in $language.', (row) => {
    const f = translated(row, row.language);
    if (row.error === undefined) {
      expect(complaint(row, f)).toBeUndefined();
      return;
    }
    const x = pointOf(row) as number;
    expect(() => grad(f as (x: number) => number)(x)).toThrow(row.error);
    expect(() => jvp(f as (x: number) => number)([x], [1])).toThrow(row.error);
  });
});

describe('The check of rows', () => {
  const row = (source: string, more: Partial<Row> = {}): Row => ({ name: 'x', source, ...more });
  const check = (written: Row, f: Program) => complaint(written, f);
  const square = row('const f = (x: number) => x * x;');

  test('accepts what is right.', () => {
    expect(check(square, translated(square, 'ts'))).toBeUndefined();
  });

  test('objects to another value, another derivative, and one that cannot be told.', () => {
    const cube = translated(row('const f = (x: number) => x * x * x;'), 'ts');
    expect(check(square, cube)).toMatch('on numbers');
    const lost = row('const f = (x: number) => Math.round(x * 1e9) / 1e9;', { at: 0.5 });
    expect(check(lost, translated(lost, 'ts'))).toMatch('finite differences');
    const jumping = row('const f = (x: number) => (x < 0.7 ? x : 2);');
    expect(check(jumping, translated(jumping, 'ts'))).toMatch('not checked');
    expect(check({ ...square, partial: 2 }, translated(square, 'ts'))).toBe(
      'the derivative is 1.4',
    );
  });

  test('objects to programs that give no number.', () => {
    expect(check(row('const f = () => "a";'), () => 1)).toBe('the program gives a');
  });

  test('is made of every row once.', () => {
    for (const { rows } of groups) {
      const names = rows.map(({ name }) => name);
      expect(names).toEqual([...new Set(names)]);
      for (const { error, status } of rows) expect(error !== undefined).toBe(status === 'refused');
    }
  });
});
