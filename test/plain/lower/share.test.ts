/** The random plain programs, which are made to be hard: each of their functions lowers, or has a reason. */
import fc from 'fast-check';
import { lower } from '../../../src/plain/lower/lower.js';
import { factsOf, functionsOf, verify } from '../../support/numeric.js';
import { sampled } from '../../support/sample.js';
import { plainPrograms } from '../random/programs/modules.js';

test('Functions of random programs lower to right code, or have a reason with a place.', () => {
  let reasons = 0;
  for (const program of fc.sample(plainPrograms, { seed: 1, numRuns: sampled(60) })) {
    const facts = factsOf(program.text('typed'));
    for (const [name, f] of functionsOf(facts)) {
      const lowered = lower(facts, f, name);
      if (lowered.tag === 'lowered') {
        expect(verify(lowered.func)).toEqual([]);
        continue;
      }
      reasons++;
      expect(lowered.reason).toEqual({
        what: expect.stringMatching(/./) as string,
        instead: expect.stringMatching(/./) as string,
        line: expect.any(Number) as number,
      });
    }
  }
  expect(reasons).toBeGreaterThan(10);
});
