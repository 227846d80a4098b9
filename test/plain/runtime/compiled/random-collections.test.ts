/** Arrays that grow in arrays: what compiled code answers is what the function gives and what a run differentiates. */
import fc from 'fast-check';
import { valueAndGrad } from 'delta-tape';
import { collectionPrograms, givenLists } from '../../../support/collection-programs.js';
import { modules, type F } from '../../../support/linked-modules.js';
import { source } from '../../../support/numeric.js';
import { close, outcome } from '../../../support/outcome.js';
import { sampled, testInTurn } from '../../../support/sample.js';
import { answer, withoutCompiled } from '../../../support/tiers.js';

type Native = (x: readonly number[]) => number;

/** Says what is wrong with the answer; null if nothing is. */
function complaintAbout(f: Native, native: Native, x: readonly number[]): string | null {
  const asked = () =>
    (valueAndGrad as unknown as (of: Native) => (at: readonly number[]) => Found)(f)(x);
  const [found, expected] = [outcome(asked), withoutCompiled(() => outcome(asked))];
  const value = outcome(() => native(x));
  if (typeof found === 'string' || typeof expected === 'string')
    return found === expected ? null : `${JSON.stringify(found)}, not ${JSON.stringify(expected)}`;
  if (!Object.is(found.value, value)) return `the value ${found.value}, not ${String(value)}`;
  return found.gradient.length === expected.gradient.length &&
    found.gradient.every((slope, k) => close(slope, expected.gradient[k]))
    ? null
    : `the gradient ${String(found.gradient)}, not ${String(expected.gradient)}`;
}

interface Found {
  readonly value: number;
  readonly gradient: readonly number[];
}

testInTurn(2, 3)(
  'Functions with arrays that grow in arrays have the values and the gradients of runs.',
  () => {
    let [all, compiled] = [0, 0];
    fc.assert(
      fc.property(
        collectionPrograms,
        fc.array(givenLists, { minLength: 3, maxLength: 3 }),
        (text, xs) => {
          const f = modules({ program: text })('program').f as F;
          const native = source(text) as unknown as Native;
          for (const x of [[0.5, 0.25, 2], ...xs]) {
            const complaint = complaintAbout(f as never, native, x);
            if (complaint !== null) throw new Error(`${complaint}\n${JSON.stringify(x)}\n${text}`);
          }
          all++;
          if (answer(f, [[0.5, 0.25, 2, 0.3, 1]], 0) !== null) compiled++;
        },
      ),
      { numRuns: sampled(100) },
    );
    expect(compiled / all).toBeGreaterThan(0.5);
  },
);

test('The comparison notices a row under another name.', () => {
  const text =
    'export function f(x: number[]) { const rows: number[][] = [[], []]; const r = rows[0]; for (const v of x) r.push(v * v); return rows[0].length + rows[0][1]; }';
  const f = modules({ program: text })('program').f as unknown as Native;
  const [x] = [[1, 2, 3]];
  expect(complaintAbout(f, source(text) as unknown as Native, x)).toBeNull();
  const other = source(text.replace('= rows[0]', '= [...rows[0]]').replace('+ rows[0][1]', ''));
  expect(complaintAbout(f, other as unknown as Native, x)).toMatch('the value');
});
