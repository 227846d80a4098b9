/** Questions whose answer is always yes are left out, and no others. */
import fc from 'fast-check';
import { counting } from '../../../src/plain/improve/counting-whiles.js';
import { folded } from '../../../src/plain/improve/folded.js';
import { proven } from '../../../src/plain/improve/proven.js';
import { OutsideOfTier } from '../../../src/plain/ir/leave.js';
import { statementsOf, type Func } from '../../../src/plain/ir/ir.js';
import { inRegions } from '../../../src/plain/improve/mapped.js';
import { interpret, verify } from '../../support/numeric.js';
import { sampled } from '../../support/sample.js';
import { specialisedText } from '../../support/specialised-text.js';

const before = (body: string): Func => {
  const made = specialisedText(
    `function f(x: Float64Array, n: number): number { let s = 0; ${body} return s; }`,
  );
  if (made.tag === 'refused') throw new Error(made.reason.what);
  return counting(folded(made.func));
};
const questions = (f: Func): number =>
  [...statementsOf(f)].filter(({ tag }) => tag === 'check' || tag === 'whole' || tag === 'leave')
    .length;

/** The value, or null where the code leaves. */
function outcome(f: Func, n: number): unknown {
  try {
    return interpret(f, [Float64Array.of(0.5, -1, 2, 3), n])[0];
  } catch (error) {
    if (error instanceof OutsideOfTier) return null;
    throw error;
  }
}

const own = 'const a = new Float64Array(x.length);';
test.each([
  ['a counter that ends with its array', `${own} for (let i = 0; i < a.length; i++) a[i] = x[i];`],
  ['a counter that ends with another', `${own} for (let i = 0; i < x.length; i++) a[i] = x[i];`],
  ['a counter and a constant', `${own} for (let i = 1; i < a.length; i++) a[i - 1] = x[i];`],
  ['the last', `${own} for (let i = 0; i < x.length - 1; i++) a[i + 1] = x[i];`],
  ['a counter downwards', `${own} for (let i = a.length - 1; i >= 0; i--) a[i] = x[i];`],
  [
    'a loop in a loop',
    `${own} for (let i = 0; i < a.length; i++) for (let j = 0; j < i; j++) a[j] = x[i];`,
  ],
  ['what a branch asks', `${own} for (let i = 0; i < a.length; i++) if (i > 1) a[i - 2] = x[i];`],
])('%s stands in no question.', (_, body) => {
  const f = before(body);
  expect(questions(f)).toBeGreaterThan(0);
  const made = proven(f);
  expect(verify(made)).toEqual([]);
  expect(questions(made)).toBe(0);
  expect(outcome(made, 3)).toBe(outcome(f, 3));
});

test.each([
  ['one behind the end', `${own} for (let i = 0; i < a.length; i++) a[i + 1] = x[i];`],
  ['one before the first', `${own} for (let i = 0; i < a.length; i++) a[i - 1] = x[i];`],
  ['an end of its own', `${own} for (let i = 0; i < n; i++) a[i] = 1;`],
  ['a step that is not a constant', `${own} for (let i = 0; i < a.length; i += n) a[i] = 1;`],
  [
    'what the other branch asks',
    `${own} for (let i = 0; i < a.length; i++) if (i > 1) s++; else a[i - 1] = 2;`,
  ],
])('%s stays a question.', (_, body) => {
  expect(questions(proven(before(body)))).toBeGreaterThan(0);
});

const texts = fc.record({
  size: fc.constantFrom('x.length', 'n', '5', 'x.length + 1', 'n - 1'),
  head: fc.constantFrom(
    'let i = 0; i < a.length; i++',
    'let i = 1; i <= n; i++',
    'let i = x.length - 1; i >= 0; i--',
    'let i = a.length; i > 0; i--',
    'let i = 0; i < x.length - 2; i += 2',
    'let i = 2; i < n; i++',
  ),
  test: fc.constantFrom(
    '',
    'if (i > 0)',
    'if (i < n)',
    'if (i >= a.length) s++; else',
    'if (n > i)',
  ),
  inner: fc.constantFrom('', 'for (let j = 0; j < i; j++)', 'for (let j = i; j <= a.length; j++)'),
  at: fc.constantFrom('i', 'i - 1', 'i + 1', 'j', 'j - 1', 'i - j', 'n - i', 'a.length - i'),
});
type Text = typeof texts extends fc.Arbitrary<infer T> ? T : never;
const textOf = ({ size, head, test, inner, at }: Text): string =>
  `const j = 1; const a = new Float64Array(${size}); for (${head}) { ${test} ${inner} a[${at}] += x[i % 4]; } for (const v of a) s += v;`;

test('Code leaves where it left before, and nowhere else.', () => {
  let fewer = 0;
  fc.assert(
    fc.property(texts, (text) => {
      const f = before(textOf(text));
      const made = proven(f);
      expect(verify(made)).toEqual([]);
      if (questions(made) < questions(f)) fewer++;
      for (const n of [-1, 0, 1, 2, 3, 4, 5, 6, 2.5, NaN])
        expect(outcome(made, n)).toBe(outcome(f, n));
    }),
    { numRuns: sampled(120) },
  );
  expect(fewer).toBeGreaterThan(2);
});

test('Code without any question is noticed.', () => {
  const f = before(`${own} for (let i = 0; i < a.length; i++) a[i + 1] = x[i];`);
  const bare = (of: Func['region']): Func['region'] => ({
    ...of,
    body: of.body.flatMap((stmt) => (stmt.tag === 'check' ? [] : [inRegions(stmt, bare)])),
  });
  const careless = { ...f, region: bare(f.region) };
  expect(outcome(f, 3)).toBeNull();
  expect(outcome(careless, 3)).not.toBeNull();
});
