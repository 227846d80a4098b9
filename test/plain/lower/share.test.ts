/**
 * The random plain programs, which are made to be hard: each of their functions lowers, or has a reason. The share of those
 * that are numeric code is printed. Random programs of arrays are numeric code, and lower.
 */
import fc from 'fast-check';
import { lower } from '../../../src/plain/lower/lower.js';
import type { Reason } from '../../../src/plain/lower/syntax/refusal.js';
import { arrayPrograms } from '../../support/array-programs.js';
import { factsOf, functionsOf, loweredText, verify } from '../../support/numeric.js';
import { isWhole, sampled } from '../../support/sample.js';
import { plainPrograms } from '../random/programs/modules.js';

/**
 * Reasons of what is no numeric code: it changes variables of its module, or has texts or generators, or objects that are
 * texts and numbers only by their methods, as those that are `named` and `valued`.
 */
const isOther = ({ what }: Reason, line: string): boolean =>
  /outside of the function$|generator|a text/.test(what) || /\b(named|valued)\b/.test(line);

test('Functions of random programs lower to right code, or have a reason with a place.', () => {
  let [reasons, others, whole] = [0, 0, 0];
  for (const program of fc.sample(plainPrograms, { seed: 1, numRuns: sampled(60) })) {
    const text = program.text('typed');
    const [facts, lines] = [factsOf(text), text.split('\n')];
    for (const [name, f] of functionsOf(facts)) {
      const lowered = lower(facts, f, name);
      if (lowered.tag === 'lowered') {
        expect(verify(lowered.func)).toEqual([]);
        whole++;
        continue;
      }
      reasons++;
      if (isOther(lowered.reason, lines[lowered.reason.line! - 1])) others++;
      expect(lowered.reason).toEqual({
        what: expect.stringMatching(/./) as string,
        instead: expect.stringMatching(/./) as string,
        line: expect.any(Number) as number,
      });
    }
  }
  expect(reasons).toBeGreaterThan(10);
  const numeric = whole + reasons - others;
  process.stdout.write(`${whole} of ${numeric} numeric functions of random programs lower.\n`);
  expect(whole).toBeGreaterThan((isWhole ? 2 / 3 : 1 / 2) * numeric);
});

test('Random programs of arrays lower.', () => {
  const programs = fc.sample(arrayPrograms, { seed: 1, numRuns: sampled(60) });
  const lowered = programs.filter(({ text }) => loweredText(text).tag === 'lowered').length;
  process.stdout.write(`${lowered} of ${programs.length} random programs of arrays lower.\n`);
  expect(lowered).toBeGreaterThan((2 / 3) * programs.length);
});
