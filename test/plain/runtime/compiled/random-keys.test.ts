/**
 * Functions that go through the keys of objects: what compiled code answers is what the function gives and what a run
 * differentiates, also for objects with other keys, in another order, or inherited ones.
 */
import fc from 'fast-check';
import { complaintAbout } from '../../../support/complaint.js';
import { givenObjects, keyedPrograms } from '../../../support/keyed-programs.js';
import { modules } from '../../../support/linked-modules.js';
import { source } from '../../../support/numeric.js';
import { sampled } from '../../../support/sample.js';
import { answer } from '../../../support/tiers.js';

type F = (p: object, q: object) => number;

const drawn = keyedPrograms.chain(({ text, p, q }) =>
  fc.record({ text: fc.constant(text), p: givenObjects(p), q: givenObjects(q) }),
);

test('Functions that go through keys have the values and the gradients of runs.', () => {
  let [all, compiled] = [0, 0];
  fc.assert(
    fc.property(drawn, ({ text, p, q }) => {
      const f = modules({ program: text })('program').f as F;
      const complaint = complaintAbout(f, source(text) as F, (): [object, object] => [p(), q()]);
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
  const given = (): [object, object] => [{ a: 2, b: 3 }, {}];
  expect(complaintAbout(f, source(text) as F, given)).toBeNull();
  for (const other of ['Object.keys(p).reverse()', '["a"]']) {
    const changed = source(text.replace('k in p', `k of ${other}`)) as F;
    expect(complaintAbout(f, changed, given)).toMatch('another value');
  }
});
