/** The law checker on functions of arrays. */
import { add, checkGradient, customGradient, mul, type Real } from 'delta-tape';
import { array, P, type Array_ } from './support.js';

interface Report {
  readonly ok: boolean;
  readonly laws: readonly { readonly status: string }[];
  toString(): string;
}
const check = checkGradient as unknown as (f: unknown) => (x: unknown, options?: unknown) => Report;

const m = array([
  [0.3, -0.7],
  [1.2, 0.5],
]);

const held = (report: Report) => {
  expect(report.toString()).toContain('obey');
  expect(report.ok).toBe(true);
  return report;
};

test.each<[string, (x: Array_) => unknown]>([
  ['to an array', (x) => P.matmul(P.tanh(x), x)],
  ['to a real', (x) => P.sum(P.exp(P.multiply(x, x)))],
  ['to a tree', (x) => ({ a: P.sin(x), b: [P.mean(x), 'leaf'] })],
  ['that reads elements', (x) => add(...((x.tolist() as Real[][])[1] as [Real, Real]))],
])('holds for functions of an array %s.', (_, f) => {
  const { laws } = held(check(f)(m));
  expect(laws.map(({ status }) => status)).not.toContain('not checked');
});

test('takes trees of arrays and reals, and entries of them.', () => {
  const f = ({ w, b }: { w: Array_; b: Real }) => P.add(P.multiply(w, P.sin(w)), mul(b, b));
  held(check(f)({ w: m, b: 2 }));
  held(check(f)({ w: m, b: 2 }, { wrt: 'w' }));
  held(check((x: Real) => P.multiply(array([1, 2]), mul(x, x)))(3));
});

test('finds a wrong rule, and names the element.', () => {
  const wrong = customGradient((x: Real) => ({ value: mul(x, x), pullback: (c: Real) => [c] }));
  const f = (x: Array_) =>
    add(P.sum(x) as Real, wrong((x as unknown as { get: (at: number[]) => Real }).get([1, 0])));
  const report = check(f)(m, { order: 1 });
  expect(report.ok).toBe(false);
  expect(report.toString()).toContain('argument 0[1, 0]');
});

test('takes arrays of float32 in float64, in which differences have their digits.', () => {
  let seen = '';
  held(
    check((x: Array_) => {
      seen = x.dtype;
      return P.sum(P.exp(x));
    })(m.astype('float32')),
  );
  expect(seen).toBe('float64');
});

test('leaves what is given as it is, if the function writes.', () => {
  const given = array([1, 2]);
  const f = (x: { fill?: (y: number) => void } & Array_) => {
    const y = P.primalOf(x) as unknown as { fill: (y: number) => void };
    y.fill(0);
    return P.sum(P.square(x));
  };
  held(check(f)(given));
  expect(given.tolist()).toEqual([1, 2]);
});
