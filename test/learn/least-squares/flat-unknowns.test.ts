/** Fits that end where the model is flat say which parameters the data do not determine. */
import { leastSquares } from 'delta-tape/learn';
import { exp, mul, neg, sub, type Real } from 'delta-tape';

/** BoxBOD of NIST (StRD); its first start leads to where the curve is flat. */
const x = [1, 2, 3, 5, 7, 10];
const y = [109, 149, 149, 191, 213, 224];
const boxBod = ({ b1, b2 }: { b1: Real; b2: Real }): Real[] =>
  x.map((xk, k) => sub(y[k], mul(b1, sub(1, exp(neg(mul(b2, xk)))))));

test('A rate that a fit has left where nothing changes with it is not determined.', () => {
  const run = leastSquares(boxBod, { b1: 1, b2: 1 });
  expect(run.solution.b1).toBeCloseTo(172.5, 6);
  expect(run.undetermined).toEqual(['b2']);
  expect(run.standardErrors.b2).toBe(Infinity);
  expect(run.standardErrors.b1).toBeLessThan(30);
  expect([run.converged, run.reason]).toEqual([false, 'flat-region']);
  expect(String(run)).toContain('not determined by the data: b2');
  expect(String(run)).toContain('solve for them (linear)');
});

test('From the second start, both are determined.', () => {
  const run = leastSquares(boxBod, { b1: 100, b2: 0.75 });
  expect(run.undetermined).toEqual([]);
  expect(run.solution.b2).toBeCloseTo(0.5472375, 6);
});

test('A slope that is 0 up to rounding is determined.', () => {
  const xs = [-0.3, -0.1, 0.1, 0.3];
  const ys = [1.1, 0.7, 0.7, 1.1];
  const line = ({ a, b }: { a: Real; b: Real }): Real[] =>
    xs.map((xk, k) => sub(ys[k], sub(a, mul(xk, b))));
  const run = leastSquares(line, { a: 0, b: 1e-19 });
  expect(run.undetermined).toEqual([]);
  expect(Math.abs(run.solution.b)).toBeLessThan(1e-12);
});

test('Bounds hold while it is asked which unknowns are determined.', () => {
  let least = Infinity;
  const within = (p: { b1: Real; b2: Real }): Real[] => {
    if (typeof p.b2 === 'number') least = Math.min(least, p.b2);
    return boxBod(p);
  };
  const run = leastSquares(within, { b1: 1, b2: 1 }, { bounds: { lower: { b2: 0 } } });
  expect(run.undetermined).toEqual(['b2']);
  expect(least).toBeGreaterThanOrEqual(0);
});
