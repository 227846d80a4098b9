/** Properties that hold in circles. */
import { CircularProperty } from '../../../../src/plain/general/recording/circular-property.js';

/** True if a letter has the property: all its parts have it, and letters without parts as is said. */
function asking(parts: Readonly<Record<string, string>>, without: string) {
  const always = new CircularProperty<string>();
  let questions = 0;
  const holds = (letter: string): boolean =>
    always.holds(letter, () => {
      questions++;
      return !without.includes(letter) && [...(parts[letter] ?? '')].every(holds);
    });
  return { holds, questions: () => questions };
}

describe('A property', () => {
  test('holds in a circle, unless something in it speaks against it.', () => {
    const circle = { a: 'b', b: 'c', c: 'a' };
    expect([...'abc'].map(asking(circle, '').holds)).toEqual([true, true, true]);
    expect([...'abc'].map(asking(circle, 'c').holds)).toEqual([false, false, false]);
  });

  test('that was taken for granted wrongly is found anew for what rests on it.', () => {
    // b is asked for by a, and takes a for granted, which d speaks against.
    const { holds } = asking({ a: 'bd', b: 'a' }, 'd');
    expect([holds('a'), holds('b')]).toEqual([false, false]);
  });

  test('is asked for once.', () => {
    const { holds, questions } = asking({ a: 'bb', b: 'cc', c: 'dd', d: 'ee' }, '');
    expect([holds('a'), holds('b'), holds('a')]).toEqual([true, true, true]);
    expect(questions()).toBe(5);
  });
});
