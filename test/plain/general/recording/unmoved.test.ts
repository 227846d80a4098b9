/** Variables that depend on no input at first, and are given another value in the same block. */
import { valueAndGrad } from 'delta-tape';
import { load } from '../../../support/plain.js';

type F = (x: number) => number;

/** A loop that is left, before which all variables are written out. */
const loop = 'for (let k = 0; k < 2; k++) { x = x * 0.9; if (x < 0.01) break; }';
const later = 'if (x < -5) { b = x; a = x; }';

const bodies: readonly (readonly [name: string, body: string])[] = [
  [
    'is used twice by what is written before it',
    `const z = x * a * a; let b = a * 3; c = x * x; ${loop} ${later} return z * x + b * x + a * c;`,
  ],
  [
    'is changed after others took its first value',
    `const z = x * a * a; let b = Math.sin(a) * 3; a = Math.exp(c); c = x * a; ${loop} ${later}
     return z * x + b * x + a * z * c;`,
  ],
  [
    'is a part of another, twice, that no input moves',
    `let b = Math.sin(a) * a + a; c = x; ${loop} ${later} return b * x + a * c;`,
  ],
  [
    'gets an input as its value after others took its first one',
    `let b = Math.sin(a) * a; const z = x * a * a; a = x * x; c = x; ${loop} ${later}
     return b * x + a * c * z;`,
  ],
];

describe('A variable that no input moves yet', () => {
  test.each(bodies)('%s.', (_, body) => {
    const text = `let c = 0.5; let a = Math.cos(c); ${body}`;
    const { f } = load<{ f: F }>(`exports.f = function (x: number): number { ${text} };`);
    // Whoever limits a run gets the version that records.
    const { value, gradient } = valueAndGrad(f, { maxOperations: 1e6 })(0.8);
    expect(value).toBe(f(0.8));
    expect(gradient).toBeCloseTo((f(0.8 + 1e-6) - f(0.8 - 1e-6)) / 2e-6, 6);
  });
});
