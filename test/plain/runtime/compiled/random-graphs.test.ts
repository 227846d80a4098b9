/** Objects that have several names: compiled code gives what the function gives, and changes what it changes. */
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import { graphPrograms } from '../../../support/graph-programs.js';
import { modules, type F } from '../../../support/linked-modules.js';
import { source } from '../../../support/numeric.js';
import { close } from '../../../support/outcome.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { answer, withoutCompiled } from '../../../support/tiers.js';

interface Given {
  v: number;
  w: number;
}
type Native = (x: readonly number[], given: readonly Given[]) => number;
interface Found {
  readonly value: number;
  readonly gradient: unknown;
}

const lists: readonly (() => Given[])[] = [
  () => [0.1, 0.4, 0.2].map((v, k) => ({ v, w: 1 - k })),
  () => [0.5, -0, NaN, 2].map((v) => ({ v, w: v * 0.5 })),
  () => {
    const one = { v: 0.7, w: 0.1 };
    return [one, { v: 0.2, w: 0.3 }, one];
  },
];

/** The result or the error, and the list afterwards. */
function outcome<T>(work: (given: Given[]) => T, list: () => Given[]) {
  const given = list();
  try {
    const found = work(given);
    return { found, after: JSON.stringify(given) };
  } catch (error) {
    return { found: String(error), after: JSON.stringify(given) };
  }
}

/** Says what is wrong with the answer; null if nothing is. */
function complaintAbout(
  f: Native,
  native: Native,
  x: readonly number[],
  list: () => Given[],
  wrt = 0,
): string | null {
  const derived = valueAndGrad as unknown as (
    of: Native,
    options: object,
  ) => (...at: Parameters<Native>) => Found;
  const asked = (given: Given[]) => derived(f, { wrt })(x, given);
  const one = outcome(asked, list);
  const other = withoutCompiled(() => outcome(asked, list));
  const value = outcome((given) => native(x, given), list);
  // What is an input stays as it is.
  if (wrt === 0 && one.after !== value.after) return `the list ${one.after}, not ${value.after}`;
  const [found, expected] = [one.found, other.found];
  if (typeof found === 'string' || typeof expected === 'string')
    return found === expected ? null : `${JSON.stringify(found)}, not ${JSON.stringify(expected)}`;
  if (!Object.is(found.value, value.found))
    return `the value ${found.value}, not ${String(value.found)}`;
  const [slopes, others] = [found, expected].map(({ gradient }) => numbersIn(gradient));
  return slopes.length === others.length && slopes.every((slope, k) => close(slope, others[k]))
    ? null
    : `the gradient ${String(slopes)}, not ${String(others)}`;
}

const numbersIn = (of: unknown): readonly number[] =>
  typeof of === 'number' ? [of] : Object.values(of as object).flatMap(numbersIn);

testInTurn(2, 3)(
  'Functions with objects that have several names have the values and the gradients of runs.',
  () => {
    let [all, compiled] = [0, 0];
    fc.assert(
      fc.property(graphPrograms, (text) => {
        const f = modules({ program: text })('program').f as F;
        const native = source(text) as unknown as Native;
        for (const x of [
          [0.5, 0.25],
          [-0.3, 1.2],
          [0, NaN],
        ])
          for (const [k, list] of lists.entries()) {
            const complaint = complaintAbout(f as never, native, x, list, k === 1 ? 1 : 0);
            if (complaint !== null) throw new Error(`${complaint}\n${JSON.stringify(x)}\n${text}`);
          }
        all++;
        if (answer(f, [[0.5, 0.25], lists[0]()], 0) !== null) compiled++;
      }),
      { numRuns: sampled(24) },
    );
    expect(compiled / all).toBeGreaterThan(0.5);
  },
);

test('The comparison notices an object that is another one under its second name.', () => {
  const text =
    'export function f(x: number[], given: { v: number; w: number }[]) { const d = { v: x[0], w: 1 }; const all = [d, given[0]]; all[0].v *= 2; given[0].w = 3; return d.v * x[1] + all[1].w; }';
  const f = modules({ program: text })('program').f as unknown as Native;
  const native = (changed: string): Native => source(changed) as unknown as Native;
  expect(complaintAbout(f, native(text), [1, 2], lists[0])).toBeNull();
  const copied = text.replace('[d, given[0]]', '[{ ...d }, given[0]]');
  expect(complaintAbout(f, native(copied), [1, 2], lists[0])).toMatch('the value');
  const kept = text.replace('given[0].w = 3', 'all[1] = { ...all[1], w: 3 }');
  expect(complaintAbout(f, native(kept), [1, 2], lists[0])).toMatch('the list');
});
