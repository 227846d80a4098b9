/**
 * Fitters differentiate the user's own function outermost, by its first argument alone: so compiled code answers every
 * time, with the answers of a run.
 */
import { join } from 'node:path';
import { flatten } from 'delta-tape/learn';
import { compiled } from '../../src/plain/runtime/compiled/lowered.js';
import { loadFile } from '../support/plain.js';
import { withoutCompiled } from '../support/tiers.js';

const { programs } = loadFile<{ programs: Readonly<Record<string, () => unknown>> }>(
  join(__dirname, 'compiled-programs.ts'),
);

/** The result of a program, and how often compiled code was asked and answered. */
async function counted(program: () => unknown) {
  const { answer, at } = compiled;
  const counts = { asked: 0, answered: 0 };
  const count = <T>(found: T): T => {
    counts.asked++;
    if (found !== null) counts.answered++;
    return found;
  };
  compiled.answer = (f, args, wrt) => count(answer(f, args, wrt));
  // Jacobians and Hessian-vector products take compiled code at a point.
  compiled.at = (f, args, wrt) => count(at(f, args, wrt));
  try {
    return { result: await program(), ...counts };
  } finally {
    Object.assign(compiled, { answer, at });
  }
}

test.each(Object.entries(programs))('%s.', async (_, program) => {
  const { result, asked, answered } = await counted(program);
  expect(answered).toBeGreaterThan(3);
  // Beside it NUTS runs a derivative of its own, of the constraints.
  expect(answered).toBeGreaterThanOrEqual(asked / 2);
  const expected = await withoutCompiled(program);
  const [one, other] = [result, expected].map((tree) => flatten(tree).vector as Float64Array);
  one.forEach((x, k) => expect(x).toBeCloseTo(other[k], 8));
});
