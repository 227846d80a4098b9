/** Loops that only add are one Let-binding, unless code within them may record as well. */
import { grad, jvp, type Real } from 'delta-tape';
import { load } from '../../../support/plain.js';

const helpers = `
  function weight(xs: number[]): number {
    let total = 0;
    for (let i = 0; i < xs.length; i++) total += xs[i] * xs[i];
    return total;
  }
  class Pair {
    constructor(readonly xs: number[]) {}
    get weight(): number { return weight(this.xs); }
    valueOf(): number { return weight(this.xs); }
  }
  function* weights(xs: number[]) {
    yield weight(xs);
    yield weight(xs);
  }
`;

const gradientOf = (body: string): number[] => {
  const { f } = load<{ f: (xs: Real[]) => Real }>(
    `${helpers} exports.f = function (xs: number[], others: any): number {
      let total = 0;
      ${body}
      return total;
    };`,
  );
  return grad((xs: Real[]) => f(xs))([2, 3]);
};

// Each adds twice the sum of the squares.
const twice = [8, 12];

describe('A loop that adds up, and runs code that records', () => {
  test.each([
    ['in a call', 'for (let i = 0; i < 2; i++) total += weight(xs);'],
    [
      'in an argument',
      'for (let i = 0; i < 2; i++) total += weight([Math.abs(weight(xs)) ** 0.5]);',
    ],
    [
      'in an operand of unknown type',
      'const w: any = weight; for (let i = 0; i < 2; i++) { const e: number = w(xs) - 0; total += e; }',
    ],
    [
      'in its test',
      'for (let i = 0; weight(xs) > 0 && i < 2; i++) total += xs[0] * xs[0] + xs[1] * xs[1];',
    ],
    [
      'in its update',
      'for (let i = 0; i < 2; i += weight(xs) > 0 ? 1 : 2) total += xs[0] * xs[0] + xs[1] * xs[1];',
    ],
    ['in a getter', 'const pair = new Pair(xs); for (let i = 0; i < 2; i++) total += pair.weight;'],
    ['in an iterator', 'for (const w of weights(xs)) total += w;'],
    [
      'in a pattern',
      'const pairs = [new Pair(xs), new Pair(xs)]; for (const { weight } of pairs) total += weight;',
    ],
    [
      'in a step of a call',
      `for (let i = 0; i < 2; i++) {
        const one = Math.sign(weight(xs));
        total += one * (xs[0] * xs[0] + xs[1] * xs[1]);
      }`,
    ],
  ])('%s has the right gradient.', (_, body) => {
    gradientOf(body).forEach((slope, k) => expect(slope).toBeCloseTo(twice[k], 10));
  });

  test('in an operator is right or refused.', () => {
    const body =
      'const pair: any = new Pair(xs); for (let i = 0; i < 2; i++) total += +pair * xs[0];';
    let slopes: number[];
    try {
      slopes = gradientOf(body);
    } catch (error) {
      expect(String(error)).toContain('Make it a call');
      return;
    }
    // 2 (x² + y²) x
    expect(slopes).toEqual([2 * (3 * 4 + 9), 2 * 2 * 3 * 2]);
  });
});

test.each([
  ['in its summand', 'for (let i = 0; i < 3; i++) total += sub(total, xs[0]);'],
  ['in its test', 'for (let i = 0; sub(total, 9) < 0 && i < 3; i++) total += xs[0] * xs[1];'],
  ['by an operator of unknown kind', 'for (let i = 0; i < 3; i++) total += total - free;'],
  ['in a branch', 'for (let i = 0; i < 4; i++) total += (i > 1 ? total : xs[1]) * xs[0];'],
  [
    'in a branch of a branch',
    'for (let i = 0; i < 4; i++) total -= i % 2 ? (i > 1 ? total : xs[0]) : xs[1];',
  ],
  [
    'in a branch by another name',
    'for (let i = 0; i < 4; i++) { const t = total; total += i > 1 ? t : xs[0] * xs[1]; }',
  ],
  [
    'in the test of a branch',
    'for (let i = 0; i < 4; i++) total += (total > 7 ? xs[0] : xs[1]) * xs[0];',
  ],
])('A loop that adds to a sum, and uses it %s, has the right gradient.', (_, body) => {
  const { f } = load<{ f: (xs: Real[]) => Real }>(`
    let free: any;
    function keep(x: any) {
      free = x;
    }
    const sub = (x: number, y: number): number => x - y;
    exports.f = (xs: number[]): number => {
      keep(xs[1]);
      let total = xs[0] * xs[1] + xs[0] / xs[1];
      ${body}
      return total * total + xs[0] * total;
    };`);
  const slopes = grad((xs: Real[]) => f(xs))([2, 3]);
  const units = [
    [1, 0],
    [0, 1],
  ];
  units.forEach((unit, k) => {
    expect(slopes[k]).toBeCloseTo(jvp((xs: Real[]) => f(xs))([[2, 3]], [unit]).tangent, 10);
  });
});

describe('A loop that adds up with a pair from outside', () => {
  const summed = (body: string) =>
    load<{ f: (xs: Real[]) => Real }>(`exports.f = (xs: number[]): number => {
      let total = xs[0] * xs[1];
      let factor = Math.sqrt(xs[0]) / xs[1];
      ${body}
      return total * total + factor;
    };`).f;

  test.each([
    ['uses it once', 'for (let i = 0; i < 3; i++) total += factor * i;'],
    ['uses it twice', 'for (let i = 0; i < 3; i++) total += factor * i - xs[i % 2] / factor;'],
    ['subtracts', 'for (let i = 0; i < 3; i++) total -= factor * factor * xs[1];'],
    [
      'has a variable of the same name',
      'for (let i = 0; i < 3; i++) { const factor = xs[0] * i; total += factor * factor; }',
    ],
    [
      'is in another loop, which changes it',
      'for (let j = 0; j < 2; j++) { factor *= xs[1]; for (let i = 0; i < 3; i++) total += factor * xs[0]; }',
    ],
    ['runs over values', 'for (const x of xs) total += factor * x * x;'],
    ['does not run', 'for (let i = 0; i < 0; i++) total += factor * i;'],
  ])('and %s, has the right gradient.', (_, body) => {
    const f = summed(body);
    const slopes = grad((xs: Real[]) => f(xs))([2, 3]);
    [
      [1, 0],
      [0, 1],
    ].forEach((unit, k) => {
      expect(slopes[k]).toBeCloseTo(jvp((xs: Real[]) => f(xs))([[2, 3]], [unit]).tangent, 10);
    });
  });
});
