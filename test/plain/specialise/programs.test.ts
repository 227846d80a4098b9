/**
 * Functions that are specialised for the values of a call have the value of the program bit for bit, and its gradient to
 * rounding; whatever is not surely right is refused. The shares are what is specialised now: they only go up.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { arrayPrograms } from '../../support/array-programs.js';
import { boundPrograms } from '../../support/bound-programs.js';
import { verdictOn, type Verdict } from '../../support/both-roads.js';
import { loaded } from '../../support/known-programs.js';
import { listedArgs, listedPrograms } from '../../support/listed-programs.js';
import { missingPrograms } from '../../support/missing-programs.js';
import { orderPrograms } from '../../support/order-programs.js';
import { sampled } from '../../support/sample.js';
import { selectingPrograms } from '../../support/selecting-programs.js';
import { stencilPrograms } from '../../support/stencil-programs.js';
import { timePrograms } from '../../support/time-programs.js';

const floats = (args: readonly unknown[]): readonly unknown[] =>
  args.map((arg) => (Array.isArray(arg) ? new Float64Array(arg as number[]) : arg));
/** The module with `f` as an export. */
const exporting = (text: string): string =>
  text.replace(/^exports\.f = f;?$/m, '').replace(/^(function|const) f\b/m, 'export $1 f');
const five = [1.5, -0.5, 0.25, 2, 1];

/** Returns the share of random programs that are right; none may be wrong. */
function shareOf<T>(programs: fc.Arbitrary<T>, judge: (of: T) => Verdict): number {
  let [right, all] = [0, 0];
  fc.assert(
    fc.property(programs, (of) => {
      const found = judge(of);
      all++;
      if (found.tag === 'right') right++;
      if (found.tag === 'wrong') throw new Error(found.complaint);
    }),
    { numRuns: sampled(36) },
  );
  return right / all;
}

describe('Random programs that are specialised are right', () => {
  test('where they work in place.', () => {
    const judge = (
      { text, args }: { text: string; args: readonly unknown[] },
      more: unknown[],
      k: number,
    ) => verdictOn(text, 'f', () => [...floats(args), ...more], k);
    expect(shareOf(arrayPrograms, (of) => judge(of, [4], 2))).toBeGreaterThan(0.2);
    expect(shareOf(timePrograms, (of) => judge(of, [], 0))).toBeGreaterThan(0.8);
    expect(shareOf(stencilPrograms, (of) => judge(of, [], 0))).toBeGreaterThan(0.05);
  });

  test.each<[string, fc.Arbitrary<string>, () => readonly unknown[], number]>([
    ['with effects inside expressions', orderPrograms, () => [[...five]], 0.6],
    ['whose loops change how far they count', boundPrograms, () => [[...five]], 0.6],
    ['with objects in lists, under several names', listedPrograms, listedArgs, 0.5],
    ['with elements that are not there', missingPrograms, () => [[...five]], 0.05],
    ['that select', selectingPrograms, () => [new Float64Array(five), [0.5, 1.5, -0.25]], 0.3],
  ])('%s.', (_, programs, args, least) => {
    expect(shareOf(programs, (text) => verdictOn(exporting(text), 'f', args))).toBeGreaterThan(
      least,
    );
  });
});

describe('Everyday programs', () => {
  const root = join(__dirname, '../../..');
  const files = ['test/support/everyday', 'benchmarks/everyday'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((file) => join(root, folder, file)),
  );

  test('are right where they are specialised, and most are.', () => {
    let right = 0;
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      const { inputs } = loaded<{ inputs: () => readonly unknown[] }>(text);
      const found = verdictOn(text, 'f', inputs);
      expect(found.tag === 'wrong' ? `${file}: ${found.complaint}` : '').toBe('');
      if (found.tag === 'right') right++;
    }
    expect(right).toBe(files.length);
  });
});
