/**
 * Untyped functions that ask what an argument is, called in turns with values of all kinds: what compiled code answers
 * is what the function gives and what a run differentiates, also after it has answered for values of other kinds.
 */
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import { modules } from '../../../support/linked-modules.js';
import { source } from '../../../support/numeric.js';
import { outcome } from '../../../support/outcome.js';
import { sampled } from '../../../support/sample.js';
import { withoutCompiled } from '../../../support/tiers.js';

type F = (x: number[], a?: unknown) => number;

/** Values by their texts, so that each is made anew. */
const values: Readonly<Record<string, () => unknown>> = {
  zero: () => 0,
  'minus zero': () => -0,
  five: () => 5,
  minus: () => -1.5,
  NaN: () => NaN,
  infinity: () => Infinity,
  undefined: () => undefined,
  null: () => null,
  'no text': () => '',
  text: () => '4',
  true: () => true,
  false: () => false,
  list: () => [1],
  'empty list': () => [],
  object: () => ({ k: 2 }),
  'empty object': () => ({}),
  'object of nothing': () => ({ k: undefined, m: null }),
  'object in an object': () => ({ k: 4, q: { k: 3 } }),
};

const questions = fc.constantFrom(
  ...['a || 1', 'a && 2', 'a ?? 3', 'a ? 1 : 2', '!a ? 1 : 2', '!!a ? 3 : 4', 'a && a > 1 ? a : 2'],
  ...['number', 'undefined', 'object', 'string', 'boolean'].flatMap((kind) => [
    `typeof a === '${kind}' ? a : 7`,
    `'${kind}' !== typeof a ? 2 : 3`,
  ]),
  ...['a === undefined ? 2 : a', 'a == null ? 2 : a', 'null === a ? 2 : 3', 'void 0 !== a ? a : 2'],
  ...['a === 0 ? 2 : 3', 'a == 0 ? 2 : 3', 'a !== a ? 2 : 3', 'a > 1 || a < 0 ? a : 2'],
  ...['(a || 2) && 3', '(a ?? 2) || 3', 'a?.k ?? 2', '(a && a.k) || 3', 'a', 'a + 1'],
  ...['a?.q?.k ?? 2', 'a?.q.k ?? 2'],
);
const assignments = fc.constantFrom(
  ...['', '', '', 'a ||= 2;', 'a ??= 2;', 'a &&= 2;', 'if (a === undefined) a = 2;'],
  ...[
    'if (a == null) a = 3;',
    'if (!a) a = 3;',
    'a = a || 1;',
    "if (typeof a !== 'number') a = 2;",
  ],
);
const programs = fc
  .record({
    param: fc.constantFrom('a', 'a', 'a = 2'),
    assignment: assignments,
    question: questions,
    body: fc.constantFrom(
      'return x[0] * x[1] * b;',
      'let s = 0; for (const v of x) s += v * b; return s * s;',
      'return x[0] * (typeof x[5] === "number" ? 2 : x[1]) * b;',
    ),
  })
  .map(
    ({ param, assignment, question, body }) =>
      `export function f(x, ${param}) { ${assignment} const b = ${question}; ${body} }`,
  );

/** Says what is wrong with the results of a function in turns; null if nothing is. */
function complaintAbout(text: string, names: readonly string[], f: F, native: F): string | null {
  for (const name of names) {
    const args = (): [number[], unknown] => [[2, 3], values[name]()];
    const asked = () => valueAndGrad(f)(...args());
    const [found, expected] = [outcome(asked), withoutCompiled(() => outcome(asked))];
    const told = `for ${name}: ${JSON.stringify(found)}, not`;
    if (JSON.stringify(found) !== JSON.stringify(expected))
      return `${told} ${JSON.stringify(expected)}\n${text}`;
    if (typeof found === 'string') continue;
    const value = native(...args());
    if (!Object.is(found.value, value)) return `${told} the value ${value}\n${text}`;
  }
  return null;
}

test('Questions for what an argument is have the answers of JavaScript, for all kinds of values in turns.', () => {
  fc.assert(
    fc.property(
      programs,
      fc.array(fc.constantFrom(...Object.keys(values)), { minLength: 8, maxLength: 12 }),
      (text, names) => {
        const f = modules({ program: text })('program').f as F;
        const complaint = complaintAbout(text, names, f, source(text) as F);
        if (complaint !== null) throw new Error(complaint);
      },
    ),
    { numRuns: sampled(300) },
  );
});

test('The comparison notices another answer.', () => {
  const text = 'export function f(x, a) { return x[0] * (a || 1); }';
  const other = text.replace('||', '??');
  const f = modules({ program: text })('program').f as F;
  expect(complaintAbout(text, ['five', 'zero'], f, source(text) as F)).toBeNull();
  expect(complaintAbout(text, ['five', 'zero'], f, source(other) as F)).toMatch('for zero');
});
