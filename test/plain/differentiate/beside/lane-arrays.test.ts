/** Arrays with an array for each lane: which they are, and Jacobians that are made with them. */
import { jacobian } from 'delta-tape';
import { apartIn } from '../../../../src/plain/differentiate/beside/lane-arrays.js';
import { funcOf, improved } from '../../../support/numeric.js';
import { load } from '../../../support/plain.js';
import { withoutCompiled } from '../../../support/tiers.js';

test.each([
  ['is only read, written and measured', 'x[0] * x.length', 1],
  ['has a part that is a view', 'x.subarray(1)[0] * x[0]', 0],
])('An array that %s is apart as it should be.', (_, text, count) => {
  const f = improved(funcOf(`function f(x: Float64Array) { return ${text}; }`));
  expect(apartIn(f, f.region.params).size).toBe(count);
});

test('A Jacobian in lanes with arrays of their own is that of a run, also by several arrays.', () => {
  const { f } = load<{ f: (x: Float64Array, y: Float64Array) => number[] }>(`exports.f = f;
    function f(x: Float64Array, y: Float64Array): number[] {
      let [a, b] = [0, 0];
      for (let i = 0; i < x.length; i++) {
        a += x[i] * y[i];
        b += Math.sin(x[i]) / y[i];
      }
      return [a, b];
    }`);
  const args = [Float64Array.of(1, 2, 3), Float64Array.of(0.5, -1, 2)] as const;
  for (const wrt of [0, [0, 1], [1]] as const) {
    const found = jacobian(f, { wrt } as object)(...args);
    expect(found).toEqual(withoutCompiled(() => jacobian(f, { wrt } as object)(...args)));
  }
});

test('A Jacobian that has more rows than columns, and then fewer, is that of a run each time.', () => {
  const { f } = load<{ f: (x: Float64Array, count: number) => Float64Array }>(`exports.f = f;
    function f(x: Float64Array, count: number): Float64Array {
      const out = new Float64Array(count);
      for (let k = 0; k < count; k++) out[k] = Math.sin(k * x[k % x.length]) * x[0];
      return out;
    }`);
  const x = Float64Array.of(1, 2, 3);
  for (const count of [7, 5, 2, 9, 3, 4, 0, 8]) {
    const found = jacobian(f)(x, count);
    expect(found).toHaveLength(count);
    expect(found).toEqual(withoutCompiled(() => jacobian(f)(x, count)));
  }
});
