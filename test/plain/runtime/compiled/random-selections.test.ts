/**
 * Loops that select the greatest, the nearest or the last of many: compiled code takes only the step back that selected,
 * and answers what a run does, also at ties and at what is no number.
 */
import fc from 'fast-check';
import { hvp, vjp } from 'delta-tape';
import { complaintAbout } from '../../../support/complaint.js';
import { modules } from '../../../support/linked-modules.js';
import { source } from '../../../support/numeric.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { selectedNumbers, selectingPrograms } from '../../../support/selecting-programs.js';
import { answer } from '../../../support/tiers.js';

type F = (x: Float64Array, y: number[]) => number;
const drawn = fc.record({
  text: selectingPrograms,
  numbers: fc.array(selectedNumbers, { minLength: 2, maxLength: 2 }),
});

testInTurn(1, 3)(
  'Functions with loops that select have the values and the gradients of runs.',
  () => {
    let [all, compiled] = [0, 0];
    fc.assert(
      fc.property(drawn, ({ text, numbers }) => {
        const f = modules({ program: text })('program').f as F;
        for (const some of numbers) {
          const args = (): Parameters<F> => [Float64Array.from(some), [0.5, 1.5, -0.25]];
          const complaint = complaintAbout(f, source(text) as F, args);
          if (complaint !== null) throw new Error(`${complaint}\n${some.join()}\n${text}`);
          all++;
          if (answer(f as never, args(), 0) !== null) compiled++;
          answer(f as never, args(), [0, 1]);
          // These are compared with runs where they are answered.
          hvp(f)(
            args()[0],
            Float64Array.from(some, (_, k) => k - 1.5),
            args()[1],
          );
          vjp(f)(...args()).pullback(0.5);
        }
      }),
      { numRuns: sampled(240) },
    );
    expect(compiled / all).toBeGreaterThan(0.9);
  },
);
