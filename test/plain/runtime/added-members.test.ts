/** Members that a program adds to the prototypes of typed arrays mean the same on their stand-ins, and so does their JSON. */
import { grad, type Real } from 'delta-tape';
import { evaluate, load } from '../../support/plain.js';

type F = (x: number | Float64Array) => Real;

const added = Float64Array.prototype as unknown as Record<string, unknown>;
let f: Record<string, F>;

beforeAll(() => {
  f = load<
    Record<string, F>
  >(`Object.defineProperty(Float64Array.prototype, 'first', { configurable: true, get() { return this[0] * 2; } });
Object.getPrototypeOf(Float64Array.prototype).total = function () { let s = 0; for (let k = 0; k < this.length; k++) s += this[k]; return s; };
exports.made = (x: any) => { const a = new Float64Array(2); a[0] = x * x; return a.first; };
exports.given = (xs: any) => xs.first * xs[1];
exports.typed = (xs: Float64Array): number => (xs as any).first * xs[1];
exports.method = (x: any) => { const a = new Float64Array([x, x * x, 1]); return a.total(); };
exports.later = (x: any) => { const a = new Float32Array([x, x * x, 1]); return a.last(); };`);
});
afterAll(() => {
  delete added.first;
  delete (Object.getPrototypeOf(added) as typeof added).total;
  delete (Object.getPrototypeOf(added) as typeof added).last;
});

test('Getters and methods are found.', () => {
  expect(grad(f.made)(3)).toBe(12);
  expect(grad(f.given)(new Float64Array([3, 4]))).toEqual(new Float64Array([8, 6]));
  expect(grad(f.typed)(new Float64Array([3, 4]))).toEqual(new Float64Array([8, 6]));
  expect(grad(f.method)(3)).toBe(7);
});

test('Methods that are added after a derivative are found, too.', () => {
  (Object.getPrototypeOf(added) as typeof added).last = evaluate(
    'function () { return this[this.length - 2]; }',
  );
  expect(grad(f.later)(3)).toBe(6);
});

describe('The JSON of an array of floats that was made in a run', () => {
  test('has its elements.', () => {
    const g = evaluate<F>(
      '(x: any) => { const a = new Float64Array(2); a[1] = 3; return x * (JSON.stringify(a) === \'{"0":0,"1":3}\' ? 5 : 0); }',
    );
    expect(grad(g)(2)).toBe(5);
  });

  test('is refused where these vary.', () => {
    const g = evaluate<F>(
      '(x: any) => { const a = new Float64Array(2); a[1] = x; return x * JSON.stringify({ a }).length; }',
    );
    expect(() => grad(g)(2)).toThrow(/about to be serialised/);
  });
});
