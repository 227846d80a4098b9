/** NaN is found wherever it stands, and nothing else is taken for it. */
import { floatsHoldNaN } from '../../../../../src/plain/runtime/compiled/answers/no-numbers.js';

const numbers = (length: number) => Float64Array.from({ length }, (_, k) => Math.sin(k) * 1e308);

test('NaN is found at each place of an array of each length.', () => {
  for (let length = 1; length <= 26; length++)
    for (let place = 0; place < length; place++) {
      const array = numbers(length);
      expect(floatsHoldNaN(array)).toBe(false);
      array[place] = NaN;
      expect(floatsHoldNaN(array)).toBe(true);
    }
});

test('Infinities of both signs are no NaN, and do not hide one that follows.', () => {
  const array = numbers(40);
  array[3] = Infinity;
  array[5] = -Infinity;
  expect(floatsHoldNaN(array)).toBe(false);
  array[39] = NaN;
  expect(floatsHoldNaN(array)).toBe(true);
});
