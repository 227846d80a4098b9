/**
 * Functions that go through the keys of objects: what compiled code answers is what the function gives and what a run
 * differentiates, also for objects with other keys, in another order, or inherited ones.
 */
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import { givenObjects, keyedPrograms } from '../../../support/keyed-programs.js';
import { modules } from '../../../support/linked-modules.js';
import { source } from '../../../support/numeric.js';
import { outcome } from '../../../support/outcome.js';
import { sampled } from '../../../support/sample.js';
import { answer, withoutCompiled } from '../../../support/tiers.js';

type F = (p: object, q: object) => number;

const drawn = keyedPrograms.chain(({ text, p, q }) =>
  fc.record({ text: fc.constant(text), p: givenObjects(p), q: givenObjects(q) }),
);

/** A gradient with its keys, in their order, to ten digits. */
const told = (of: unknown): string =>
  JSON.stringify(of, (_, x: unknown) => (typeof x === 'number' ? x.toPrecision(10) : x));

/** What is wrong with the answer; null if nothing is. */
function complaintAbout(f: F, native: F, p: () => object, q: () => object): string | null {
  const asked = () =>
    (valueAndGrad as unknown as (of: F) => F)(f)(p(), q()) as unknown as { value: number };
  const [found, expected] = [outcome(asked), withoutCompiled(() => outcome(asked))];
  if (told(found) !== told(expected)) return `${told(found)}, not ${told(expected)}`;
  const value = typeof found === 'string' ? null : native(p(), q());
  return value === null || Object.is((found as { value: number }).value, value)
    ? null
    : `another value than ${value}`;
}

test('Functions that go through keys have the values and the gradients of runs.', () => {
  let [all, compiled] = [0, 0];
  fc.assert(
    fc.property(drawn, ({ text, p, q }) => {
      const f = modules({ program: text })('program').f as F;
      const complaint = complaintAbout(f, source(text) as F, p, q);
      if (complaint !== null)
        throw new Error(`${complaint}\n${JSON.stringify([p(), q()])}\n${text}`);
      all++;
      if (answer(f as never, [p(), q()], 0) !== null) compiled++;
    }),
    { numRuns: sampled(80) },
  );
  expect(compiled / all).toBeGreaterThan(0.3);
});

test('The comparison notices another order of keys, and a key that is left out.', () => {
  const text =
    'export function f(p: { a: number; b: number }, q: object) { let s = 0; for (const k in p) s = s * 0.5 + p[k as "a"]; return s; }';
  const f = modules({ program: text })('program').f as F;
  const given = [() => ({ a: 2, b: 3 }), () => ({})] as const;
  expect(complaintAbout(f, source(text) as F, ...given)).toBeNull();
  for (const other of ['Object.keys(p).reverse()', '["a"]']) {
    const changed = source(text.replace('k in p', `k of ${other}`)) as F;
    expect(complaintAbout(f, changed, ...given)).toMatch('another value');
  }
});
