/** Where the primitives of the table are not smooth, and how far that is. */
import * as library from 'delta-tape';
import type { Operator } from '../../support/check-row.js';

const distance = (name: string, args: number[], active = args.map(() => true)): number =>
  Math.abs((library as unknown as Record<string, Operator>)[name].primitive.boundary(args, active));

describe('A primitive is as far from where it is not smooth', () => {
  test.each<[string, number[], number]>([
    ['abs', [-3], 3],
    ['relu', [0], 0],
    ['sqrt', [4], 4],
    ['log1p', [-1], 0],
    ['acosh', [1], 0],
    ['asin', [-0.75], 0.25],
    ['max', [2, 5], 3],
    ['min', [5, 5], 0],
    ['floor', [2.75], 0.25],
    ['floor', [0], 0],
    ['ceil', [-0.25], 0.25],
    ['round', [0.5], 0],
    ['round', [-1.5], 0],
    ['round', [2], 0.5],
    ['trunc', [0], 1],
    ['trunc', [0.75], 0.25],
    ['trunc', [-1], 0],
    ['rem', [7, 2], 1],
    ['rem', [4, 2], 0],
    ['rem', [-4, 2], 0],
    ['rem', [0, 2], 2],
    ['rem', [1.5, 2], 0.5],
    ['hypot', [3, 4], 5],
    ['atan2', [0, 0], 0],
    ['atan2', [3, 4], 5],
    ['atan2', [0.5, -4], 0.5],
    ['atan2', [0, -4], 0],
    ['atan2', [0, 4], 4],
    ['lgamma', [-2], 0],
    ['lgamma', [3], 3],
    ['digamma', [-1.75], 0.25],
    ['imul', [2.25, 3.5], 0.25],
  ])('%s(%p): %d.', (name, args, expected) => {
    expect(distance(name, args)).toBe(expected);
  });

  test.each(['add', 'mul', 'exp', 'sigmoid', 'fround', 'sum', 'logSumExp', 'fma', 'erf'])(
    'infinity, for %s.',
    (name) => {
      expect(distance(name, [0, 0, 0])).toBe(Infinity);
    },
  );

  test('not a number, at what has no distance.', () => {
    expect(distance('max', [Infinity, Infinity])).toBeNaN();
    expect(distance('abs', [NaN])).toBeNaN();
    expect(distance('floor', [Infinity])).toBeNaN();
  });
});

describe('A constant argument does not move', () => {
  const [first, second] = [
    [true, false],
    [false, true],
  ];

  test('so a quotient is smooth in its dividend, and not in a divisor of 0.', () => {
    expect(distance('div', [1, 1e-9], first)).toBe(Infinity);
    expect(distance('div', [1, 0], first)).toBe(0);
    expect(distance('div', [1, 0.5], second)).toBe(0.5);
  });

  test('so a power with a natural exponent is smooth, and another one is not at 0.', () => {
    for (const exponent of [0, 1, 2, 17])
      expect(distance('pow', [0, exponent], first)).toBe(Infinity);
    for (const exponent of [0.5, 1.5, -1, -2])
      expect(distance('pow', [0, exponent], first)).toBe(0);
    expect(distance('pow', [3, 0.5], first)).toBe(3);
    expect(distance('pow', [2, 0], second)).toBe(Infinity);
    expect(distance('pow', [0, 2], second)).toBe(2);
    expect(distance('pow', [-2, 2], second)).toBe(0);
    expect(distance('pow', [-2, 2])).toBe(0);
    expect(distance('pow', [2, 2])).toBe(2);
  });

  test('so an angle on the negative axis is constant along it.', () => {
    expect(distance('atan2', [0, -4], second)).toBe(4);
    expect(distance('atan2', [0, -4], first)).toBe(0);
  });

  test('so an integer product has no steps in a constant.', () => {
    expect(distance('imul', [2.5, 3], first)).toBe(0.5);
  });
});
