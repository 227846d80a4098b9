/** Random arrays of functions with what they capture: compiled code has the values of the source, and gradients of runs. */
import fc from 'fast-check';
import { bothTiers } from '../../../support/both-tiers.js';
import { heldPrograms } from '../../../support/held-programs.js';
import { load } from '../../../support/plain.js';
import { sampled, testInTurn } from '../../../support/sample.js';

testInTurn(1, 3)('Compiled code and runs agree on random arrays of functions.', () => {
  const runs = sampled(120);
  let count = 0;
  fc.assert(
    fc.property(heldPrograms, (text) => {
      if (bothTiers(text, [0.5, -0.7, 1.1])) count++;
    }),
    { numRuns: runs },
  );
  process.stdout.write(`${count} of ${runs} arrays of functions are compiled.\n`);
  expect(count).toBeGreaterThan(runs / 3);
});

test('What functions that share a variable give is noticed.', () => {
  const shared = (text: string): string =>
    text.replaceAll('let n = 0;', '').replace('let y = 0.3;', 'let y = 0.3; let n = 0;');
  const value = (text: string): number =>
    load<{ f: (xs: number[]) => number }>(text).f([0.5, -0.7, 1.1]);
  expect(() =>
    fc.assert(
      fc.property(heldPrograms, (text) => expect(value(shared(text))).toBe(value(text))),
      { numRuns: sampled(100), endOnFailure: true },
    ),
  ).toThrow();
});
