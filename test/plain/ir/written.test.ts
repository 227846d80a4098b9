/** Functions of the language as texts: what is read is what was written, to the last bit. */
import fc from 'fast-check';
import type { Func } from '../../../src/plain/ir/ir.js';
import { print } from '../../../src/plain/ir/print.js';
import { read, written, type Text } from '../../../src/plain/ir/written.js';
import { verify } from '../../../src/plain/ir/verify.js';
import { arrayPrograms } from '../../support/array-programs.js';
import { adjoint, compiled, funcOf, loweredText, partials } from '../../support/numeric.js';
import { sampled } from '../../support/sample.js';

const throughText = (f: Func): Func => read(JSON.parse(JSON.stringify(written(f))) as Text);

describe('A function that is written and read again', () => {
  test('is the same function, and so is its adjoint.', () => {
    fc.assert(
      fc.property(arrayPrograms, ({ text }) => {
        const lowered = loweredText(text);
        if (lowered.tag === 'refused') return;
        const { func } = lowered;
        const made = adjoint(func, func.region.params.slice(0, 4), {
          partials,
          asksForZeros: true,
        });
        for (const f of [func, ...(made.tag === 'adjoint' ? [made.func] : [])]) {
          const again = throughText(f);
          expect(print(again)).toBe(print(f));
          expect(verify(again)).toEqual([]);
        }
      }),
      { numRuns: sampled(40) },
    );
  });

  test.each([-0, 0, NaN, Infinity, -Infinity, 0.1, 5e-324, 2 ** 53])(
    'keeps the constant %p.',
    (x) => {
      const f = funcOf(
        `export function f(x: number): number { return x > 0 ? 1 : ${Object.is(x, -0) ? '-0' : x}; }`,
      );
      expect(compiled(throughText(f))(-1)).toBe(x);
    },
  );

  test('keeps types, names with commas in them, and what is left out.', () => {
    const f = funcOf(`export function f(o: { 'a,b': Int32Array; c: boolean }): number {
      return o.c ? o['a,b'][0] : 2;
    }`);
    const again = throughText(f);
    expect(again.region.params.map(({ type }) => type)).toEqual([
      { storage: 'Int32Array' },
      'bool',
    ]);
    expect(again.region.params[0].name).toBe('a_b');
    expect(compiled(again)(Int32Array.of(7), true)).toBe(7);
  });
});
