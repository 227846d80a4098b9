/** Random functions of functions: compiled code has the values and gradients of runs, and the values of the source. */
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import { givenPrograms, type GivenProgram } from '../../../support/given-programs.js';
import { load } from '../../../support/plain.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { answer } from '../../../support/tiers.js';

interface Module {
  readonly made: readonly ((x: number) => number)[];
  readonly change: () => void;
}
interface Told {
  readonly values: readonly unknown[];
  readonly slopes: readonly number[];
  readonly count: number;
}

type Answer = typeof answer;

function story({ text, x }: GivenProgram, tier: 'compiled' | 'run' | 'plain', by: Answer): Told {
  const { made, change } = load<Module>(text);
  const values: unknown[] = [];
  const slopes: number[] = [];
  let count = 0;
  compiled.answer = (...given) => {
    const found = tier === 'compiled' ? by(...given) : null;
    if (found !== null) count++;
    return found;
  };
  try {
    for (const step of [0, 1]) {
      if (step === 1) change();
      for (const f of made) {
        if (tier === 'plain') {
          values.push(f(x));
          continue;
        }
        const { value, gradient } = valueAndGrad(f)(x);
        values.push(value);
        slopes.push(gradient);
      }
    }
  } finally {
    compiled.answer = answer;
  }
  return { values, slopes, count };
}

/** Expects the same of all; how often compiled code answers. */
function compared(program: GivenProgram, by: Answer = answer): number {
  const [on, off, plain] = (['compiled', 'run', 'plain'] as const).map((tier) =>
    story(program, tier, by),
  );
  expect(on.values).toEqual(plain.values);
  expect(off.values).toEqual(plain.values);
  on.slopes.forEach((slope, k) => {
    const size = Math.max(1, Math.abs(off.slopes[k]));
    if (!Object.is(slope, off.slopes[k]) && !(Math.abs(slope - off.slopes[k]) <= 1e-9 * size))
      expect([k, slope]).toEqual([k, off.slopes[k]]);
  });
  return on.count;
}

testInTurn(0, 3)('Compiled code and runs agree on random functions of functions.', () => {
  const runs = sampled(120);
  let count = 0;
  fc.assert(
    fc.property(givenPrograms, (program) => void (count += compared(program))),
    { numRuns: runs },
  );
  process.stdout.write(
    `${count} of ${runs * 12} gradients of functions of functions are compiled.\n`,
  );
  expect(count).toBeGreaterThan(3 * runs);
});

test('Code that answers for what the function was first made with is noticed.', () => {
  const first = new Map<string, Parameters<Answer>[0]>();
  const careless: Answer = (f, ...others) => {
    if (!first.has(String(f))) first.set(String(f), f);
    return answer(first.get(String(f))!, ...others);
  };
  expect(() =>
    fc.assert(
      fc.property(givenPrograms, (program) => {
        first.clear();
        compared(program, careless);
      }),
      { numRuns: sampled(100), endOnFailure: true },
    ),
  ).toThrow();
});
