/** Values of all kinds, call by call: with compiled code there are the same answers, errors and effects as without. */
import fc from 'fast-check';
import * as library from 'delta-tape';
import { load } from '../../../../support/plain.js';
import { oddChoices, oddFunctions, OddValues } from '../../../../support/odd-values.js';
import { sampled } from '../../../../support/sample.js';
import '../../../../support/seed.js';
import { answer, at, ready, withoutCompiled } from '../../../../support/tiers.js';
import { compiled } from '../../../../../src/plain/runtime/compiled/lowered.js';
import type { Any } from '../../../../support/untyped.js';

const attempt = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    const { name, code, message } = error as Error & { code?: string };
    return `${name}: ${code ?? message}`;
  }
};

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

const operators = ['valueAndGrad', 'valueAndGrad', 'valueAndGrad', 'grad', 'hessian'] as const;

test('Random values.', () => {
  let [count, all] = [0, 0];
  const draws = fc.record({
    place: fc.nat({ max: oddFunctions.length - 1 }),
    wrt: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.constantFrom(...oddChoices)),
    operator: fc.constantFrom(...operators),
    drawn: fc.array(fc.nat({ max: 1e6 }), { minLength: 400, maxLength: 400 }),
  });
  const property = fc.property(draws, ({ place, wrt, operator, drawn }) => {
    const [text, ...kinds] = oddFunctions[place];
    const story = (): unknown[] => {
      const { f } = load<{ f: Any }>(`const f = ${text};\nexports.f = f;`);
      const g = (library[operator] as unknown as (f: Any, options: object) => Any)(f, { wrt });
      let next = 0;
      const draw = (max: number): number => drawn[next++ % drawn.length] % (max + 1);
      return Array.from({ length: 12 }, (_, k) => {
        // Code for the kind of arguments is made after some calls.
        const args = new OddValues(draw, k < 6 ? 40 : 4).args(kinds);
        const found = attempt(() => g(...args));
        return [seen(found), args.map(seen)];
      });
    };
    const counted = <T>(found: T): T => {
      if (found !== null) count++;
      return found;
    };
    const before = { ...compiled };
    compiled.answer = (...given) => counted(answer(...given));
    compiled.ready = (...given) => counted(ready(...given));
    compiled.at = at;
    try {
      all += 12;
      expect(story()).toEqual(withoutCompiled(story));
    } finally {
      Object.assign(compiled, before);
    }
  });
  fc.assert(property, { numRuns: sampled(240) });
  expect(count).toBeGreaterThan(all / 4);
});

test.each([
  ['a bool', '(p: { a: number }, q: boolean) => (q ? p.a : 2)', [{ a: 1 }, true], 1],
  [
    'an argument that is left out',
    '(p: { a: number }, q?: number) => p.a * (q ?? 2)',
    [{ a: 1 }],
    [0, 1],
  ],
  ['an argument with a default that is left out', '(p: number, q = 3) => p * q', [2], [0, 1]],
])('A derivative by %s is an error.', (_, text, args, wrt) => {
  const { f } = load<{ f: Any }>(`const f = ${text};\nexports.f = f;`);
  const g = (library.grad as unknown as (f: Any, options: object) => Any)(f, { wrt });
  if (args.length === 1) for (let k = 0; k < 6; k++) g(...args, 5);
  expect(() => g(...args)).toThrow(library.DeltaTapeError);
});
