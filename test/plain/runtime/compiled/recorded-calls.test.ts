/** Calls of functions with compiled code in runs that record: one binding each, with the derivatives of recorded ones. */
import { grad, primalOf, valueAndGrad, vjp } from 'delta-tape';
import { head, TOP } from '../../../../src/tape/columns.js';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import { modules } from '../../../support/linked-modules.js';
import { recordedPrograms } from '../../../support/recorded-programs.js';
import { recorded, withoutCompiled } from '../../../support/tiers.js';

type F = (x: readonly number[]) => number;
type Answer = typeof recorded;

const load = <T>(text: string): T => modules({ program: text })('program') as T;

/** What a function finds while calls are answered by `answer`, and how many of them are one binding. */
function calling<T>(answer: Answer, work: () => T) {
  let count = 0;
  compiled.recorded = (...given) => {
    const found = answer(...given);
    if (found !== undefined) count++;
    return found;
  };
  try {
    return { found: work(), count };
  } finally {
    compiled.recorded = recorded;
  }
}

const isNear = (x: number, y: number, size: number): boolean =>
  Object.is(x, y) || x === y || Math.abs(x - y) <= 1e-10 * size;

/** Whether gradients and pullbacks are those of runs in which nothing is compiled. */
function isSame(f: F, at: readonly number[], answer: Answer): boolean {
  const all = () => {
    const { value, gradient } = valueAndGrad(f)(at);
    const { pullback } = vjp(f)(at);
    return { value, slopes: [...gradient, ...pullback(1), ...pullback(2)] };
  };
  const { found } = calling(answer, all);
  const expected = withoutCompiled(all);
  const size = Math.max(...expected.slopes.map(Math.abs).filter(Number.isFinite));
  return (
    Object.is(found.value, expected.value) &&
    found.slopes.every((slope, k) => isNear(slope, expected.slopes[k], size))
  );
}

const programs = recordedPrograms.map((program) => ({
  ...program,
  ...load<{ f: F }>(program.text),
}));

describe('A function that is called in a run that records', () => {
  test.each(programs)('has its derivatives: $name.', ({ f, at, isOne }) => {
    const given = at as readonly number[];
    expect(isSame(f, given, recorded)).toBe(true);
    expect(calling(recorded, () => valueAndGrad(f)(given)).count > 0).toBe(isOne);
  });

  test('makes one binding for each call, however many operations it has.', () => {
    const bindings = (): number => head[TOP];
    const text = `
      function chain(x: number, n: number): number {
        let s = x;
        for (let i = 0; i < n; i++) s = Math.sin(s) * x + 0.1 * s;
        return s;
      }
      function* steps(n: number) { for (let i = 0; i < n; i++) yield i; }
      export let made = 0;
      export const f = (bindings: () => number, calls: number, n: number) => (x: number): number => {
        const before = bindings();
        let last = x;
        for (const k of steps(calls)) last = chain(x, n);
        made = bindings() - before;
        return last;
      };`;
    const made = load<{ f: (...args: unknown[]) => (x: number) => number; made: number }>(text);
    const counted = (calls: number, n: number): number => {
      grad(made.f(bindings, calls, n))(0.5);
      return made.made;
    };
    expect(counted(10, 1000)).toBe(10);
    expect(counted(20, 5)).toBe(20);
    expect(withoutCompiled(() => counted(10, 1000))).toBeGreaterThan(1000);
  });

  test('is compared by its derivatives: forgotten ones are noticed.', () => {
    const forgetting: Answer = (...given) => {
      const found = recorded(...given);
      return found === undefined ? undefined : primalOf(found);
    };
    const objections = programs.filter(
      ({ f, at, isOne }) => isOne && !isSame(f, at as readonly number[], forgetting),
    );
    expect(objections.length).toBeGreaterThan(30);
  });
});
