/** Random functions without types: where compiled code answers, it answers as a run does. */
import fc from 'fast-check';
import { modules, type F } from '../../../support/linked-modules.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { answer, difference, withoutCompiled } from '../../../support/tiers.js';
import { untypedArguments, untypedPrograms } from '../../../support/untyped-programs.js';

const cases = sampled(600);

/** Says what is wrong with an answer of compiled code; undefined if it does not answer. */
function complaint(f: F, args: readonly unknown[], wrt: 0 | 1, bend = 1) {
  const found = answer(f, structuredClone(args), wrt);
  if (found === null) return undefined;
  const bent = { ...found, cotangents: [...found.cotangents].map((x) => x * bend) };
  return withoutCompiled(() => difference(bent, f, structuredClone(args), wrt, 1e-9));
}

testInTurn(0, 3)('Functions without types have the gradients of runs.', () => {
  let answers = 0;
  const calls = fc.array(fc.tuple(untypedArguments, fc.constantFrom(0 as const, 1 as const)), {
    minLength: 6,
    maxLength: 6,
  });
  fc.assert(
    fc.property(untypedPrograms, calls, (text, all) => {
      const f = modules({ m: text })('m').f as F;
      for (const [args, wrt] of all) {
        const found = complaint(f, args, wrt);
        if (found === undefined) continue;
        answers++;
        expect([text, args, found]).toEqual([text, args, null]);
      }
    }),
    { numRuns: cases },
  );
  expect(answers).toBeGreaterThan(cases);
});

test('A wrong gradient is noticed.', () => {
  const f = modules({ m: 'export const f = (x, q) => x * (q || 2);' })('m').f as F;
  expect(complaint(f, [3], 0)).toBeNull();
  expect(complaint(f, [3], 0, 1.01)).toMatch(/the gradient/);
});
