/** Zeros are set by loops in compiled code, and are zeros. */
import { cleared, zeros } from '../../../../../src/plain/runtime/compiled/code/zeros.js';
import { emit, improved, loweredText } from '../../../../support/numeric.js';

test.each([0, 1, 3, 16, 17, 5000])('A list of %i zeros has no holes.', (length) => {
  const list = zeros(length);
  expect(list).toHaveLength(length);
  expect(Object.keys(list)).toHaveLength(length);
  expect(list.every((x) => Object.is(x, 0))).toBe(true);
});

test.each([-1, 2.5, NaN, 2 ** 32])('There is no list of length %d.', (length) => {
  expect(() => zeros(length)).toThrow(RangeError);
});

test.each([0, 1, 16, 17, 100])('%i numbers are cleared, and no copy.', (length) => {
  const array = new Float64Array(length).map((_, k) => (k % 2 === 0 ? -0 : NaN));
  expect(cleared(array)).toBe(array);
  expect(array.every((x) => Object.is(x, 0))).toBe(true);
});

test('Lists of zeros are not made by fill.', () => {
  const lowered = loweredText(`export function f(x: number, n: number): number {
    const list: number[] = new Array<number>(n).fill(0);
    for (let k = 0; k < n; k++) list[k] += x * k;
    return list.reduce((s, y) => s + y, 0);
  }`);
  if (lowered.tag === 'refused') throw new Error('refused');
  const { code, needed } = emit(improved(lowered.func));
  expect(code).toContain('$zeros(n)');
  expect(code).not.toContain('fill');
  expect([...needed.keys()]).toContain('$zeros');
});
