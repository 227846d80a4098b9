/** The choices of arguments. */
import { argumentsOf, inputsOf, withLengths } from '../../../site/explorer/logic/arguments.js';

const parameters = [{ name: 'spring' }, { name: 'm' }, { name: null }];
const args = [
  { rates: [1, 2], name: 'a' },
  [
    [1, 2],
    [3, 4],
  ],
  { xs: Float64Array.of(1, 2, 3) },
];

test('Arrays are named as the user writes them, with those in arrays.', () => {
  expect(argumentsOf(args, parameters, { held: [1] })).toEqual([
    {
      position: 0,
      name: 'spring',
      isInput: true,
      arrays: [{ name: 'spring.rates', length: 2 }],
    },
    {
      position: 1,
      name: 'm',
      isInput: false,
      arrays: [
        { name: 'm', length: 2 },
        { name: 'm[]', length: 2 },
      ],
    },
    {
      position: 2,
      name: 'argument 3',
      isInput: true,
      arrays: [{ name: 'xs', length: 3 }],
    },
  ]);
});

test('An array keeps its elements as far as it goes, and others follow.', () => {
  const lengths = { 'spring.rates': 3, m: 3, 'm[]': 1, xs: 1 };
  expect(withLengths(args, parameters, { lengths })).toEqual([
    { rates: [1, 2, 2.5], name: 'a' },
    [[1], [3], [3]],
    { xs: Float64Array.of(1) },
  ]);
  expect(withLengths([[]], [{ name: 'x' }], { lengths: { x: 2 } })).toEqual([[1, 1.5]]);
});

test('Lengths that are none, or of nothing, change nothing.', () => {
  for (const length of [-1, 1.5, NaN, 1e9]) {
    const lengths = { m: length, other: 4, toString: 2 };
    expect(withLengths(args, parameters, { lengths })).toEqual(args);
  }
});

test('Arguments that are held are no inputs, and those without numbers never are.', () => {
  expect(inputsOf([1, 'a', [2]], { held: [0] })).toEqual([2]);
  expect(inputsOf([1, 'a', [2]], {})).toEqual([0, 2]);
});
