/**
 * Functions with typed arrays of whole numbers, as data and made inside: what compiled code answers is what the function
 * gives and what a run differentiates, also where what is stored is rounded, wrapped or clamped.
 */
import fc from 'fast-check';
import { complaintAbout } from '../../../support/complaint.js';
import { modules } from '../../../support/linked-modules.js';
import { source } from '../../../support/numeric.js';
import { sampled } from '../../../support/sample.js';
import { answer } from '../../../support/tiers.js';
import { givenWhole, wholePrograms } from '../../../support/whole-programs.js';

type F = (w: number[], d: ArrayLike<number>) => number;
const point = () => [0.7, 1.3, -0.4];
const numbersIn = (kind: string): ArrayLike<number> =>
  new (globalThis as unknown as Record<string, new (of: number[]) => ArrayLike<number>>)[kind]([3]);
const drawn = wholePrograms.chain(({ text, data }) =>
  fc.record({ text: fc.constant(text), d: givenWhole(data) }),
);

test('Functions with arrays of whole numbers have the values and the gradients of runs.', () => {
  let [all, compiled] = [0, 0];
  fc.assert(
    fc.property(drawn, ({ text, d }) => {
      const f = modules({ program: text })('program').f as F;
      const args = (): Parameters<F> => [point(), d()];
      const complaint = complaintAbout(f, source(text) as F, args);
      if (complaint !== null) throw new Error(`${complaint}\n${JSON.stringify(d())}\n${text}`);
      all++;
      if (answer(f as never, args(), 0) !== null) compiled++;
    }),
    { numRuns: sampled(240) },
  );
  expect(compiled / all).toBeGreaterThan(0.3);
});

test.each([
  ['Uint8Array', 'Uint8ClampedArray'],
  ['Int8Array', 'Uint8Array'],
  ['Uint16Array', 'Int16Array'],
  ['Uint32Array', 'Int32Array'],
  ['Float32Array', 'Float64Array'],
])('The comparison notices a %s that is taken for a %s.', (one, other) => {
  const text = `export function f(w: number[], d: ${one}) { const u = new ${one}(2); u[0] = 2 ** 40 - 1.3; u[1] = -1; return w[0] * (d[0] + u[0]) * u[1]; }`;
  const f = modules({ program: text })('program').f as F;
  const args = (): Parameters<F> => [point(), numbersIn(one)];
  expect(complaintAbout(f, source(text) as F, args)).toBeNull();
  expect(answer(f as never, args(), 0)).not.toBeNull();
  const changed = source(text.replace(`new ${one}`, `new ${other}`)) as F;
  expect(complaintAbout(f, changed, args)).toMatch('another value');
});
