/** Functions that call themselves, taken in turns, compute what they did, in their gradients too. */
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { endingOf, inTurns } from '../../../src/plain/improve/in-turns.js';
import { inPairs } from '../../../src/plain/improve/improved.js';
import { isArray, statementsOf, type Func } from '../../../src/plain/ir/ir.js';
import { adjoint, compiled, funcOf, improved, partials, verify } from '../../support/numeric.js';
import { sampled } from '../../support/sample.js';

const first = fc.constantFrom('', 'const y = x[n] * s;', 'let y = n;', 'x[1] += s;');
const ends = fc.constantFrom('return s;', 'return x[n + 1] * s;', 'return n;', 'return 3;');
const asks = fc.constantFrom(
  'n <= 0',
  'n <= 0 || s > 40',
  '!(n > 0)',
  'n < 1 || (t > 9 && s < 90)',
);
const step = fc.constantFrom(
  'return g(x, n - 1, s * x[n], t);',
  'return g(x, n - 1, t, s) - 2 * g(x, n - 2, s, s + t);',
  'let total = t; for (let k = 0; k < n; k++) total += x[k] * g(x, k, total % 7, s); return total;',
  'const a = g(x, n - 1, s, t + 1); if (a > 3) return a; return g(x, n - 1, t + a, s % 5) + x[n];',
  'x[n] = x[n] * s; const b = g(x, n - 1, s, t); return b * x[n] + t;',
);
const programs = fc
  .record({ first, asks, ends, step, isLast: fc.boolean() })
  .map(({ first: before, asks: test, ends: end, step: rest, isLast }) => {
    const body = isLast
      ? `if (!(${test})) { ${rest} } else { ${end} }`
      : `if (${test}) { ${end} } ${rest}`;
    return `
  function g(x: Float64Array, n: number, s: number, t: number): number {
    ${before}
    ${body}
  }
  function f(given: Float64Array, n: number, s: number): number {
    const x = new Float64Array(given.length);
    for (let i = 0; i < x.length; i++) x[i] = given[i];
    return g(x, n, s, 2) + x[1];
  }`;
  });

/** The results of a function for depths of the recursion, and the elements that it leaves in arrays. */
const results = (f: Func): unknown[] =>
  [0, 1, 2, 5].map((n) => {
    const args = f.region.params.map(({ type }, k) => {
      if (!isArray(type)) return k === 1 ? n : 1.7;
      return k === 0 ? Float64Array.of(0.3, -2, 5, 0.1, 7) : new Float64Array(5);
    });
    return [compiled(f)(...args), args];
  });

const isSame = (f: Func, other: Func): boolean => {
  expect(verify(other)).toEqual([]);
  return isDeepStrictEqual(results(f), results(other));
};

test('Functions taken in turns give the same bits, and their gradients too.', () => {
  let withEnds = 0;
  fc.assert(
    fc.property(programs, (text) => {
      const f = improved(funcOf(text));
      const made = inTurns(f);
      expect(made.functions).toHaveLength(2);
      expect(isSame(f, made)).toBe(true);
      if (endingOf(f.functions![0]) !== null) withEnds++;
      const { params } = f.region;
      const slope = adjoint(f, [params[0], params[2]], { partials, asksForZeros: false });
      if (slope.tag === 'refused') throw new Error(slope.why);
      const whole = inPairs(slope.func);
      expect(isSame(whole, inTurns(whole))).toBe(true);
    }),
    { numRuns: sampled(150) },
  );
  expect(withEnds).toBeGreaterThan(9);
});

test('An end that is taken where the function goes on is noticed.', () => {
  const wrong: typeof endingOf = (f) => {
    const found = endingOf(f);
    if (found === null) return null;
    const { then, otherwise } = found.branch;
    const branch = { ...found.branch, then: otherwise, otherwise: then };
    return { ...found, branch, isThen: !found.isThen };
  };
  const noticed = fc.sample(programs, { seed: 1, numRuns: 20 }).filter((text) => {
    const f = improved(funcOf(text));
    return !isSame(f, inTurns(f, wrong));
  });
  expect(noticed.length).toBeGreaterThan(4);
});

test('A large function, and one whose end is long or a loop, are called as before.', () => {
  const text = (end: string, more = '') => `
  function g(x: Float64Array, n: number): number {
    if (n <= 0) { ${end} }
    ${more}
    return 2 * g(x, n - 1);
  }
  function f(x: Float64Array, n: number): number { return g(x, n); }`;
  const made = (...given: Parameters<typeof text>) => inTurns(improved(funcOf(text(...given))));
  const branches = (f: Func) => [...statementsOf(f)].filter(({ tag }) => tag === 'if').length;
  const loop = 'let s = 0; for (let i = 0; i < n + 3; i++) s += x[i]; return s;';
  expect(branches(made('return x[0];'))).toBe(4);
  expect(branches(made(loop))).toBe(2);
  const sum = 'x[0] = Math.sin(x[1] * 3) + 2;'.repeat(30);
  expect(made('return x[0];', `x = x.slice(); ${sum}`).functions).toHaveLength(1);
});
