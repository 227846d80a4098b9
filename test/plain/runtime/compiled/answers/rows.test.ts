/** Rows of Jacobians in the shapes of arguments and results. */
import { jacobian } from 'delta-tape';
import { load } from '../../../../support/plain.js';
import { withoutCompiled } from '../../../../support/tiers.js';

type Operator = (f: unknown) => (...args: unknown[]) => unknown;

const shapes: [text: string, ...args: unknown[]][] = [
  ['(p: number[]): number[] => [p[0] * Math.cos(p[1]), p[0] * Math.sin(p[1])]', [1, 2]],
  ['(p: { a: number; b: number }): number[] => [p.a * p.b, p.b, 3 * p.a]', { b: 2, a: 3 }],
  [
    '(p: { a: number; b: number }): { u: number; v: number } => ({ u: p.a, v: p.b * p.a })',
    { a: 2, b: 3 },
  ],
  ['(x: number): number[] => [x * x, Math.sin(x), 1]', 0.5],
  ['(x: number): number => Math.exp(x)', 0.5],
  [
    '(p: { a: number; at: Float64Array }): Float64Array => p.at.map((t) => p.a * t * t)',
    { a: 2, at: Float64Array.of(1, 2, 3) },
  ],
  ['(p: [number, [number, number]]): [number, number] => [p[0] * p[1][0], p[1][1]]', [1, [2, 3]]],
  ['(x: number[]): [number[], number] => [[x[0] * x[1], x[1]], x[0]]', [2, 3]],
  ['(x: number, ys: Float64Array): Float64Array => ys.map((y) => y * x)', 3, Float64Array.of(1, 2)],
];

test.each(shapes)('The Jacobian of %s has the shape and the numbers of a run.', (text, ...args) => {
  const { f } = load<{ f: (...args: unknown[]) => unknown }>(`const f = ${text}; exports.f = f;`);
  const by = (): unknown => (jacobian as Operator)(f)(...args);
  // The second time it may be known that there are more rows than columns.
  for (const found of [by(), by()]) expect(found).toStrictEqual(withoutCompiled(by));
});

test.each(['forward', 'reverse'])(
  'Derivatives of a quotient by Infinity that is no number are none (%s).',
  (plan) => {
    const { f } = load<{ f: (x: number[]) => number[] }>(
      'exports.f = f; function f(x: number[]): number[] { return [x[0] / x[1], x[0] * x[1]]; }',
    );
    for (const x of [
      [-Infinity, Infinity],
      [NaN, Infinity],
      [0, 0],
      [2, Infinity],
    ]) {
      const by = (): unknown => jacobian(f, { plan: plan as 'forward' })(x);
      expect(by()).toEqual(withoutCompiled(by));
    }
  },
);
