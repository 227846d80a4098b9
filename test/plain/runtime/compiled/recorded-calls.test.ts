/** Calls of functions with compiled code in runs that record: one binding each, with the derivatives of recorded ones. */
import {
  derivative,
  grad,
  hessian,
  hvp,
  jacobian,
  jvp,
  linearize,
  mul,
  primalOf,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';
import { Dual } from '../../../../src/core/real.js';
import { flatten } from '../../../../src/core/trees/tree.js';
import { head, TOP } from '../../../../src/tape/columns.js';
import { least } from '../../../../src/plain/analyse/worth.js';
import { compiled } from '../../../../src/plain/runtime/compiled/lowered.js';
import { modules } from '../../../support/linked-modules.js';
import { recordedPrograms } from '../../../support/recorded-programs.js';
import { recorded, withoutCompiled } from '../../../support/tiers.js';

/** The result of a call, without its derivatives. */
function forgotten(of: unknown): unknown {
  if (of instanceof Dual) return primalOf(of as Real);
  if (Array.isArray(of)) return of.map(forgotten);
  if (typeof of !== 'object' || of === null) return of;
  return Object.fromEntries(Object.entries(of).map(([name, part]) => [name, forgotten(part)]));
}

type F = (x: readonly number[]) => number;
type Answer = typeof recorded;

const load = <T>(text: string): T => modules({ program: text })('program') as T;

/**
 * The findings of a function while calls are answered by `answer`, and how many of them are one
 * binding.
 */
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

/** True if gradients and pullbacks are those of runs in which nothing is compiled. */
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

/** Derivatives of other kinds, whose runs meet the same calls. */
const others: Readonly<Record<string, (f: F, x: readonly number[]) => unknown>> = {
  jvp: (f, x) => jvp(f)([x], [x.map((_, k) => 1 - k)] as never).tangent,
  linearize: (f, x) => linearize(f)(x).pushforward(x.map((_, k) => 1 - k) as never),
  jacobian: (f, x) => jacobian((y: readonly number[]) => [f(y), mul(2, f(y))] as never)(x as never),
  hvp: (f, x) => hvp(f)(x, x.map((_, k) => 1 - k) as never),
  hessian: (f, x) => hessian(f)(x),
  // A pullback at a dual is a linear map of it.
  'a pullback inside of a derivative': (f, x) =>
    derivative((c: number) => (vjp(f)(x).pullback(c as never) as unknown as number[])[0] as never)(
      2,
    ),
  'a gradient inside of a gradient': (f, x) =>
    grad((y: readonly number[]) => (grad(f)(y) as unknown as number[])[0] as never)(x as never),
};

/** The numbers of a derivative; or the error, where there is none. */
function numbersOf(work: () => unknown): number[] | string {
  try {
    return flatten(work(), 'a derivative').reals as number[];
  } catch (error) {
    return String(error);
  }
}

Object.assign(least, {
  ...{ ofRecorded: 40, ofGeneral: 40, toBegin: 0, ofReal: 0.2 },
  ...{ ofGroup: 40, toBeginGroup: 0, ofElement: 0, ofActive: 0, ofGiven: 0, ofRow: 0 },
});
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

  test.each(Object.keys(others))('has the same derivatives by %s.', (name) => {
    let errors = 0;
    for (const { name: title, f, at } of programs) {
      // A defect of runs: where null is an operand of a function with types, the pushforward is NaN.
      if (name === 'linearize' && title === 'odd arguments') continue;
      const work = () => others[name](f, at as readonly number[]);
      const [found, expected] = [numbersOf(work), withoutCompiled(() => numbersOf(work))];
      if (typeof found === 'string') errors++;
      const isSame =
        typeof found === 'string' || typeof expected === 'string'
          ? found === expected
          : found.length === expected.length &&
            found.every((x, k) => isNear(x, expected[k], Math.max(1, Math.abs(expected[k]))));
      expect({ title, found, isSame }).toEqual({
        title,
        found: isSame ? found : expected,
        isSame: true,
      });
    }
    expect(errors).toBeLessThan(programs.length / 5);
  });

  test('makes one binding for each call, however many operations it has.', () => {
    const bindings = (): number => head[TOP];
    const text = `
      function chain(x: number, n: number): number {
        let s = x;
        for (let i = 0; i < n; i++) s = Math.sin(s) * x + 0.1 * s;
        return s;
      }
      let begun: any = [0];
      function* steps(n: number) { begun = [n]; for (let i = 0; i < n; i++) yield i; }
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
      return forgotten(found);
    };
    const objections = programs.filter(
      ({ f, at, isOne }) => isOne && !isSame(f, at as readonly number[], forgetting),
    );
    expect(objections.length).toBeGreaterThan(40);
  });
});
