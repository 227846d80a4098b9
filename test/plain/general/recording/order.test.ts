/** Recording versions keep the order of the source, and read what is there at that time. */
import { jvp, valueAndGrad, type Real } from 'delta-tape';
import { load } from '../../../support/plain.js';

const helpers = `
  let pool: number[] = [];
  function double(xs: number[]): number {
    xs[0] = 2 * xs[0];
    return xs[0];
  }
  function steps(xs: number[]) {
    xs[0] = 3 * xs[0];
    return Math.floor(1.5);
  }
  function renew(): number {
    pool = [7, 7];
    return 1;
  }
  function first(k: any, ..._: number[]): number {
    return k;
  }
  function squared(u: number = 2): number {
    return u * u;
  }
  class Counter {
    constructor(public count: number) {}
    get next(): number {
      this.count = this.count * this.count;
      return this.count;
    }
  }
`;

type F = (xs: readonly Real[]) => number;

/** A function with a loop, so that recording is worth it. */
const programOf = (body: string): F =>
  load<{ f: F }>(
    `${helpers} exports.f = function (given: number[]): number {
      const xs = given.slice();
      pool = xs;
      const x: number = xs[0], y: number = xs[1];
      let total = 0;
      for (let i = 0; i < 3; i++) total += x * y + x / y;
      ${body}
      return total;
    };`,
  ).f;

describe('A recording version evaluates in order', () => {
  test.each([
    ['a call between two reads', 'total += xs[0] + double(xs) + xs[0];'],
    ['a method of a member', 'total += xs[0] + ({ inner: { double } }).inner.double(xs) + xs[0];'],
    ['a call with spread arguments', 'total += xs[0] + double(...[xs]) + xs[0];'],
    ['a call that gives a plain number', 'total += xs[0] * steps(xs) + xs[0];'],
    ['a call beside ??', 'total += xs[0] + (xs[9] ?? double(xs)) + xs[0];'],
    ['a call in a test', 'total += xs[0] + (double(xs) > 0 ? xs[0] : 1);'],
    [
      'a call in an argument',
      'total += first(xs[0] + double(xs), xs[0]) + first(xs[0], double(xs));',
    ],
    ['a call in a key', 'total += first([double(xs), xs[steps(xs) % 2]][1]);'],
    ['an array that is replaced', 'pool[0] += renew() * x; total += pool[0] + xs[0];'],
    ['an array that is replaced in a key', 'pool[renew() % 2] += x; total += pool[1] + xs[1];'],
    ['a getter', 'const c = new Counter(x); total += c.next + c.count * c.next;'],
  ])('%s.', (_, body) => {
    const f = programOf(body);
    const at = [1.5, 0.7];
    const { value, gradient } = valueAndGrad((xs: Real[]) => f(xs))(at);
    expect(value).toBe(f(at));
    gradient.forEach((slope, k) => {
      const { tangent } = jvp((xs: Real[]) => f(xs))([at], [at.map((_, j) => (j === k ? 1 : 0))]);
      expect(slope).toBeCloseTo(tangent, 10);
    });
  });

  test('a parameter that is declared again.', () => {
    const { f } = load<{ f: (x: number) => number }>(`exports.f = (x: number): number => {
      var x = x * x;
      for (let i = 0; i < 3; i++) x += Math.sin(x) * x;
      return x;
    };`);
    expect(valueAndGrad(f)(0.5).value).toBe(f(0.5));
  });

  test('loops with a label.', () => {
    const f = programOf(
      'outer: for (const v of [x * y, x].slice()) { for (let i = 0; i < 2; i++) { if (i > 0) continue outer; total *= v; } }',
    );
    expect(valueAndGrad((xs: Real[]) => f(xs))([1.5, 0.7]).value).toBe(f([1.5, 0.7]));
  });
});

describe('What is not there', () => {
  const cases = [
    ['is undefined to ??', 'const v = xs[9]; total += v ?? x;'],
    ['is undefined to ===', 'const v = xs[9]; total += v === undefined ? x : y;'],
    ['is the same as what is not there', 'total += xs[8] === xs[9] ? x : y;'],
    ['is undefined to typeof', "const v = xs[9]; total += typeof v === 'undefined' ? x : y;"],
    [
      'is undefined after it was stored',
      'const q = [1]; const v = xs[9]; q[0] = v; total += q[0] ?? x;',
    ],
    ['leaves default values', 'const v = xs[9]; total += squared(v);'],
    [
      'is no number to arithmetic',
      'const v = xs[9]; total += v + x > 0 ? x : v === undefined ? y : 1;',
    ],
  ] as const;

  test.each(cases)('%s.', (_, body) => {
    const f = programOf(body);
    const { value, gradient } = valueAndGrad((xs: Real[]) => f(xs))([1.5, 0.7]);
    expect(value).toBe(f([1.5, 0.7]));
    expect(gradient.every(Number.isFinite)).toBe(true);
  });

  test('is null, if it was null.', () => {
    const f = programOf('const q: any = [null]; const v: number = q[0]; total += (v ?? x) + v;');
    expect(valueAndGrad((xs: Real[]) => f(xs))([1.5, 0.7]).value).toBe(f([1.5, 0.7]));
  });
});

describe('What a function takes for a position', () => {
  test('is a real to the functions that see it in a shared variable.', () => {
    const { f } = load<{ f: (k: Real, xs: readonly Real[]) => Real }>(`
      let shared = 0;
      function step(y: number): number {
        for (let i = 0; i < 3; i++) y += shared * y;
        return shared > 1 ? y : y * y;
      }
      exports.f = function f(k: number, xs: number[]): number {
        shared = k;
        return xs[k] * step(xs[0]);
      };`);
    const whole = f as (k: number, xs: number[]) => number;
    const { gradient } = valueAndGrad(whole, { wrt: [0, 1] })(1, [0.5, 2]);
    const { tangent } = jvp(whole)([1, [0.5, 2]], [1, [0, 0]]);
    expect(gradient[0]).toBeCloseTo(tangent, 12);
    expect(tangent).toBeGreaterThan(0);
  });
});
