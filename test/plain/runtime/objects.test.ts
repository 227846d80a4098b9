/** Objects that stand for numbers by `valueOf`, such as accumulators, may stand for duals. */
import { derivative, grad, trace, type Real } from 'delta-tape';
import { evaluate } from '../../support/plain.js';

const box = '({ valueOf: () => x })';
const of = (expression: string) =>
  evaluate<(x: Real) => number>(`(x) => { const o = ${box}; return ${expression}; }`);

describe('An object whose value is a dual', () => {
  test.each([
    ['+o', 1],
    ['-o', -1],
    ['o + 1', 1],
    ['1 + o', 1],
    ['o + o', 2],
    ['null + o', 1],
    ['o - 2', 1],
    ['3 * o', 3],
    ['o / 2', 0.5],
    ['o * o', 4],
    ['o ** 2', 4],
    ['Math.exp(o - 2)', 1],
    ['Math.sin(o)', Math.cos(2)],
    ['Math.atan2(o, 1)', 1 / 5],
    ['Math.max(o, 1)', 1],
    ['Math.max(o, 1, 0)', 1],
    ['Number(o)', 1],
    ['(() => { let y = o; y++; return y; })()', 1],
    ['(o < 3 && o <= 2 && 1 < o && 2 >= o ? o : 0) * 1', 1],
    ['(o == 2 ? 5 : 0) * x', 5],
    ['(o | 0) * x', 2],
    ['~o * x', -3],
    ['Math.floor(o) * x', 2],
    ['(isNaN(o) ? 0 : 7) * x', 7],
  ])('is a number to %s.', (expression, slope) => {
    const f = of(expression);
    expect(grad(f)(2)).toBeCloseTo(slope, 14);
    expect(derivative(f)(2)).toBeCloseTo(slope, 14);
  });

  test('is compared as one, of which a trace tells.', () => {
    expect(trace(of('(o < 2 ? 1 : 3) * x'))(2).kinks).toMatchObject([{ operation: 'lt' }]);
  });
});

describe('Any other object is to operators what it is to JavaScript:', () => {
  const values: readonly string[] = [
    '[1]',
    '[1, 2]',
    '[]',
    '{}',
    'null',
    'undefined',
    "'a'",
    "'3'",
    '4',
    '5n',
    'true',
    '{ valueOf: () => 7 }',
    '{ valueOf: () => "b", toString: () => "c" }',
    '{ toString: () => "6" }',
    '{ [Symbol.toPrimitive]: (hint) => hint }',
    '{ [Symbol.toPrimitive]: () => ({}) }',
    '{ valueOf: () => ({}), toString: () => ({}) }',
    'Object.create(null)',
    'Symbol.iterator',
    'new Date(0)',
  ];
  const operators = ['+', '-', '*', '%', '**', '<', '<=', '>', '>=', '==', '===', '|', '<<'];
  const program = (body: string) =>
    `() => { const values = () => [${values.join(', ')}]; const said = []; ${body} return said; }`;
  const said = `(f) => { try { const y = f(); said.push(typeof y + String(y)); } catch (e) { said.push(e.name + e.message); } }`;

  test.each(operators)('%s.', (operator) => {
    const text = program(
      `const say = ${said}; values().forEach((x) => values().forEach((y) => say(() => x ${operator} y)));`,
    );
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the point of it
    const plain = new Function(`return (${text})();`) as () => string[];
    const f = evaluate<() => string[]>(text);
    let found: string[] = [];
    grad((x: number) => {
      found = f();
      return x;
    })(1);
    expect(found).toEqual(plain());
    expect(found).toHaveLength(values.length ** 2);
  });
});

describe('A number that is stored as a prototype', () => {
  test.each([
    ['o.__proto__ = x', 2],
    ["o['__proto__'] = x", 2],
    ["o['__' + 'proto__'] = x", 2],
    ['o.__proto__ += x', 2],
    ['[o.__proto__] = [x]', 2],
    ['({ x: o.__proto__ } = { x })', 2],
    ['o.__proto__ &&= x', 2],
  ])('changes nothing: %s.', (store, value) => {
    const f = evaluate<(x: Real) => number>(`(x) => {
      const o = {};
      ${store};
      o.y = x;
      let s = 0;
      for (const k in o) s += o[k] * x;
      return s / x;
    }`);
    expect(f(2)).toBe(value);
    expect(grad(f)(2)).toBeCloseTo(1, 14);
  });
});
