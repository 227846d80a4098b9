/** A dual that escaped from a derivative which is over says so, wherever it is met. */
import { inspect } from 'node:util';
import { add, derivative, grad, hvp, jvp, lt, primalOf, type Real } from 'delta-tape';
import { load } from '../support/plain.js';

const escape = (by: (f: (x: Real) => Real) => unknown): Real => {
  let kept: Real = 0;
  by((x) => (kept = add(x, 1)));
  return kept;
};

const modes: [string, (f: (x: Real) => Real) => unknown][] = [
  ['grad', (f) => grad(f)(2)],
  ['jvp', (f) => jvp(f)([2], [1])],
  ['derivative', (f) => derivative(f)(2)],
  ['hvp', (f) => hvp((xs: readonly Real[]) => f(xs[0]))([2], [1])],
];

const { plain } = load<{ plain: Record<string, (x: number) => unknown> }>(`
  exports.plain = {
    'an operator': (x: number) => x * 2,
    'a comparison': (x: number) => x < 2,
    'a function of Math': (x: number) => Math.sin(x),
    'a template': (x: number) => \`\${x}\`,
    'JSON': (x: number) => JSON.stringify({ x }),
    'a method of numbers': (x: number) => x.toFixed(2),
  };
`);

const uses: [string, (x: number) => unknown][] = [
  ...Object.entries(plain),
  ['code that is not translated', (x) => x * 2],
  ['a comparison that is not translated', (x) => x > 2],
  ['Math', (x) => Math.max(x, 1)],
  ['a template', (x) => `${x}`],
  ['text', (x) => String(x)],
  ['toFixed', (x) => x.toFixed(2)],
  ['toLocaleString', (x) => x.toLocaleString()],
  ['JSON', (x) => JSON.stringify([x])],
  ['an operator of the library', (x) => add(x, 1)],
  ['a comparison of the library', (x) => lt(x, 1)],
  ['primalOf', (x) => primalOf(x)],
];

describe.each(modes)('A dual that escaped from %s', (_, by) => {
  test.each(uses)('is told by %s.', (__, use) => {
    const escaped = escape(by) as number;
    const said = 'a dual number was used after its derivative had ended';
    expect(() => use(escaped)).toThrow(said);
    expect(() => use(escaped)).not.toThrow('Have that code translated');
  });

  test('can be printed.', () => {
    expect(inspect(escape(by))).toBe('Dual(of a finished run)');
  });
});
