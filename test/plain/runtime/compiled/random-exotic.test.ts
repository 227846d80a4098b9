/**
 * Functions that call functions which do not lower: compiled values are those of the source, bit for bit, and compiled gradients
 * are those of runs, and of finite differences where these are good.
 */
import '../../../support/any-runs.js';
import fc from 'fast-check';
import {
  exoticPrograms,
  pointedPrograms,
  type ExoticProgram,
} from '../../../support/exotic-programs.js';
import { modules, type F } from '../../../support/linked-modules.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { answer, difference, withoutCompiled } from '../../../support/tiers.js';
import type { CompiledAnswer } from '../../../../src/plain/runtime/compiled/compiled-function.js';

const functionOf = ({ text }: Pick<ExoticProgram, 'text'>): F =>
  modules({ program: text })('program').f as F;

const argsOf = ({ x, xs }: ExoticProgram): unknown[] => [x, [...xs]];

/** Says what is wrong with an answer; null if nothing is. */
function complaintAbout(
  found: CompiledAnswer,
  f: F,
  program: ExoticProgram,
  wrt: number | number[],
) {
  const value = f(...argsOf(program));
  if (!Object.is(found.value, value)) return `the value ${found.value}, not ${value}`;
  return withoutCompiled(() => difference(found, f as never, argsOf(program), wrt, 1e-8));
}

/**
 * True if the slope with respect to the first argument is that of differences; null where these are of
 * no use.
 */
function isLikeDifferences(f: F, { x, xs }: ExoticProgram, slope: number): boolean | null {
  const at = (h: number): number => (f(x + h, [...xs]) - f(x, [...xs])) / h;
  try {
    const [one, other, before] = [at(1e-6), at(1e-5), at(-1e-6)];
    const [least, most] = [Math.min(one, other, before), Math.max(one, other, before)];
    const isSmooth = most - least < 1e-4 * (1 + Math.abs(one));
    return isSmooth ? Math.abs(slope - one) < 1e-3 * (1 + Math.abs(one)) : null;
  } catch {
    return null;
  }
}

const isTame = ({ cotangents }: CompiledAnswer): boolean =>
  Array.from(cotangents).every((slope) => Math.abs(slope) < 1e6);

testInTurn(2, 3)(
  'Random functions that call what does not lower have the values of the source and the gradients of runs.',
  () => {
    let [asked, count, alike] = [0, 0, 0];
    fc.assert(
      fc.property(exoticPrograms, (program) => {
        const f = functionOf(program);
        for (const wrt of [0, [0, 1]]) {
          asked++;
          const found = answer(f as never, argsOf(program), wrt as never);
          if (found === null || !isTame(found)) continue;
          count++;
          const complaint = complaintAbout(found, f, program, wrt);
          const isLike = isLikeDifferences(f, program, found.cotangents[0]);
          if (isLike === true) alike++;
          if (complaint !== null || isLike === false)
            throw new Error(
              `${complaint ?? 'differences'}\n${program.text}\n${JSON.stringify([wrt, program.x, program.xs])}`,
            );
        }
      }),
      { numRuns: sampled(120), endOnFailure: true },
    );
    expect(count).toBeGreaterThan(asked / 4);
    expect(alike).toBeGreaterThan(count / 4);
  },
);

testInTurn(0, 3)(
  'So have random functions that call what could be noticed, where compiled code answers at all.',
  () => {
    fc.assert(
      fc.property(pointedPrograms, (program) => {
        const f = functionOf(program);
        const found = answer(f as never, argsOf(program), 0);
        const complaint = found && isTame(found) ? complaintAbout(found, f, program, 0) : null;
        if (complaint !== null)
          throw new Error(
            `${complaint}\n${program.text}\n${JSON.stringify([program.x, program.xs])}`,
          );
      }),
      { numRuns: sampled(150), endOnFailure: true },
    );
  },
);

test('The comparison notices a value and a slope that are others.', () => {
  const program = fc.sample(exoticPrograms, { seed: 5, numRuns: 20 }).find((one) => {
    const found = answer(functionOf(one) as never, argsOf(one), 0);
    return found !== null && isTame(found) && Math.abs(found.value) < 10;
  })!;
  const f = functionOf(program);
  const found = answer(f as never, argsOf(program), 0)!;
  const complaint = (change: Partial<CompiledAnswer>) =>
    complaintAbout({ ...found, ...change }, f, program, 0);
  expect(complaint({})).toBeNull();
  expect(complaint({ value: found.value + 0.1 })).toContain('the value');
  expect(complaint({ leaves: [found.cotangents[0] + 0.1] })).toContain('the gradient');
  expect(isLikeDifferences(f, program, found.cotangents[0] + 1)).not.toBe(true);
});
