/** A value that crosses to threads arrives as it is, or is refused with its place. */
import { insistOnCrossing } from '../../../src/learn/node/crossing.js';

class Rows extends Array<number> {}
class Row extends Float64Array {}
class Names extends Map<string, number> {}

const named = (more: object): number[] => Object.assign([1, 2], more);

test.each([
  ['a function', { data: [() => 1] }, 'root.data[0]'],
  ['a function beside the elements of an array', { data: named({ at: () => 1 }) }, 'root.data.at'],
  ['an instance of a class beside them', [named({ of: new Names() })], 'root[0].of'],
  ['a symbol as a key, which would be left out', { a: { [Symbol('b')]: 1 } }, 'root.a'],
  ['an array of a class', [new Rows()], 'root[0]'],
  ['a typed array of a class', [new Row(2)], 'root[0]'],
  [
    'a Map with a property, which would be left out',
    [Object.assign(new Map(), { a: 1 })],
    'root[0]',
  ],
  ['a Set of a class', new Map([['a', new (class extends Set {})()]]), 'root'],
])('%s is refused.', (_, value, place) => {
  let found: unknown;
  try {
    insistOnCrossing(value, 'root');
  } catch (error) {
    found = error;
  }
  expect(found).toMatchObject({ code: 'cannot-cross' });
  expect((found as Error).message.startsWith(place)).toBe(true);
});

test('Numbers, texts, arrays with or without more, typed arrays, Buffers, plain objects, Maps and Sets cross.', () => {
  const cyclic: unknown[] = [
    named({ of: 'these' }),
    Object.assign([], { 2: 3 }),
    Buffer.from([1]),
    new DataView(new ArrayBuffer(1)),
  ];
  cyclic.push(cyclic, new Map([[1, new Set([new Int8Array(2)])]]), {
    when: new Date(0),
    none: null,
    a: 'a',
  });
  expect(() => insistOnCrossing(cyclic, 'root')).not.toThrow();
});
