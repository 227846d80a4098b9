/** A number that is read from the text of a dual would silently be a constant, and is refused. */
import { grad, jvp } from 'delta-tape';
import { evaluate } from '../../support/plain.js';

type F = (x: number) => number;
const f = (expression: string): F => evaluate<F>(`(x: any): any => (${expression}) * x`);
const TELLING = 0.7123456;
/** A typed array that is made by code which is not translated. */
const OUTSIDE = 'new Function("return new Float64Array(1)")()';

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
    ['by arithmetic with what is known to be a text', '(String(x) as any) * 1', 3],
    ['by - of what is known to be a text', '((s: string) => -s * -1)(`${x}`)', 3],
    ['by ++', '((s: any) => (s++, s - 1))(String(x))', 3],
    ['by -=', '((s: any) => (s -= 0))(String(x))', 3],
    ['by an object', '([String(x)] as any) * 1', 3],
    ['by a function of Math', 'Math.max(String(x) as any, 0)', 3],
    ['by Math.sqrt', 'Math.sqrt(String(x * x) as any)', 1],
    ['by an array of floats', 'new Float64Array([String(x)] as any)[0]', 3],
    [
      'by an element of floats',
      '((xs: any) => ((xs[0] = String(x)), xs[0]))(new Float64Array(1))',
      3,
    ],
    ...['new Float64Array(1)', 'Float32Array.of(0, 1)', OUTSIDE].flatMap((floats) =>
      ['fill(t)', 'map(() => t as any)', 'with(0, t as any)', 'set([t])'].map(
        (method): [string, string, number] => [
          `by ${method} of ${floats}`,
          `((xs: any, t: any) => xs.${method}?.[0] ?? xs[0])(${floats}, String(x))`,
          3,
        ],
      ),
    ),
    [
      'by an element of floats from outside',
      `((xs: any) => ((xs[0] = String(x)), xs[0]))(${OUTSIDE})`,
      3,
    ],
    ['from a number as an object', 'Number(Object(x).toString())', 3],
    ['by a method that is called with it', 'Number(Number.prototype.toString.call(x))', 3],
  ])('%s.', (_, expression, at) => {
    expect(() => grad(f(expression))(at)).toThrow(`the number ${at} was read from a text`);
    expect(() => jvp(f(expression))([at], [1])).toThrow('make the text of primalOf(x)');
    expect(f(expression)(at)).toBe(at * at);
  });

  const LONG = 0.7123456789;
  test.each([
    ['cut', 'Number(String(x).slice(0, 8))', LONG],
    ['cut out of a text of known type', '((s: string) => Number(s.slice(0, 8)))(`${x}`)', LONG],
    ['cut out of a message', '((s: string) => Number(s.slice(4, 12)))(`x = ${x}`)', LONG],
    ['found by a pattern', 'Number(/\\d+\\.\\d{6}/.exec(String(x))![0])', LONG],
    ['put together anew', '((s: string) => Number(`0.${s.split(".")[1]}`))(String(x + 1))', LONG],
    ['put behind other digits', 'Number("1" + x)', LONG],
    ['with another point', 'Number(String(x + 1).replace(".", ""))', LONG],
    ['with an exponent', 'Number(`${x}e3`)', LONG],
    ['rounded to many digits', 'Number(x.toFixed(9))', LONG],
    ['rounded to many digits that are zeros', 'Number(x.toPrecision(12))', 3],
    ['rounded, by its method', 'Number(Number.prototype.toFixed.call(x, 9))', LONG],
    [
      'in a notation of a country',
      'Number(x.toLocaleString("en", { maximumFractionDigits: 12 }))',
      LONG,
    ],
  ])('where it is %s.', (_, expression, at) => {
    expect(() => grad(f(expression))(at)).toThrow('was read from a text');
    expect(f(expression)(at)).toBeGreaterThan(0);
  });
});

test('The text of a number that is an object is that of the number.', () => {
  const same =
    'Number(Object(x).toFixed(1)) + Number(`${Object(x)}`.length) + (Object(x) + "").length';
  expect(jvp(f(same))([3.25], [0]).value).toBe(f(same)(3.25));
});

test.each([
  ['is a part of a message, and has few digits', '(`x = ${x}`, Number("3"))'],
  ['was rounded', 'Number(x.toFixed(2))'],
  ['was cut to few digits', 'Number(String(x * 1.23456789).slice(0, 3)) * 0 + 3'],
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
