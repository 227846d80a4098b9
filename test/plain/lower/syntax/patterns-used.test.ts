/** Facts about regular expressions that are known before they search. */
import { patternOf } from '../../../../src/plain/lower/syntax/patterns-used.js';

const sources = [
  '(a)(b)?',
  '(a)|(b)',
  '(?:(a)|b)(c)',
  '((a)+)',
  '(?:(a)b)*',
  '(?:(a)){0,2}b',
  '(?<one>a)(?<two>b)*',
  '(?=(a))a',
  '(?!(a))b',
  '(?<!(a))b',
  '[(|](a)\\(|(b)[)]',
  '(a|b)([|])?',
  '\\((a)[^|)]\\)',
  '(a(?:b|(c)))',
  '((a)|b)?',
];
const texts = [
  'a',
  'b',
  'ab',
  'ac',
  'bc',
  'aba',
  '(a',
  '|a(',
  'b)',
  '(ax)',
  'a|',
  'c',
  '',
  'bb',
  'aab',
];

test('Groups that are said to find something do so in every match, and their names are their own.', () => {
  let [certain, missing] = [0, 0];
  for (const source of sources) {
    const known = patternOf(source, 'g')!;
    for (const text of texts)
      for (const match of text.matchAll(new RegExp(source, 'g'))) {
        expect(match.length - 1).toBe(known.groups);
        for (const k of known.certain) expect(match[k]).toBeDefined();
        certain += known.certain.size;
        missing += match.filter((group) => group === undefined).length;
        for (const [name, k] of known.names) expect(match.groups![name]).toBe(match[k]);
      }
  }
  expect(certain).toBeGreaterThan(30);
  expect(missing).toBeGreaterThan(20);
  expect(patternOf('(?<one>a)(?<two>b)*', '')!.names.size).toBe(2);
  expect([...patternOf('(a)(?:b|(c))(d+)', '')!.certain]).toEqual([1, 3]);
});

test('What JavaScript refuses, or what searches otherwise, is no pattern that is known.', () => {
  expect(patternOf('(', '')).toBeNull();
  expect(patternOf('a', 'd')).toBeNull();
  expect(patternOf('a', 'v')).toBeNull();
});
