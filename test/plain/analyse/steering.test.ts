/**
 * The parameters that decide which operations a program does: each of these programs is asked for them.
 */
import { rootsOf } from '../../../src/plain/analyse/roots.js';
import { steeringOf } from '../../../src/plain/analyse/steering.js';
import { funcOf, improved } from '../../support/numeric.js';

const cases: readonly (readonly [title: string, params: string, body: string, names: string])[] = [
  [
    'lengths',
    'x: Float64Array',
    'let s = 0; for (let i = 0; i < x.length; i++) s += x[i] ** 2; return s;',
    '',
  ],
  [
    'a bound',
    'x: Float64Array, n: number',
    'let s = 0; for (let i = 0; i < n; i++) s += x[i]; return s;',
    'n',
  ],
  ['an index', 'x: Float64Array, w: Int32Array', 'return x[w[0]] * x[1];', 'w'],
  ['a branch', 'x: Float64Array', 'if (x[0] > 1) return x[1]; return x[2];', 'x'],
  ['a choice', 'x: number, y: number', 'return (y > 1 ? x : 2) * x;', 'y'],
  [
    'a sum that decides',
    'x: number, y: number, z: number',
    'let s = y; for (let i = 0; i < 3; i++) s += z; return s > 1 ? x : 2;',
    'y z',
  ],
  ['a factor that decides nothing', 'x: number, y: number', 'return x * y;', ''],
  [
    'what is stored and read again',
    'x: Float64Array, y: number',
    'const w = new Float64Array(2); w[0] = y; return x[w[0]];',
    'y',
  ],
  [
    'a test of a loop',
    'x: number, y: number',
    'let s = x; let t = y; while (t > 1) { t /= 2; s *= x; } return s;',
    'y',
  ],
  ['through stopGradient', 'x: number', 'return stopGradient(x) > 1 ? x : 2;', 'x'],
  [
    'a length of a row',
    'x: number, m: number[][]',
    'let s = 0; for (let i = 0; i < m[1].length; i++) s += m[1][i] * x; return s;',
    '',
  ],
  [
    'a call',
    'x: number, n: number',
    'return power(x, n); function power(y: number, k: number): number { return k <= 0 ? 1 : y * power(y, k - 1); }',
    'n',
  ],
  [
    'a step of a loop',
    'x: number, d: number',
    'let s = 0; for (let t = 0; t < 3; t += d) s += x; return s;',
    'd',
  ],
];

test.each(cases)('What decides may be %s.', (_, params, body, names) => {
  const f = improved(
    funcOf(`import { stopGradient } from 'delta-tape'; function f(${params}) { ${body} }`),
  );
  const found = [...steeringOf(f, rootsOf(f))].map(({ name }) => name);
  expect(found.join(' ')).toBe(names);
});
