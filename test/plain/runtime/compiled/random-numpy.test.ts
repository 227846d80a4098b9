/**
 * Functions that mix numbers with arrays of NumPy: compiled values are those of the source, bit for bit, and compiled
 * gradients by numbers, by arrays of NumPy and by both are those of runs.
 */
import fc from 'fast-check';
import * as np from 'delta-tape/numpy';
import * as nn from 'delta-tape/nn';
import { array } from '../../../numpy/support.js';
import { modules, type F, type Module } from '../../../support/linked-modules.js';
import { numpyPrograms, type NumpyProgram } from '../../../support/numpy-programs.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import {
  answer,
  difference,
  differenceBeside,
  withAux,
  withoutCompiled,
} from '../../../support/tiers.js';
import type { CompiledAnswer } from '../../../../src/plain/runtime/compiled/compiled-function.js';

const others = {
  'delta-tape/numpy': np as unknown as Module,
  'delta-tape/nn': nn as unknown as Module,
};

const functionOf = ({ text }: Pick<NumpyProgram, 'text'>): F =>
  modules({ program: text }, others)('program').f as F;

const argsOf = ({ x, v, xs }: NumpyProgram): unknown[] => [
  x,
  array([...v]),
  Float64Array.from(xs),
  { w: array([...xs].reverse()), b: v[0] - x },
];

const choices = [0, 1, [0, 1], 2, 3, [0, 1, 2, 3]] as const;
type Wrt = Parameters<typeof answer>[2];

/** The value of the source; null if it throws. */
function valueOf(f: F, args: unknown[]): number | null {
  try {
    return Number(f(...args));
  } catch {
    return null;
  }
}

/** Says what is wrong with an answer; null if nothing is. */
function complaintAbout(found: CompiledAnswer, f: F, program: NumpyProgram, wrt: Wrt) {
  const value = valueOf(f, argsOf(program));
  if (!Object.is(found.value, value)) return `the value ${found.value}, not ${String(value)}`;
  return withoutCompiled(() => difference(found, f as never, argsOf(program), wrt, 1e-8));
}

const isTame = ({ cotangents }: CompiledAnswer): boolean =>
  Array.from(cotangents).every((slope) => Math.abs(slope) < 1e6);

testInTurn(1, 3)(
  'Random functions with arrays of NumPy have the values of the source and the gradients of runs.',
  () => {
    let [asked, count] = [0, 0];
    fc.assert(
      fc.property(numpyPrograms, (program) => {
        const f = functionOf(program);
        for (const wrt of choices) {
          asked++;
          const found = answer(f as never, argsOf(program), wrt as Wrt);
          if (found === null || !isTame(found)) continue;
          count++;
          const complaint = complaintAbout(found, f, program, wrt as Wrt);
          if (complaint !== null)
            throw new Error(`${complaint}\n${program.text}\n${JSON.stringify([wrt, program])}`);
        }
      }),
      { numRuns: sampled(120), endOnFailure: true },
    );
    expect(count).toBeGreaterThan(asked / 2);
  },
);

test('What random functions give beside a number is what runs give.', () => {
  let [asked, count] = [0, 0];
  fc.assert(
    fc.property(numpyPrograms, (program) => {
      const f = functionOf({ text: program.withAux });
      for (const wrt of [1, [0, 1, 2, 3]] as const) {
        asked++;
        const found = withAux(f as never, argsOf(program), wrt as Wrt);
        if (found === null || !isTame(found)) continue;
        count++;
        const complaint = differenceBeside(found, f as never, argsOf(program), wrt as Wrt, 1e-8);
        if (complaint !== null) throw new Error(`${complaint}\n${program.withAux}`);
      }
    }),
    { numRuns: sampled(120), endOnFailure: true },
  );
  expect(count).toBeGreaterThan(asked / 2);
});

test('The comparison notices a slope, also of an array, and a value that are others.', () => {
  const program = fc.sample(numpyPrograms, { seed: 3, numRuns: 20 }).find((one) => {
    const found = answer(functionOf(one) as never, argsOf(one), [0, 1]);
    return found !== null && isTame(found);
  })!;
  const f = functionOf(program);
  const found = answer(f as never, argsOf(program), [0, 1])!;
  const [slope, slopes] = found.leaves as [number, unknown];
  const complaint = (change: Partial<CompiledAnswer>) =>
    complaintAbout({ ...found, ...change }, f, program, [0, 1]);
  expect(complaint({})).toBeNull();
  expect(complaint({ value: found.value + 1e-9 })).toContain('the value');
  expect(complaint({ leaves: [slope + 0.1, slopes] })).toContain('the gradient');
  expect(complaint({ leaves: [slope, array([0.1, 0.2, 0.3])] })).toContain('the gradient');
});
