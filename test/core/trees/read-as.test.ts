/** Trees of plain numbers are read packed, with what the general way gives. */
import { Map as ImmutableMap } from 'immutable';
import { numbersAs, readAs } from '../../../src/core/trees/read-as.js';
import { flatten } from '../../../src/core/trees/tree.js';

const many = (size: number, at: (k: number) => number) =>
  Array.from({ length: size }, (_, k) => at(k));
const trees: Readonly<Record<string, (x: number) => unknown>> = {
  'an array': (x) => many(20, (k) => x * k),
  'arrays of floats': (x) => ({
    a: Float64Array.from(many(30, (k) => x / (k + 1))),
    b: Float32Array.from(many(5, (k) => x + k)),
    name: 'a leaf',
  }),
  'rows beside numbers': (x) => ({ scale: x, rows: [many(17, (k) => k - x), many(3, () => x)] }),
  'a collection': (x) => ImmutableMap<string, unknown>({ list: many(16, () => x), one: -x }),
};

test.each(Object.entries(trees))('Of %s.', (_, tree) => {
  const shape = flatten(tree(1), 'the tree');
  const found = numbersAs(shape, tree(3));
  expect(found).toBeInstanceOf(Float64Array);
  expect([...found!]).toEqual(readAs(shape, tree(3), 'the other'));
  expect(shape.flat).toBeInstanceOf(Float64Array);
});

test.each([
  ['of another size', { a: many(20, () => 1), b: [1] }],
  ['of another kind', { a: new Map(many(21, (k) => k).entries()), b: 1 }],
  ['with something else in an array', { a: [...many(20, () => 1), null], b: 1 }],
  ['with something else in an object', { a: many(21, () => 1), b: '1' }],
  ['with less', { a: many(21, () => 1) }],
])('A tree %s is left to the general way.', (_, other) => {
  const shape = flatten({ a: many(21, () => 1), b: 1 }, 'the tree');
  expect(numbersAs(shape, other)).toBeNull();
  expect(() => readAs(shape, other, 'the other')).toThrow('the other');
});

test('A tree of few numbers is left to the general way.', () => {
  expect(numbersAs(flatten([1, 2], 'the tree'), [3, 4])).toBeNull();
});
