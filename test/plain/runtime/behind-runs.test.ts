/** Functions that lowering refuses are answered by code that is specialised at calls, beside which a run is held. */
import { grad, valueAndGrad } from 'delta-tape';
import { why } from 'delta-tape/plain';
import { difference } from '../../../src/plain/runtime/specialised/agreement.js';
import { withEffort } from '../../support/effort.js';
import { collectGarbage } from '../../support/garbage.js';
import { load } from '../../support/plain.js';

type F = (...args: unknown[]) => number;
const gradientOf = valueAndGrad as unknown as (f: F) => (...args: unknown[]) => object;

/** Lowering does not know what a computed key names. */
const refused = `
  const pick = (o, k) => o[k];
  exports.f = (x) => { const o = { x }; return pick(o, ['x'].join()) * x * 3; };`;
const byKeys = (more = '') => `
  const pick = (o, k) => o[k]; let calls = 0;
  exports.calls = () => calls;
  exports.f = (x, other) => { const o = { x }; ${more} return pick(o, 'x') * x * 3; };`;

/** The words of `why` about specialised code; undefined if there was no try. */
function specialisedIn(f: F) {
  try {
    return why(f as never).versions.find(({ version }) => version === 'specialised');
  } catch {
    return undefined;
  }
}

describe('A function that lowering refuses', () => {
  test('is answered by specialised code, as why tells.', () => {
    const { f } = load<{ f: F }>(byKeys());
    expect(specialisedIn(f)).toBeUndefined();
    expect(gradientOf(f)(2, 0)).toEqual({ value: 12, gradient: 12 });
    expect(specialisedIn(f)).toEqual({ version: 'specialised', exists: true });
    expect(why(f as never).answers).toBe('specialised');
    expect((grad as unknown as (f: F) => F)(f)(3, 0)).toBe(18);
  });

  test('is held against a run for the first answers, and not from then on.', () => {
    const { f } = load<{ f: F }>(byKeys());
    const told: unknown[] = [];
    withEffort({ held: 2, onDifference: (what) => told.push(what) }, () => {
      for (const x of [2, 3, 4, 5])
        expect(gradientOf(f)(x, 0)).toEqual({ value: 3 * x * x, gradient: 6 * x });
    });
    expect(told).toEqual([null, null]);
  });

  test('leaves with its reason to runs, with a line.', () => {
    const { f } = load<{ f: F }>(
      byKeys(`
      JSON.stringify(other);`),
    );
    expect(gradientOf(f)(2, 0)).toEqual({ value: 12, gradient: 12 });
    const { exists, obstacle } = specialisedIn(f)!;
    expect(exists).toBe(false);
    expect(obstacle!.what).toMatch('stringify');
    expect(obstacle!.line).toBe(5);
  });

  test('is not specialised before runs have taken some time.', () => {
    const { f } = load<{ f: F }>(byKeys());
    withEffort({ patience: 1e6 }, () => {
      expect(gradientOf(f)(2, 0)).toEqual({ value: 12, gradient: 12 });
      expect(specialisedIn(f)).toBeUndefined();
    });
  });

  test('has code for each kind of arguments, up to a number of kinds.', () => {
    const { f } = load<{ f: F }>(byKeys('if (other === "a") { o.x = 2 * x; }'));
    const kinds = ['a', 1, null, undefined, true, 'b'];
    for (const other of kinds)
      expect(gradientOf(f)(2, other)).toMatchObject({ value: other === 'a' ? 24 : 12 });
    expect(specialisedIn(f)).toEqual({ version: 'specialised', exists: true });
  });

  test('is left to runs where it calls a function that is left as it is.', () => {
    const { f } = load<{ f: F }>(`
      exports.f = (x) => { const g = (y) => { 'use no grad'; return y > 0 ? 2 : 3; }; return (() => () => x * g(1))()(); };`);
    expect(gradientOf(f)(2)).toEqual({ value: 4, gradient: 2 });
    expect(specialisedIn(f)?.exists ?? false).toBe(false);
  });

  test('is left to runs where an input meets what may be a cache.', () => {
    const { f } = load<{ f: F }>(`
      let at, kept; const pick = (o, k) => o[k];
      exports.f = (x) => { if (at !== x) { at = x; kept = pick({ x }, 'x') * x * x; } return kept; };`);
    withEffort({ held: 1 }, () => {
      for (const x of [2, 2, 3, 3]) {
        expect(f(x)).toBe(x ** 3);
        expect(gradientOf(f)(x)).toMatchObject({ value: x ** 3, gradient: 3 * x ** 2 });
      }
      for (const x of [4, 5, 5])
        expect(gradientOf(f)(x)).toEqual({ value: x ** 3, gradient: 3 * x ** 2 });
    });
    expect(specialisedIn(f)?.exists).toBe(true);
    expect(f(5)).toBe(125);
  });

  test('throws what it throws in a run.', () => {
    const { f } = load<{ f: F }>(byKeys('if (x > 5) throw new RangeError("large");'));
    expect(gradientOf(f)(2, 0)).toEqual({ value: 12, gradient: 12 });
    expect(() => gradientOf(f)(6, 0)).toThrow(new RangeError('large'));
    expect(gradientOf(f)(3, 0)).toEqual({ value: 27, gradient: 18 });
  });

  test('is left to runs inside of other derivatives, and where options want one.', () => {
    const { f } = load<{ f: F }>(byKeys());
    const twice = grad as unknown as (f: unknown, options?: object) => F;
    expect(twice(twice(f))(2, 0)).toBe(6);
    expect(twice(f, { onKink: 'warn' })(2, 0)).toBe(12);
    expect(specialisedIn(f)).toBeUndefined();
  });

  test('is left to runs for good where code differs from one, which is told.', () => {
    const { f } = load<{ f: F }>(refused);
    const told: (string | null)[] = [];
    withEffort({ onDifference: (what) => told.push(what) }, () => {
      expect(gradientOf(f)(2, 0)).toEqual({ value: 12, gradient: 12 });
    });
    expect(told.every((what) => what === null)).toBe(true);
    expect(difference({ value: 1, gradient: 2 }, { value: 1, gradient: 3 })).toMatch(
      'derivative 2',
    );
  });

  test('differs from a run where an argument does not say what it holds, as why tells.', () => {
    const { f } = load<{ f: F }>(byKeys('o.x *= other.k;'));
    // Code reads fields as data, and runs ask for them.
    const other = new Proxy(
      { k: 2 },
      { get: (of, key) => (key === 'k' ? 5 : (Reflect.get(of, key) as unknown)) },
    );
    withEffort({ onDifference: null }, () => {
      expect(gradientOf(f)(2, { k: 2 })).toEqual({ value: 24, gradient: 24 });
      for (const x of [2, 3])
        expect(gradientOf(f)(x, other)).toEqual({ value: 15 * x * x, gradient: 30 * x });
    });
    const { exists, obstacle } = specialisedIn(f)!;
    expect(exists).toBe(false);
    expect(obstacle).toMatchObject({ code: 'tiers-differ' });
    expect(obstacle!.what).toMatch('the value 24 instead of 60');
    expect(why(f as never).answers).not.toBe('specialised');
  });

  test('has gradients with respect to several arguments.', () => {
    const { f } = load<{ f: F }>(`
      const pick = (o, k) => o[k];
      exports.f = (x, o, ys) => pick(o, 'k') * x * ys[1] + o.k * ys[0];`);
    const by = (wrt: unknown) =>
      (valueAndGrad as unknown as (f: F, options: object) => (...args: unknown[]) => object)(f, {
        wrt,
      });
    for (const x of [2, 3]) {
      const args = [x, { k: 5 }, [7, 11]];
      const value = 55 * x + 35;
      expect(by([0, 1])(...args)).toEqual({ value, gradient: [55, { k: 11 * x + 7 }] });
      expect(by([2, 0])(...args)).toEqual({ value, gradient: [[5, 5 * x], 55] });
    }
    expect(specialisedIn(f)).toEqual({ version: 'specialised', exists: true });
    expect(() => by([0, 0])(2, { k: 5 }, [7, 11])).toThrow(/twice|more than once|repeat/);
    expect(() => by([3])(2, { k: 5 }, [7, 11])).toThrow(/argument/);
  });

  test('keeps no arguments.', async () => {
    const { f } = load<{ f: F }>(byKeys('o.x *= other.k.length + other.ys[0].z;'));
    const kept: WeakRef<object>[] = [];
    (() => {
      const other = { k: [1, 2], ys: [{ z: 3 }] };
      kept.push(new WeakRef(other), new WeakRef(other.k), new WeakRef(other.ys[0]));
      expect(gradientOf(f)(2, other)).toEqual({ value: 60, gradient: 60 });
    })();
    expect(specialisedIn(f)).toEqual({ version: 'specialised', exists: true });
    // Until the end of a turn weak references keep what they were made of.
    await new Promise((done) => setImmediate(done));
    collectGarbage();
    expect(kept.map((one) => one.deref())).toEqual([undefined, undefined, undefined]);
  });
});
