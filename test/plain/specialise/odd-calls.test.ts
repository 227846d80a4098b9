/** Calls with values of all kinds: specialised functions answer as the program does, leave the same behind, or leave the call to it. */
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import { gradientOf, type Gradient } from '../../../src/plain/specialise/specialised-gradient.js';
import { specialise } from '../../../src/plain/specialise/specialised.js';
import { Refusal } from '../../../src/plain/specialise/values/abstract.js';
import { loaded, program } from '../../support/known-programs.js';
import { oddFunctions, OddValues } from '../../support/odd-values.js';
import { load } from '../../support/plain.js';
import { sampled } from '../../support/sample.js';
import '../../support/seed.js';
import { withoutCompiled } from '../../support/tiers.js';
import type { Any } from '../../support/untyped.js';

/** All that can be seen of a value. */
const seen = (of: unknown): unknown => {
  if (typeof of === 'number') return of === 0 ? 0 : Number(of.toPrecision(8));
  if (typeof of !== 'object' || of === null) return String(of);
  const own = Object.entries(Object.getOwnPropertyDescriptors(of));
  return [
    Object.getPrototypeOf(of) === null ? 'null' : of.constructor.name,
    ...own.map(([key, held]) => [key, 'value' in held ? seen(held.value) : 'computed']),
  ];
};

/** Answers by the code for the kinds of calls that were met; null where a call is of none, and is refused. */
function answering(f: Any, wrt: number): (args: readonly unknown[]) => ReturnType<Gradient> {
  const known: Gradient[] = [];
  return (args) => {
    for (const gradient of known) {
      const found = gradient(args);
      if (found !== null) return found;
    }
    try {
      const made = gradientOf(specialise(program, f, args, wrt), wrt);
      known.push(made);
      return made(args);
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  };
}

test('Calls with values of all kinds.', () => {
  let [count, all] = [0, 0];
  const draws = fc.record({
    place: fc.nat({ max: oddFunctions.length - 1 }),
    wrt: fc.constantFrom(0, 0, 1),
    drawn: fc.array(fc.nat({ max: 1e6 }), { minLength: 400, maxLength: 400 }),
  });
  const property = fc.property(draws, ({ place, wrt, drawn }) => {
    const [text, ...kinds] = oddFunctions[place];
    const answer = answering(loaded<{ f: Any }>(`export const f = ${text};`).f, wrt);
    const { f } = load<{ f: Any }>(`exports.f = ${text};`);
    const meant = (valueAndGrad as unknown as (f: Any, options: object) => Any)(f, { wrt });
    const calls = (): (readonly unknown[])[] => {
      let next = 0;
      const draw = (max: number): number => drawn[next++ % drawn.length] % (max + 1);
      return Array.from({ length: 8 }, (_, k) => new OddValues(draw, k < 3 ? 40 : 4).args(kinds));
    };
    const [own, others, values] = [calls(), calls(), calls()];
    own.forEach((args, k) => {
      all++;
      const found = answer(args);
      if (found === null) {
        // What is left to a run is untouched.
        expect(args.map(seen)).toEqual(values[k].map(seen));
        return;
      }
      count++;
      expect(found.value).toBe(f(...values[k]));
      try {
        const expected = withoutCompiled(() => meant(...others[k])) as { value: number };
        // A dual is true where its number is not.
        if (expected.value !== found.value) return;
        expect([seen(found), args.map(seen)]).toEqual([seen(expected), others[k].map(seen)]);
      } catch (error) {
        // An argument without numbers has no gradient.
        if ((error as { code?: string }).code === undefined) throw error;
      }
    });
  });
  fc.assert(property, { numRuns: sampled(300) });
  expect(count).toBeGreaterThan(all / 4);
});
