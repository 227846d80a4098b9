/**
 * Arrays that functions make which the outermost one calls come from its pool, and stay from one call to the next. So a call that
 * ends by an error, or begins while another one runs, must leave them right.
 */
import { customGradient, grad, mul, primalOf, valueAndGrad, type Real } from 'delta-tape';
import { ArrayPool } from '../../../../../src/plain/runtime/compiled/code/array-pool.js';
import { load } from '../../../../support/plain.js';
import { emit, funcOf, improved } from '../../../../support/numeric.js';
import { answer, withoutCompiled } from '../../../../support/tiers.js';

type F = (...args: unknown[]) => number;

const both = (f: F) => valueAndGrad(f as never) as unknown as (...args: unknown[]) => unknown;

/** A list that a function builds by halves, and that is added up in another order. */
const PROGRAM = `interface P { x: number; next: P | null }
function halves(xs: number[]): number[] {
  if (xs.length < 2) return xs;
  const one = halves(xs.filter((_, i) => i % 2 === 0));
  const other = halves(xs.filter((_, i) => i % 2 === 1));
  const made: number[] = [];
  for (let k = 0; k < other.length; k++) {
    made.push(one[k] * other[k]);
    made.push(one[k] - other[k]);
  }
  return made;
}
`;

const OBJECTS = `interface C { re: number; im: number }
function parted(x: C[]): C[] {
  const n = x.length;
  if (n === 1) return x;
  const even = parted(x.filter((_, i) => i % 2 === 0));
  const odd = parted(x.filter((_, i) => i % 2 === 1));
  const out = new Array<C>(n);
  for (let k = 0; k < n / 2; k++) {
    out[k] = { re: even[k].re + odd[k].im, im: even[k].im * odd[k].re };
    out[k + n / 2] = { re: even[k].re - odd[k].re, im: even[k].im - 1 };
  }
  return out;
}
const f = (xs: number[], most: number): number => {
  const all = parted(xs.map((x) => ({ re: x, im: 1 })));
  let sum = 0;
  for (const { re, im } of all) {
    sum += re * im;
    if (sum > most) throw new RangeError('too much');
  }
  return sum;
};
exports.f = f;`;

const REMEMBERED = `const f = (xs: number[], most: number): number => {
  const made = new Map<string, number>();
  let sum = 0;
  const value = (k: number): number => {
    if (k < 2) return xs[k];
    const known = made.get('k' + k);
    if (known !== undefined) return known;
    const result = Math.sin(value(k - 1)) + 0.5 * value(k - 2) * xs[0];
    made.set('k' + k, result);
    return result;
  };
  for (let k = 0; k < xs.length; k++) {
    sum += value(k + 3);
    if (sum > most) throw new RangeError('too much');
  }
  return sum;
};
exports.f = f;`;

const inputs = (length: number, from = 1): number[] =>
  Array.from({ length }, (_, k) => Math.sin(from + k));

test.each([
  ['objects with several names', OBJECTS],
  ['a memory', REMEMBERED],
])('With %s, calls are right after others, and after one that ended half way.', (_, text) => {
  const { f: own } = load<{ f: F }>(`${PROGRAM}${text}`);
  const derived = both(own);
  const sizes = [8, 4, 16, 8, 2, 16, 16, 8];
  for (let round = 0; round < 3; round++)
    for (const n of sizes) {
      const args = [inputs(n, round), 1e9];
      expect(derived(...args)).toEqual(withoutCompiled(() => derived(...args)));
      expect(answer(own as never, args, 0)).not.toBeNull();
      expect(() => derived(inputs(n, 2), -1e9)).toThrow('too much');
      expect(derived(...args)).toEqual(withoutCompiled(() => derived(...args)));
    }
});

test('Functions that take derivatives of themselves and of others while they run have arrays of their own.', () => {
  const text = `const { grad } = require('delta-tape');
${PROGRAM}
const inner = (xs: number[]): number => {
  let sum = 0;
  for (const x of halves(xs)) sum += x * x;
  return sum;
};
const outer = (xs: number[], depth: number, told: (xs: number[], depth: number) => number): number => {
  let sum = 0;
  for (const x of halves(xs)) sum += x * told(xs, depth);
  return sum;
};
exports.inner = inner;
exports.outer = outer;`;
  const { inner, outer } = load<{ inner: F; outer: F }>(text);
  let calls = 0;
  /** Runs gradients of both, and sometimes ends by an error, in the middle of another gradient. */
  const told = (xs: readonly unknown[], depth: number): number => {
    calls++;
    const plain = inputs(xs.length, depth);
    const gradient = (grad as unknown as (f: F) => (...of: unknown[]) => number[])(inner)(plain);
    if (depth > 0) {
      const own = (grad as unknown as (f: F) => (...of: unknown[]) => number[])(outer);
      expect(() => own(plain, depth - 1, fails)).toThrow('told');
      return gradient[0] + own(plain, depth - 1, told)[0];
    }
    return gradient[0];
  };
  const fails = (): number => {
    throw new Error('told');
  };
  for (let k = 0; k < 4; k++) {
    const args = [inputs(8, k), 2, told];
    expect(both(outer)(...args)).toEqual(withoutCompiled(() => both(outer)(...args)));
    expect(answer(inner as never, [inputs(8, k)], 0)).not.toBeNull();
    expect(both(inner)(inputs(8, k))).toEqual(withoutCompiled(() => both(inner)(inputs(8, k))));
  }
  expect(calls).toBeGreaterThan(100);
});

test('A pullback that throws on the way back leaves the next call right.', () => {
  let isBroken = false;
  const rule = customGradient((x: Real) => ({
    value: primalOf(x) ** 2,
    pullback: (cotangent: Real) => {
      if (isBroken) throw new Error('no way back');
      return [mul(mul(2, x), cotangent)] as const;
    },
  }));
  const { f: own, inner } = load<{ f: F; inner: F }>(
    `${PROGRAM}
const inner = (xs: number[]): number => {
  let sum = 0;
  for (const x of halves(xs)) sum += x * x;
  return sum;
};
const f = (xs: number[], rule: (x: number) => number): number => {
  let sum = 0;
  for (const x of halves(xs)) sum += rule(x) * inner(xs);
  return sum;
};
exports.f = f;
exports.inner = inner;`,
  );
  for (let k = 0; k < 5; k++) {
    const args = [inputs(8, k), rule];
    isBroken = false;
    const expected = withoutCompiled(() => both(own)(...args));
    expect(both(own)(...args)).toEqual(expected);
    isBroken = true;
    expect(() => both(own)(...args)).toThrow('no way back');
    isBroken = false;
    expect(both(own)(...args)).toEqual(expected);
    expect(both(inner)(args[0])).toEqual(withoutCompiled(() => both(inner)(args[0])));
  }
});

test('The same calls take the same arrays, beyond what is kept new ones, and all are zeros.', () => {
  const pool = new ArrayPool(40);
  const first = [pool.shared(4), pool.shared(8), pool.whole(3), pool.shared(5)];
  first.forEach((array) => array.fill(7));
  const beyond = [pool.shared(30), pool.whole(30)];
  pool.end();
  const again = [pool.shared(4), pool.shared(8), pool.whole(3), pool.shared(5)];
  again.forEach((array, k) => {
    expect(array).toBe(first[k]);
    expect([...array]).toEqual(first[k].length === 0 ? [] : Array(array.length).fill(0));
  });
  expect(pool.shared(30)).not.toBe(beyond[0]);
  expect(pool.whole(30)).not.toBe(beyond[1]);
  pool.end();
  expect(pool.shared(9)).toHaveLength(9);
});

test('Arrays that somebody may have later are nobody’s of a pool.', () => {
  const helper = `function half(xs: Float64Array): Float64Array {
    if (xs.length < 2) return xs;
    const made = new Float64Array(xs.length - 1);
    for (let k = 0; k < made.length; k++) made[k] = xs[k] * xs[k + 1];
    return half(made);
  }`;
  const taken = (text: string): boolean =>
    emit(improved(funcOf(`${helper} ${text}`)), true).code.includes('$pool.shared');
  expect(taken('function f(xs: Float64Array): number { return half(xs)[0]; }')).toBe(true);
  expect(taken('function f(xs: Float64Array): Float64Array { return half(xs); }')).toBe(false);
  const given = '(xs: Float64Array, all: Float64Array[]): number';
  expect(taken(`function f${given} { all[0] = half(xs); return 1; }`)).toBe(false);
});

test('A function that is called and makes no array does not ask for the pool.', () => {
  const text = `function minor(a: Float64Array, row: number, after: Int32Array): number {
    if (row === a.length - 1) return a[after[row]];
    let total = 0;
    for (let k = row; k < a.length; k++) { after[row] = k; total += a[k] * minor(a, row + 1, after); }
    return total;
  }
  function f(a: Float64Array): number { const after = new Int32Array(a.length + 1); return minor(a, 0, after); }`;
  const { code } = emit(improved(funcOf(text)), true);
  expect(code).toContain('function minor');
  expect(code.split('.borrow()')).toHaveLength(2);
});
