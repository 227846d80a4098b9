/** Texts, maps, sets and objects with any keys: what compiled code answers is what the function gives and what a run differentiates. */
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import { containerPrograms, givenContainers } from '../../../support/container-programs.js';
import { modules, type F } from '../../../support/linked-modules.js';
import { source } from '../../../support/numeric.js';
import { close, outcome } from '../../../support/outcome.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { answer, withoutCompiled } from '../../../support/tiers.js';

type Given = readonly unknown[];
type Native = (...args: Given) => number;
type Numbers = Readonly<Record<string, number>>;

interface Found {
  readonly value: number;
  readonly gradient: readonly [Numbers, readonly number[]];
}

/** Says what is wrong with the answer; null if nothing is. */
function complaintAbout(f: Native, native: Native, given: Given): string | null {
  const asked = () =>
    (valueAndGrad as unknown as (of: Native, options: object) => (...args: Given) => Found)(f, {
      wrt: [0, 1],
    })(...given);
  const [found, expected] = [outcome(asked), withoutCompiled(() => outcome(asked))];
  const value = outcome(() => native(...given));
  if (typeof found === 'string' || typeof expected === 'string')
    return found === expected ? null : `${JSON.stringify(found)}, not ${JSON.stringify(expected)}`;
  if (!Object.is(found.value, value)) return `the value ${found.value}, not ${String(value)}`;
  const [own, its] = [found, expected].map(({ gradient: [by, xs] }) => [
    Object.keys(by),
    [...Object.values(by), ...xs],
  ]) as (readonly [string[], number[]])[];
  const isSame =
    own[0].join() === its[0].join() &&
    own[1].length === its[1].length &&
    own[1].every((slope, k) => close(slope, its[1][k]));
  return isSame ? null : `the gradient ${String(own[1])}, not ${String(its[1])}`;
}

const first: Given = [{ a: 0.3, bb: 0.7 }, [0.5, 0.25, 2], 'abca', ['a', 'k'], [true, false]];

testInTurn(0, 3)(
  'Functions with texts, maps, sets and objects with any keys have the values and the gradients of runs.',
  () => {
    let [all, compiled] = [0, 0];
    fc.assert(
      fc.property(
        containerPrograms,
        fc.array(givenContainers, { minLength: 3, maxLength: 3 }),
        (text, others) => {
          const f = modules({ program: text })('program').f as F;
          const native = source(text) as unknown as Native;
          for (const given of [first, ...others]) {
            const complaint = complaintAbout(f as never, native, given);
            if (complaint !== null)
              throw new Error(`${complaint}\n${JSON.stringify(given)}\n${text}`);
          }
          all++;
          if (answer(f, [...first], [0, 1]) !== null) compiled++;
        },
      ),
      { numRuns: sampled(60) },
    );
    expect(compiled / all).toBeGreaterThan(0.5);
  },
);

test('The comparison notices another order of keys, and a key that is there.', () => {
  const text =
    'export function f(p: Record<string, number>, x: number[]) { const d: Record<string, number> = {}; d.b = p.a * x[0]; d.a = x[1]; let s = 0; for (const k of Object.keys(d)) s = Math.sin(s + d[k]); return s + ("a" in d ? 1 : 0); }';
  const f = modules({ program: text })('program').f as unknown as Native;
  const given: Given = [{ a: 2 }, [1, 3]];
  expect(complaintAbout(f, source(text) as unknown as Native, given)).toBeNull();
  for (const other of [
    text.replace('d.b = p.a * x[0]; d.a = x[1];', 'd.a = x[1]; d.b = p.a * x[0];'),
    text.replace('"a" in d', '"c" in d'),
  ])
    expect(complaintAbout(f, source(other) as unknown as Native, given)).toMatch('the value');
});
