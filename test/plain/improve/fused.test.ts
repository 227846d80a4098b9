/** Maps and folds become one loop where nobody can tell, and no bit changes. */
import fc from 'fast-check';
import { fused } from '../../../src/plain/improve/fused.js';
import { improved, passes } from '../../../src/plain/improve/improved.js';
import { OutsideOfTier } from '../../../src/plain/ir/leave.js';
import { print } from '../../../src/plain/ir/print.js';
import type { ForStmt, Func, Stmt } from '../../../src/plain/ir/ir.js';
import { funcOf, interpret, verify } from '../../support/numeric.js';
import { sampled } from '../../support/sample.js';

const others = Object.entries(passes).filter(([name]) => !['fused', 'merged'].includes(name));
const apart = (text: string): Func => others.reduce((f, [, pass]) => pass(f), funcOf(text));
const loopsIn = (f: Func) => print(f).split('for ').length - 1;

test('Two maps and a fold are one loop without arrays.', () => {
  const before = apart(
    'function f(xs: number[]) { return xs.map((x) => 2 * x).map((x) => x / 3).reduce((s, x) => s + x, 0); }',
  );
  expect(loopsIn(before)).toBe(3);
  const after = improved(before);
  expect(print(after)).toBe(`f(xs: number[]) {
  v1 = length(xs)
  v2 = 0
  v3 = 1
  v4 = 2
  v5 = 3
  total = for k = v2; < v1; += v3 with total2 = v2 {
    x = xs[k]
    v6 = mul(v4, x)
    v7 = div(v6, v5)
    v8 = add(total2, v7)
    yield v8
  }
  return total
}`);
  for (const xs of [[], [1], [0.1, 0.2, 0.7]])
    expect(interpret(after, [xs])).toEqual(interpret(before, [xs]));
});

/** Two loops, of which the first fills y. */
const program = ({
  array = 'new Float64Array(x.length)',
  first = '',
  second = 's += y[i] * y[i];',
  between = '',
  last = 's',
  to = 'y.length',
}) => `function f(x: Float64Array, z: Float64Array) {
  const y = ${array};
  let t = 0;
  for (let i = 0; i < y.length; i++) { y[i] = 2 * x[i]; ${first} }
  ${between}
  let s = 0;
  for (let i = 0; i < ${to}; i++) { ${second} }
  return ${last};
}`;

const args = () => [Float64Array.of(0.1, 0.2, 0.7), Float64Array.of(1, 2, 3)];

const yes: readonly (readonly [what: string, parts: Parameters<typeof program>[0]])[] = [
  ['the second only reads its element', {}],
  ['the second reads it twice, in a branch', { second: 'if (x[i] > 0.1) s += y[i] * (y[i] - 1);' }],
  ['both go as far as another array of that length', { to: 'x.length' }],
  ['the first sums, too', { first: 't += x[i];', last: 's + t' }],
  [
    'what stands between them depends on the first',
    { first: 't += x[i];', between: 't = t * 2;', last: 's + t' },
  ],
  [
    'the second makes an array',
    {
      between: 'const w = new Float64Array(y.length);',
      second: 'w[i] = y[i]; s += w[i];',
      last: 's + w[1]',
    },
  ],
  ['the length is known', { array: 'new Float64Array(3)' }],
];

test.each(yes)('Loops are one if %s.', (_, parts) => {
  const before = apart(program(parts));
  const after = passes.used(fused(before));
  expect(verify(after)).toEqual([]);
  expect(loopsIn(after)).toBe(1);
  expect(interpret(after, args())).toEqual(interpret(before, args()));
});

const no: typeof yes = [
  ['the second reads another element', { second: 'if (i > 0) s += y[i - 1];' }],
  ['the array is read after them', { last: 's + y[0]' }],
  ['the array is rounded', { array: 'new Float32Array(x.length)' }],
  ['the second needs what the first sums', { first: 't += x[i];', second: 's += y[i] * t;' }],
  [
    'the second begins with it',
    { first: 't += x[i];', between: 's0 = t;', second: 's += y[i];', last: 's' },
  ],
  ['the second writes what the first reads', { second: 'x[i] = y[i]; s += y[i];' }],
  [
    'the second reads what the first writes',
    { first: 'if (i > 0) z[i - 1] = x[i];', second: 's += y[i] * z[i];' },
  ],
  ['the second ends early', { second: 'if (y[i] > 1) break; s += y[i];' }],
  ['they go to different ends', { to: 'z.length' }],
  ['there is a loop inside', { second: 'for (let j = 0; j < 2; j++) s += y[i];' }],
  ['the array is written twice', { first: 'if (i > 1) y[i] = 0;' }],
];

test.each(no)('Loops stay two if %s.', (_, parts) => {
  const text = program(parts)
    .replace('s0 = t;', '')
    .replace('let s = 0', parts.between === 's0 = t;' ? 'let s = t' : 'let s = 0');
  const before = apart(text);
  const after = passes.used(fused(before));
  expect(loopsIn(after)).toBe(loopsIn(before));
  expect(interpret(after, args())).toEqual(interpret(before, args()));
});

test('Whatever two loops do, they have the same bits as one.', () => {
  const parts = fc.record({
    array: fc.constantFrom('new Float64Array(x.length)', 'new Float64Array(3)', 'x.map((e) => e)'),
    first: fc.constantFrom('', 't += y[i];', 'z[i] += t;', 'if (x[i] > 0.1) t = x[i];'),
    second: fc.constantFrom(
      's += y[i];',
      's += y[i] * z[i];',
      'z[i] = y[i] * t;',
      'x[i] = y[i]; s *= y[i];',
    ),
    between: fc.constantFrom('', 't = t * 2;', 'z[0] = 4;', 'const w = x.slice();'),
    last: fc.constantFrom('s', 's + t', 's + z[1] + x[2]', 's + y[1]'),
    to: fc.constantFrom('y.length', 'x.length', '3', '2'),
  });
  const seen = new Set<number>();
  fc.assert(
    fc.property(parts, (drawn) => {
      const before = apart(program(drawn));
      const after = passes.used(fused(before));
      seen.add(loopsIn(before) - loopsIn(after));
      const [one, other] = [args(), args()];
      expect(interpret(after, one)).toEqual(interpret(before, other));
      expect(one).toEqual(other);
      expect(verify(after)).toEqual([]);
    }),
    { numRuns: sampled(150) },
  );
  expect(seen.size).toBeGreaterThan(1);
});

test('A rule that does not ask who depends on whom is noticed.', () => {
  const f = apart(program({ second: 'if (i > 0) s += y[i]; else s += y[2];' }));
  /** Makes one loop of the first two. */
  const wrong = (): Func => {
    const body: Stmt[] = [];
    let first: ForStmt | null = null;
    for (const stmt of f.region.body)
      if (stmt.tag !== 'for') body.push(stmt);
      else if (first === null) first = stmt;
      else
        body.push({
          ...stmt,
          body: {
            ...stmt.body,
            body: [
              ...first.body.body.map((one) => withCounter(one, first!, stmt)),
              ...stmt.body.body,
            ],
          },
        });
    return { ...f, region: { ...f.region, body } };
  };
  expect(verify(wrong())).toEqual([]);
  expect(interpret(wrong(), args())).not.toEqual(interpret(f, args()));
});

/** A statement of one loop in another one. */
function withCounter(stmt: Stmt, from: ForStmt, to: ForStmt): Stmt {
  const text = (value: unknown) => (value === from.counter ? to.counter : value);
  if (stmt.tag === 'store') return { ...stmt, index: text(stmt.index) as typeof stmt.index };
  if (stmt.tag !== 'let') return stmt;
  return { ...stmt, op: { ...stmt.op, args: stmt.op.args.map(text) } } as Stmt;
}

test('An array that is set to another one is not copied in between, and the code still leaves where it is too short.', () => {
  const f = funcOf(`function f(x: Float64Array, z: Float64Array) {
    const [a, b] = [new Float64Array(x.length), new Float64Array(z.length)];
    for (let i = 0; i < a.length; i++) a[i] = x[i] * (a[i - 1] ?? 1);
    b.set(a);
    return b[0] * b[2] - a[1];
  }`);
  const made = improved(f);
  expect(verify(made)).toEqual([]);
  const count = (of: Func) => print(of).split('alloc').length;
  expect(count(made)).toBe(count(f) - 1);
  expect(interpret(made, args())).toEqual(interpret(f, args()));
  const [x] = args();
  expect(() => interpret(made, [x, Float64Array.of(1)])).toThrow(OutsideOfTier);
});
