/** Random programs whose calls give lists and objects, and write: what runs record is the same with groups and without. */
import { grad, hvp, jvp, valueAndGrad, vjp } from 'delta-tape';
import fc from 'fast-check';
import { least } from '../../../../src/plain/analyse/worth.js';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import { load } from '../../../support/plain.js';
import { sampled } from '../../../support/sample.js';
import { recorded, withoutCompiled } from '../../../support/tiers.js';
import { groupPrograms } from '../../../support/group-programs.js';
import '../../../support/seed.js';

Object.assign(least, {
  ...{ ofRecorded: 1, ofGeneral: 1, toBegin: 0, ofReal: 0 },
  ...{ ofGroup: 1, toBeginGroup: 0, ofElement: 0, ofActive: 0, ofGiven: 0, ofRow: 0 },
});

type F = (x: number[]) => number;
const point = [0.6, -0.9, 0.4];
const direction = [1, -0.5, 0.3];

/** All numbers of some derivatives, or the error. */
function all(f: F): readonly number[] | string {
  try {
    const { value, gradient } = valueAndGrad(f)([...point]);
    const { pullback } = vjp(f)([...point]);
    return [
      value,
      ...gradient,
      ...(pullback(2) as number[]),
      ...(pullback(-1) as number[]),
      jvp(f)([[...point]], [direction]).tangent,
      ...hvp(f)([...point], direction),
      ...grad((x: number[]) => grad(f)(x)[0])([...point]),
    ];
  } catch (error) {
    return String(error);
  }
}

function differences(text: string, forget = (found: unknown): unknown => found) {
  const { f } = load<{ f: F }>(text);
  const expected = withoutCompiled(() => all(f));
  let groups = 0;
  // What is asked for from outside is always answered by a run.
  const { answer, at, ready, withAux } = compiled;
  const nothing = (): null => null;
  Object.assign(compiled, { answer: nothing, at: nothing, ready: nothing, withAux: nothing });
  compiled.recorded = (of, args) => {
    const found = recorded(of, args);
    if (found !== undefined && typeof found !== 'number') groups++;
    return found === undefined ? found : forget(found);
  };
  let found;
  try {
    found = all(f);
  } finally {
    Object.assign(compiled, { answer, at, ready, withAux, recorded });
  }
  if (typeof found === 'string' || typeof expected === 'string')
    return {
      groups,
      isSame: found === expected,
      ...(found === expected ? {} : { found, expected }),
    };
  const size = Math.max(1, ...expected.map(Math.abs));
  const isSame =
    Object.is(found[0], expected[0]) &&
    found.every((x, k) => Object.is(x, expected[k]) || Math.abs(x - expected[k]) / size < 1e-9);
  return { groups, isSame, ...(isSame ? {} : { found, expected }) };
}

test('Random programs whose calls are groups have the derivatives of those that record all.', () => {
  let [count, groups] = [0, 0];
  fc.assert(
    fc.property(groupPrograms, (text) => {
      count++;
      const found = differences(text);
      if (found.groups > 0) groups++;
      expect(JSON.stringify(found)).toContain('isSame":true');
    }),
    { numRuns: sampled(45), endOnFailure: true },
  );
  expect(groups).toBeGreaterThan(count / 3);
});

test('A group that forgets what it gave is noticed.', () => {
  const text = `exports.f = f; let begun: any = [0]; function* upto(n) { begun = [n]; for (let i = 0; i < n; i++) yield i; }
    function h(a: number[], t: number) { const r = [t, t]; for (let i = 0; i < 2; i++) r[i] = a[i] * t; return r; }
    function f(x) { let s = 0; for (const k of upto(2)) s += h(x, x[1])[0] * x[2]; return s; }`;
  const { groups, isSame } = differences(text);
  expect(isSame && groups > 0).toBe(true);
  const plain = (x: unknown): number => Number(String(Number(x)));
  const forget = (found: unknown): unknown => (found as unknown[]).map((_, k) => plain(k));
  expect(differences(text, forget).isSame).toBe(false);
});
