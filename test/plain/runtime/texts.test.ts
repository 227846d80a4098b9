/** A number that is read from the text of a dual would silently be a constant, and is refused. */
import { grad, jvp } from 'delta-tape';
import { evaluate } from '../../support/plain.js';

type F = (x: number) => number;
const f = (expression: string): F => evaluate<F>(`(x: any): any => (${expression}) * x`);
const TELLING = 0.7123456;

describe('A number of the text of a real is refused', () => {
  test.each([
    ['by Number, of any length', 'Number(String(x))', 3],
    ['by parseFloat', 'parseFloat(`${x}`)', 3],
    ['by unary plus, from a variable', '((s: string) => +s)(x.toString())', 3],
    ['by arithmetic', '(x + "") - 0', 3],
    ['by new Number', 'new Number(x.toPrecision())', 3],
    ['by JSON', 'JSON.parse("[" + x + "]")[0]', TELLING],
    ['by JSON with a reviver', 'JSON.parse(`[${x}]`, (_: string, y: any) => y)[0]', TELLING],
    ['among others', '[x, 2 * x].join(" ").split(" ").map(Number)[0]', TELLING],
    ['with a unit', 'parseFloat(`${x} px`)', TELLING],
  ])('%s.', (_, expression, at) => {
    expect(() => grad(f(expression))(at)).toThrow(`the number ${at} was read from a text`);
    expect(() => jvp(f(expression))([at], [1])).toThrow('make the text of primalOf(x)');
    expect(f(expression)(at)).toBe(at * at);
  });
});

test.each([
  ['is a part of a message, and has few digits', '(`x = ${x}`, Number("3"))'],
  ['was rounded', 'Number(x.toFixed(2))'],
  ['was sorted by text', '([x, 10].sort(), Number("3"))'],
  ['is another', '(String(x), Number("4") - 1)'],
])('A number of a text is a constant if the real %s.', (_, expression) => {
  expect(grad(f(expression))(3)).toBe(3);
});

test('Texts of primals are constants, and those of runs that are over are forgotten.', () => {
  expect(grad(f('Number(String(require("delta-tape").primalOf(x)))'))(3)).toBe(3);
  expect(() => grad(f('Number(String(x))'))(3)).toThrow('was read from a text');
  expect(grad(f('Number("3")'))(2)).toBe(3);
});

test('Programs that print in long loops remember a bounded number of texts.', () => {
  const many =
    '(() => { for (let k = 0; k < 20_000; k++) String(x * k); return Number(String(2 * x)); })()';
  expect(() => grad(f(many))(3)).toThrow('the number 6 was read');
  const first = many.replace('String(2 * x)', '"6"');
  expect(grad(f(first))(3)).toBe(6);
});
