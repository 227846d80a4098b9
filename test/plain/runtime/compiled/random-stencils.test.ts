/**
 * Loops in a row over arrays, which compiled code may take as one or in another order: values are those of the source,
 * bit for bit, with the gradients of runs; each pass keeps all bits, also of what is written into arguments.
 */
import fc from 'fast-check';
import { passes } from '../../../../src/plain/improve/improved.js';
import type { Func } from '../../../../src/plain/ir/ir.js';
import { OutsideOfTier } from '../../../../src/plain/ir/leave.js';
import { modules, type F } from '../../../support/linked-modules.js';
import { compiled, interpret, loweredText, source, verify } from '../../../support/numeric.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { stencilPrograms, type StencilProgram } from '../../../support/stencil-programs.js';
import { answer, difference, withoutCompiled } from '../../../support/tiers.js';

const classes = { Float32Array, Float64Array };

function argsOf({ text, args: [x, y, n] }: StencilProgram): [unknown, unknown, number] {
  const storage = /f\(x: (Float\d\dArray)/.exec(text)?.[1] as keyof typeof classes | undefined;
  const made = (reals: readonly number[]) =>
    storage === undefined ? [...reals] : classes[storage].from(reals);
  return [made(x), made(y), n];
}

const isLengthError = (error: unknown): boolean => /Invalid .*length/.test(String(error));

/** The value of the source; null if an array cannot be made. */
function valueOf({ text }: StencilProgram, args: unknown[]): number | null {
  try {
    return source(text)(...args) as number;
  } catch (error) {
    if (isLengthError(error)) return null;
    throw error;
  }
}

const ways: readonly ((f: Func, args: unknown[]) => unknown)[] = [
  (f, args) => [interpret(f, args as never[])].flat()[0],
  (f, args) => [compiled(f)(...args)].flat()[0],
];

/**
 * Says what is wrong with a function after a pass; null if its value and its arguments are those of the
 * source.
 */
function complaintAbout(f: Func, program: StencilProgram): string | null {
  const wrong = verify(f);
  if (wrong.length > 0) return wrong[0];
  const right = argsOf(program);
  const value = valueOf(program, right);
  for (const way of ways) {
    const args = argsOf(program);
    try {
      const found = way(f, args);
      if (value === null) return 'a value where the source throws';
      if (!Object.is(found, value)) return `the value ${String(found)}, not ${value}`;
    } catch (error) {
      if (error instanceof OutsideOfTier || (value === null && isLengthError(error))) continue;
      throw error;
    }
    if (String(args) !== String(right)) return `arguments ${String(args)}, not ${String(right)}`;
  }
  return null;
}

const told = (complaint: string, { text, args }: StencilProgram): Error =>
  new Error(`${complaint}\n${text}\n${JSON.stringify(args)}`);

/** Programs that lower, after all passes up to one. */
const after = (last: string, { text }: StencilProgram): Func | null => {
  const lowered = loweredText(text);
  if (lowered.tag === 'refused') return null;
  const names = Object.keys(passes);
  return names.slice(0, names.indexOf(last) + 1).reduce((f, name) => passes[name](f), lowered.func);
};

test.each(Object.keys(passes))('After %s, loops in a row have the same bits.', (name) => {
  fc.assert(
    fc.property(stencilPrograms, (program) => {
      const f = after(name, program);
      const complaint = f && complaintAbout(f, program);
      if (complaint !== null) throw told(complaint, program);
    }),
    { numRuns: sampled(45), endOnFailure: true },
  );
});

testInTurn(0, 3)('Loops in a row have the gradients of runs.', () => {
  let count = 0;
  const runs = sampled(120);
  fc.assert(
    fc.property(stencilPrograms, (program) => {
      const f = modules({ program: program.text })('program').f as F;
      const apart = argsOf(program);
      // A run rounds its gradient to the array that it is.
      const tolerance = apart[0] instanceof Float32Array ? 1e-6 : 1e-8;
      // Both arguments may be one array, which is two to derivatives.
      const given = [apart, [apart[0], apart[0], apart[2]]];
      for (const [args, wrt] of given.flatMap((args) => [
        [args, [0, 1]] as const,
        [args, 1] as const,
      ])) {
        const found = answer(f, args, wrt);
        // NaN spreads in another way where numbers are not finite.
        if (found === null || !found.cotangents.every((slope) => Math.abs(slope) < 1e6)) continue;
        count++;
        const [x, y, n] = argsOf(program);
        const value = valueOf(program, args === apart ? [x, y, n] : [x, x, n]);
        const complaint = Object.is(found.value, value)
          ? withoutCompiled(() => difference(found, f, args, wrt, tolerance))
          : `the value ${found.value}, not ${String(value)}`;
        // A run refuses to write behind the end of a copy of an array without elements.
        const isRefused = /from outside of the function/.test(complaint ?? '');
        if (complaint !== null && !isRefused) throw told(complaint, program);
      }
    }),
    { numRuns: runs, endOnFailure: true },
  );
  expect(count).toBeGreaterThan(runs);
});

test('The comparison notices a pass that takes steps in another order.', () => {
  const backwards = (f: Func): Func => ({
    ...f,
    region: { ...f.region, body: [...f.region.body].reverse() },
  });
  const isNoticed = (program: StencilProgram): boolean => {
    const f = after('folded', program);
    return f !== null && complaintAbout(backwards(f), program) !== null;
  };
  expect(fc.sample(stencilPrograms, { seed: 1, numRuns: 10 }).some(isNoticed)).toBe(true);
});
