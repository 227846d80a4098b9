/**
 * Functions that are given some of their options: what compiled code answers is what the function gives and what a run
 * differentiates, also for options that hold undefined, that are inherited, or that nobody knows.
 */
import fc from 'fast-check';
import { complaintAbout } from '../../../support/complaint.js';
import { modules } from '../../../support/linked-modules.js';
import { source } from '../../../support/numeric.js';
import { givenOptions, optionPrograms } from '../../../support/option-programs.js';
import { sampled } from '../../../support/sample.js';
import { answer } from '../../../support/tiers.js';

type F = (p: object, q: object | null | undefined) => number;
const point = () => ({ a: 0.7, b: 1.3 });

test('Functions that merge options with defaults have the values and the gradients of runs.', () => {
  let [all, compiled] = [0, 0];
  fc.assert(
    fc.property(optionPrograms, fc.array(givenOptions, { minLength: 3 }), (text, given) => {
      const f = modules({ program: text })('program').f as F;
      for (const q of given) {
        const complaint = complaintAbout(f, source(text) as F, (): Parameters<F> => [point(), q()]);
        if (complaint !== null) throw new Error(`${complaint}\n${JSON.stringify(q())}\n${text}`);
        all++;
        if (answer(f as never, [point(), q()], 0) !== null) compiled++;
      }
    }),
    { numRuns: sampled(100) },
  );
  expect(compiled / all).toBeGreaterThan(0.3);
});

test('The comparison notices defaults that win, and fields that are taken for missing where they hold undefined.', () => {
  const text =
    'export function f(p: { a: number }, q?: { r?: number }) { const o = { r: 2, ...q }; return p.a * (o.r ?? 7); }';
  const f = modules({ program: text })('program').f as F;
  const spoilt = (from: string, to: string) => source(text.replace(from, to)) as F;
  const given = (q: object) => (): [object, object] => [{ a: 2 }, q];
  expect(complaintAbout(f, source(text) as F, given({ r: 3 }))).toBeNull();
  expect(answer(f as never, given({ r: 3 })(), 0)).not.toBeNull();
  const first = spoilt('r: 2, ...q', '...q, r: 2');
  expect(complaintAbout(f, first, given({ r: 3 }))).toMatch('another value');
  const missing = spoilt('...q }', 'r: q?.r ?? 2 }');
  expect(complaintAbout(f, missing, given({ r: undefined }))).toMatch('another value');
});
