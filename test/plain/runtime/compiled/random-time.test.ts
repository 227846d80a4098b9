/** Random functions with steps in time: compiled code has the values of the source, bit for bit, and the gradients of runs. */
import fc from 'fast-check';
import { modules, type F } from '../../../support/linked-modules.js';
import { source } from '../../../support/numeric.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { answer, difference, withoutCompiled } from '../../../support/tiers.js';
import { timePrograms, type TimeProgram } from '../../../support/time-programs.js';

const argsOf = ({ args: [x, y, n] }: TimeProgram) => [
  Float64Array.from(x),
  Float64Array.from(y),
  n,
];

testInTurn(0, 3)('Steps in time have the gradients of runs.', () => {
  let count = 0;
  const runs = sampled(120);
  fc.assert(
    fc.property(timePrograms, (program) => {
      const f = modules({ program: program.text })('program').f as F;
      const args = argsOf(program);
      for (const wrt of [[0, 1], 1]) {
        const found = answer(f, args, wrt);
        // NaN spreads in another way where numbers are not finite.
        if (found === null || !found.cotangents.every((slope) => Math.abs(slope) < 1e6)) continue;
        count++;
        const value = source(program.text)(...argsOf(program));
        const complaint = Object.is(found.value, value)
          ? withoutCompiled(() => difference(found, f, args, wrt, 1e-8))
          : `the value ${found.value}, not ${String(value)}`;
        if (complaint !== null)
          throw new Error(`${complaint}\n${program.text}\n${JSON.stringify(program.args)}`);
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
  expect(count).toBeGreaterThan(runs);
});
