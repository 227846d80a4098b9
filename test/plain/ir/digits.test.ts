/** Numbers as characters. */
import fc from 'fast-check';
import { Digits, digitsOf } from '../../../src/plain/ir/digits.js';

test('Numbers are read as they were written, and need no escapes.', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.nat(200), fc.nat())), (numbers) => {
      const text = numbers.map(digitsOf).join('');
      expect([...new Digits(text)]).toEqual(numbers);
      expect(JSON.stringify(text)).toBe(`"${text}"`);
      expect(text).not.toMatch(/[`$@'"\\ ]/);
    }),
  );
});

test('Small numbers have one character, and other numbers other characters.', () => {
  expect(digitsOf(59)).toHaveLength(1);
  expect(digitsOf(60)).toHaveLength(2);
  expect(new Set(Array.from({ length: 5000 }, (_, k) => digitsOf(k))).size).toBe(5000);
});
