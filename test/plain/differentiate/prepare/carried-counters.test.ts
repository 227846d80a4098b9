/** Loops that count by numbers which depend on inputs: every derivative is that of a run. */
import fc from 'fast-check';
import { grad, hvp, jvp, vjp } from 'delta-tape';
import { why } from 'delta-tape/plain';
import { dependencesOf } from '../../../../src/plain/differentiate/prepare/dependences.js';
import { statementsOf } from '../../../../src/plain/ir/ir.js';
import { loweredText } from '../../../support/numeric.js';
import { load } from '../../../support/plain.js';
import { sampled } from '../../../support/sample.js';
import { withoutCompiled } from '../../../support/tiers.js';

type F = (x: number) => number;

const up = fc.record({
  from: fc.constantFrom('x', '0', '0.1', 'x * x', '-x', '1 - x'),
  test: fc.constantFrom('t < 3', 't <= 2 + x', 't < 4 * x'),
  step: fc.constantFrom('t += x', 't += 0.5', 't++', 't += x / 2'),
});
const down = fc.record({
  from: fc.constantFrom('3 * x', '2', 'x + 2'),
  test: fc.constantFrom('t > 0.2', 't >= x / 4'),
  step: fc.constantFrom('t -= 1', 't += -x', 't += -0.25'),
});
const body = fc.constantFrom(
  's += t * t;',
  's += Math.sin(s * x + t);',
  's = s * 0.5 + x;',
  'if (s > 6) break; s += t;',
  'if (t > 1.5) continue; s += t * x;',
  'for (let u = t; u < t + 2; u++) s += u * x;',
  'if (s > 9) return s * t; s += t + x;',
);
const programs = fc
  .record({ loop: fc.oneof(up, down), body, more: body })
  .map(
    ({ loop: { from, test, step }, body, more }) =>
      `(x: number): number => { let s = x; for (let t = ${from}; ${test}; ${step}) { ${body} ${more} } return s; }`,
  );

/** Inputs that are whole, too: then nothing but what depends on what tells such a counter from others. */
const point = fc.constantFrom(0.7, 1, 2, 0.55);

const functionOf = (text: string): F => load<{ f: F }>(`const f = ${text}; exports.f = f;`).f;

test('Random loops have the derivatives of runs.', () => {
  const asked = (f: F, x: number): number[] => [
    grad(f)(x),
    jvp(f)([x], [1]).tangent,
    vjp(f)(x).pullback(1) as unknown as number,
    hvp(f)(x, 1),
  ];
  const property = fc.property(programs, point, (text, x) => {
    const f = functionOf(text);
    const found = asked(f, x);
    withoutCompiled(() => asked(f, x)).forEach((slope, k) => {
      expect(Math.abs(found[k] - slope)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(slope)));
    });
  });
  fc.assert(property, { numRuns: sampled(150) });
});

test('Compiled code answers.', () => {
  const f = functionOf(
    '(x: number) => { let s = 0; for (let t = x; t < 3; t += x) s += t * t; return s; }',
  );
  expect(why(f).answers).toBe('compiled');
  expect([grad(f)(0.7), grad(f)(1)]).toEqual([42, 10]);
});

test('Loops that count otherwise stay as they are, and so does a function without an active counter.', () => {
  const text = `export function f(x: number, n: number): number {
    let s = 0;
    for (let i = 0; i < n; i++) for (let t = n; t < 9; t += n) s += x * t + i;
    return s;
  }`;
  const lowered = loweredText(text);
  if (lowered.tag !== 'lowered') throw new Error(lowered.reason.what);
  const { func } = lowered;
  const [x, n] = func.region.params;
  const loops = (of: typeof func) =>
    [...statementsOf(of)].map(({ tag }) => tag).filter((tag) => tag === 'for' || tag === 'while');
  expect(dependencesOf(func, [x]).f).toBe(func);
  expect(loops(dependencesOf(func, [n]).f)).toEqual(['for', 'while']);
});
