/** Functions with recording versions that call each other. */
import { grad, jvp, type Real } from 'delta-tape';
import { translate } from '../../../../src/plain/translate.js';
import { load, run } from '../../../support/plain.js';

/** `f(x, y)` of a module. */
const functionOf = (text: string) =>
  load<{ f: (x: Real, y: Real) => Real }>(`${text}; exports.f = f;`).f;

const units = [
  [1, 0],
  [0, 1],
] as const;

/** Forward mode runs the general versions, which know nothing of all this. */
function slopes(f: (x: Real, y: Real) => Real): void {
  const point = [0.7, 1.3] as const;
  const gradient = grad(f, { wrt: [0, 1] })(...point);
  units.forEach((unit, k) => {
    const { tangent } = jvp(f)([...point], [...unit]);
    expect(gradient[k]).toBeCloseTo(tangent, 8);
    expect(gradient[k]).not.toBe(0);
  });
}

/** The functions of modules: mutual and direct recursion, loops, numbers, things that are not there. */
const modules: readonly (readonly [string, string])[] = [
  [
    'themselves',
    `function power(x: number, n: number, table: number[]): number {
       if (table[n] > 1) return table[n] * 0 + x * x * x;
       let result = 1;
       for (let i = 0; i < n; i++) result = result * x + power(x, n - 1, table) / (1 + x * x);
       return result;
     }
     function f(x: number, y: number): number { return power(x, 3, [1, 1, 1, 1]) * y; }`,
  ],
  [
    'each other',
    `function even(x: number, n: number, list: Float64Array): number {
       let sum = x * list[n] + x / 3;
       for (let i = n; i < 3; i++) sum += odd(x * x, n + 1, list);
       return sum;
     }
     function odd(x: number, n: number, list: Float64Array): number {
       let sum = x * list[n] - x / 3;
       for (let i = n; i < 3; i++) sum -= even(x * x, n + 1, list) * x;
       return sum;
     }
     const table = Float64Array.of(1, 2, 3, 4);
     function f(x: number, y: number): number { return even(x, 0, table) + odd(y, 1, table) * x * y; }`,
  ],
  [
    'one that may return a plain number',
    `const step = (x: number, k: number): number => {
       if (k === 0) return 0;
       if (k === 1) return 2.5;
       return x * x * x * k + Math.sin(x) * x;
     };
     function f(x: number, y: number): number {
       let sum = x * y;
       for (let k = 0; k < 4; k++) sum = sum * y + step(x, k) * step(y, k);
       return sum;
     }`,
  ],
  [
    'one for its elements',
    `const at = (xs: Float64Array, k: number): number => { if (xs[k] > 100) return xs[k] * xs[k] * xs[k]; return xs[k]; };
     function f(x: number, y: number): number {
       const xs = new Float64Array(3);
       xs[0] = x; xs[1] = x * y * y; xs[2] = 7;
       let sum = 0;
       for (let k = 0; k < 3; k++) sum = sum * x + at(xs, k) * at(xs, 2 - k);
       return sum;
     }`,
  ],
  [
    'one with arguments that change what they read',
    `function weigh(a: number, b: number, c: number): number { const d = a * a * 2; return d + b * b * a + c * c * c; }
     function next(xs: number[], y: number): number { xs[0] = xs[0] * y * y; return xs[0]; }
     function f(x: number, y: number): number {
       const xs = [x, y];
       let sum = y * y * y + x * x;
       sum = weigh(xs[0], next(xs, y), xs[0]) * sum + weigh(next(xs, y), sum, xs[0]);
       return sum * sum;
     }`,
  ],
  [
    'one by a value as well',
    `const cube = (x: number, k: number): number => { const y = x * x * x * k; return y * y + y; };
     function f(x: number, y: number): number {
       const cubes: number[] = [x, y, x * y].map(cube);
       let sum = (cubes[0] + cubes[1] * cubes[2]) * x;
       for (let k = 0; k < 3; k++) sum = sum * y + cube(y, k) * cube(x, 3);
       return sum;
     }`,
  ],
  [
    'one with arrays that they have, make, change and assign anew',
    `function dot(xs: Float64Array, ys: Float64Array, from: number): number {
       let sum = xs[from] * ys[from];
       for (let k = from + 1; k < xs.length; k++) sum += xs[k] * ys[k];
       return sum;
     }
     function doubled(xs: Float64Array): Float64Array {
       const out = new Float64Array(xs.length);
       for (let k = 0; k < xs.length; k++) out[k] = xs[k] * 2 + dot(xs, Float64Array.of(1, 2, 3), k);
       return out;
     }
     const fixed = Float64Array.of(3, 1, 4);
     function f(x: number, y: number): number {
       let xs = Float64Array.of(x, y, x * y);
       let sum = dot(xs, fixed, 0);
       for (let k = 0; k < 2; k++) {
         sum = sum * y + dot(xs, xs, k) + dot(fixed, xs, k);
         xs = doubled(xs);
         xs[k] = sum;
       }
       return dot(xs, xs, 1) * x;
     }`,
  ],
];

describe('Versions that call', () => {
  test.each(modules)('%s have the right gradients.', (_, text) => {
    slopes(functionOf(text));
  });

  test.each([
    ['returns nothing on some way', 'if (x > 100) return; return x * x * x + y * x;'],
    ['ends without a return', 'if (x < 100) { return x * x * x + y * x; }'],
  ])('one that %s take undefined for what it is.', (_, body) => {
    const text = `
      function cube(x: number, y: number): any { ${body} }
      function f(x: number, y: number): number { return cube(x, y) * y * y + (cube(200 * x, y) ?? 7) * x; }`;
    slopes(functionOf(text));
  });

  test('with too few arguments compute with what is not there, as JavaScript does.', () => {
    const text = `
      function sum(x: number, y?: number): number { return x * x * x + x * y!; }
      function f(x: number, y: number): number { return (sum as any)(x) + x * y * y; }`;
    const { f } = load<{ f: (x: Real, y: Real) => Real }>(`${text}; exports.f = f;`);
    expect(grad(f, { wrt: [0, 1] })(2, 3)).toEqual([NaN, 12]);
  });

  test('a function with a dual where it takes an index call the function itself.', () => {
    const text = `
      const pick = (x: number, k: number, xs: number[]): number => {
        const at = xs[Math.floor(k)];
        return at * x * x + x * k * k;
      };
      function f(x: number, y: number): number { return pick(x, y, [1, 2, 3]) * x * y; }`;
    slopes(functionOf(text));
  });

  test('a function that throws pass the error on, and are none the worse.', () => {
    const text = `
      function root(x: number, y: number): number {
        if (x < 0) throw new RangeError('no root');
        return Math.sqrt(x * y) * x + y;
      }
      function f(x: number, y: number): number {
        let sum = x * x * y;
        for (const one of [x, -x]) {
          try { sum = guarded(sum, one, y); } catch (error) { sum = sum * x; }
        }
        return sum;
      }
      function guarded(sum: number, x: number, y: number): number { return sum * x * y + root(x, y) * sum; }`;
    slopes(functionOf(text));
  });

  test('a function that takes a derivative of its own are not disturbed.', () => {
    const text = `
      const { grad } = require('delta-tape');
      function inner(x: number, y: number): number { return x * x * x * y + Math.sin(x * y) * x; }
      function slope(x: number, y: number): number {
        const g: number = grad((z: number) => inner(z, y))(x);
        return g * x * y + x;
      }
      function f(x: number, y: number): number {
        let sum = x * y;
        for (let k = 0; k < 2; k++) sum = sum * x + slope(x, y) * inner(y, x);
        return sum;
      }`;
    slopes(functionOf(text));
  });

  test('nothing that is assigned anew.', () => {
    const text = `
      let weigh = (x: number): number => x * x * x + x * x;
      function change(): void { weigh = (x) => x * x * 5 + x; }
      function f(x: number, y: number): number {
        change();
        return weigh(x) * y * y + weigh(y) * x * x;
      }`;
    slopes(functionOf(text));
  });

  test('one by its name only if it is of their module.', () => {
    const { f } = run<{ f: (x: Real, y: Real) => Real }>(
      translate(
        `const { weigh } = require('other');
         exports.f = (x: number, y: number): number => weigh(x, y) * x * y + weigh(y, x) * x * x;`,
        { filename: 'program.cts' },
      ).code,
      () => load('exports.weigh = (x: number, y: number): number => x * x * y * y + x;'),
    );
    slopes(f);
  });
});
