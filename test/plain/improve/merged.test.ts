/** Loops in a row become one loop, and arrays between them go, where no bit changes. */
import fc from 'fast-check';
import { contracted } from '../../../src/plain/improve/contracted.js';
import { passes } from '../../../src/plain/improve/improved.js';
import { merged } from '../../../src/plain/improve/merged.js';
import { print } from '../../../src/plain/ir/print.js';
import type { Func } from '../../../src/plain/ir/ir.js';
import { funcOf, interpret, verify } from '../../support/numeric.js';
import { sampled } from '../../support/sample.js';

const others = Object.entries(passes).filter(([name]) => !['fused', 'merged'].includes(name));
const apart = (text: string): Func => others.reduce((f, [, pass]) => pass(f), funcOf(text));
const one = (f: Func): Func => passes.used(merged(f));
const count = (f: Func, what: string) => print(f).split(what).length - 1;

/** Two loops, of which the first fills y, and the second reads it. */
const program = ({
  array = 'new Float64Array(x.length)',
  begin = '1',
  start = 'y[0] = 3;',
  first = 'y[i] = 2 * x[i];',
  between = '',
  from = '1',
  second = 's += y[i - 1] * z[i];',
  to = 'x.length',
  last = 's',
}) => `function f(x: Float64Array, z: Float64Array) {
  const y = ${array};
  let t = 0, s = 0;
  ${start}
  for (let i = ${begin}; i < ${to}; i++) { ${first} }
  ${between}
  for (let i = ${from}; i < x.length; i++) { ${second} }
  return ${last};
}`;

const args = (n: number) => [
  Float64Array.from({ length: n }, (_, k) => Math.sin(k + 1)),
  Float64Array.from({ length: n }, (_, k) => Math.cos(3 * k)),
];

function compared(before: Func, after: Func): void {
  expect(verify(after)).toEqual([]);
  for (const n of [0, 1, 2, 3, 5]) {
    const [some, more] = [args(n), args(n)];
    expect(interpret(after, some)).toEqual(interpret(before, more));
    expect(some).toEqual(more);
  }
}

type Parts = Parameters<typeof program>[0];

test.each<readonly [string, Parts]>([
  ['the second reads one place behind', {}],
  ['the second reads both places', { second: 's += y[i - 1] * y[i];' }],
  ['the first begins one step earlier', { begin: '0', start: '' }],
  ['the first is a recurrence', { first: 'y[i] = y[i - 1] + x[i];' }],
  ['an element of another array is written between them', { between: 'z[0] = 4;', begin: '1' }],
])('Loops are one without an array if %s.', (_, parts) => {
  const before = apart(program(parts));
  const after = one(before);
  expect([count(after, 'for '), count(after, 'alloc')]).toEqual([1, 0]);
  compared(before, after);
});

test.each<readonly [string, Parts]>([
  ['the second reads ahead', { second: 's += y[i + 1];' }],
  ['the second reads elsewhere', { second: 's += y[z.length - i];' }],
  [
    'the second needs a sum of the first',
    { first: 'y[i] = x[i]; t += x[i];', second: 's += y[i] * t;' },
  ],
  ['the second writes what the first reads', { first: 'y[i] = x[i - 1];', second: 'x[i] = y[i];' }],
  ['they end elsewhere', { to: 'z.length' }],
  ['one begins two steps later', { from: '3' }],
])('Loops stay two if %s.', (_, parts) => {
  const before = apart(program(parts));
  const after = one(before);
  expect(count(after, 'for ')).toBe(2);
  compared(before, after);
});

test.each<readonly [string, Parts]>([
  ['it is read after the loops', { last: 's + y[2]' }],
  ['it is rounded', { array: 'new Float32Array(x.length)' }],
  ['what the first step reads was never written', { start: '' }],
  ['it may be shorter', { array: 'new Float64Array(z.length)' }],
])('An array stays if %s.', (_, parts) => {
  const before = apart(program(parts));
  const after = one(before);
  expect(count(after, 'alloc')).toBe(1);
  compared(before, after);
});

const random = fc.record({
  array: fc.constantFrom('new Float64Array(x.length)', 'new Float64Array(2)', 'x.map((e) => e)'),
  begin: fc.constantFrom('0', '1', '2'),
  start: fc.constantFrom('', 'y[0] = 3;', 'y[0] = x[0]; y[1] = x[1];'),
  first: fc.constantFrom(
    'y[i] = 2 * x[i];',
    'y[i] = y[i - 1] + x[i]; t += y[i];',
    'y[i] = z[i]; z[i] = x[i - 1];',
    'if (x[i] > 0) y[i] = x[i];',
    'y[i] = x[i]; y[i - 1] = z[i];',
    'y[i - 1] = x[i];',
  ),
  between: fc.constantFrom(
    '',
    'z[0] = 4;',
    's = t;',
    'y[1] = 5;',
    't = x[0]; x[1] = 2;',
    's = y[1];',
  ),
  from: fc.constantFrom('0', '1', '2'),
  second: fc.constantFrom(
    's += y[i - 1];',
    's += y[i] * y[i - 1]; z[i] = s;',
    'x[i] = y[i - 1];',
    'x[i - 1] = y[i];',
    's += y[i] * t;',
    'y[i] = y[i - 1] * y[i]; s += y[i];',
    's += y[i + 1];',
  ),
  to: fc.constantFrom('x.length', 'x.length', 'y.length', 'z.length', '2'),
  last: fc.constantFrom('s', 's', 's + t', 's + y[1]'),
});

const isKept = (parts: Parts, pass: (f: Func) => Func): boolean => {
  const before = apart(program(parts));
  try {
    compared(before, pass(before));
    return true;
  } catch {
    return false;
  }
};

test('Whatever loops in a row do, one loop has the same bits.', () => {
  const seen = new Set<number>();
  fc.assert(
    fc.property(random, (parts) => {
      const before = apart(program(parts));
      const after = one(before);
      seen.add(count(before, 'for ') - count(after, 'for '));
      compared(before, after);
    }),
    { numRuns: sampled(400) },
  );
  expect(seen.size).toBeGreaterThan(1);
});

test('A rule that does not ask which step comes first is noticed.', () => {
  const careless = (f: Func) => merged(f, () => true);
  const parts = fc.sample(random, { seed: 1, numRuns: 300 });
  expect(parts.every((some) => isKept(some, one))).toBe(true);
  expect(parts.every((some) => isKept(some, careless))).toBe(false);
});

test('A rule that takes an element for one that is there is noticed.', () => {
  const f = (value: string) =>
    funcOf(`function f(x: Float64Array, z: Float64Array) {
      const y = new Float64Array(x.length); y[0] = 3; return ${value}; }`);
  compared(f('y[0]'), contracted(f('y[0]')));
  expect(() => compared(f('y[0]'), f('3'))).toThrow();
});
