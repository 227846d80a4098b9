/** No decision rests on the text of a function, which says nothing for certain. */
import { grad, mul, type Real } from 'delta-tape';
import { EngineRun } from '../../src/tape/engine.js';
import { load } from '../support/plain.js';
import { withoutCompiled } from '../support/tiers.js';

const long = Float64Array.from({ length: 20 }, (_, k) => k + 1);

/** The answers of a function about its argument. */
function seenBy(f: (xs: Real[]) => unknown): string[] {
  let keys: string[] = [];
  grad((xs: Real[]) => {
    f(xs);
    keys = Object.keys(xs);
    return mul(xs[0], xs[0]);
  })(long as never);
  return keys;
}

describe('What a function says in its text changes nothing', () => {
  test('about how its arguments arrive.', () => {
    let keys: string[] = [];
    const mode = { on: true };
    const f = (xs: Real[]): Real => {
      if (mode.on) keys = Object.keys(xs);
      return mul(xs[0], xs[1]);
    };
    expect([...(grad(f)(long as never) as unknown as number[])].slice(0, 3)).toEqual([2, 1, 0]);
    expect(keys).toEqual(Object.keys(long));
    expect(seenBy(() => undefined)).toEqual(keys);
  });

  test('while functions that are known to be translated get packed arrays, however they are known.', () => {
    const packs = jest.spyOn(EngineRun.prototype, 'dualiseAs');
    const { known, handed, passed } = load<Record<string, () => ArrayLike<number>>>(`
      const { grad } = require('delta-tape');
      const xs = Float64Array.from({ length: 20 }, (_: unknown, k: number) => k + 1);
      const top = (w: Float64Array): number => w[0] * w[1] * 3;
      const apply = (f: (w: Float64Array) => number) => grad(f)(xs);
      module.exports = {
        known() { return grad(top)(xs); },
        handed() {
          const local = (w: Float64Array) => w[0] * w[1] * 3;
          grad(local)(xs);
          return grad((w: Float64Array) => w[0] * w[1] * 3)(xs);
        },
        passed() { return apply((w: Float64Array) => w[0] * w[1] * 3); },
      };`);
    const counts = [known, handed, passed].map((use) => {
      packs.mockClear();
      expect(Array.from(withoutCompiled(use)).slice(0, 3)).toEqual([6, 3, 0]);
      return packs.mock.calls.length;
    });
    packs.mockRestore();
    expect(counts).toEqual([1, 2, 0]);
  });
});
