/** The benchmarks compare like with like. */
import { chain } from '../../benchmarks/chain.js';
import { assertKinds, kindsOf } from '../../benchmarks/kinds.js';
import { network } from '../../benchmarks/network.js';
import { orders } from '../../benchmarks/orders.js';
import { rosenbrock } from '../../benchmarks/rosenbrock.js';
import { tower } from '../../benchmarks/tower.js';
import { assertAgreement, libraryGradient, type Workload } from '../../benchmarks/workload.js';

const small: Workload[] = [rosenbrock(2), rosenbrock(10), network(3), chain(50), tower(20)];

function compare(workload: Workload) {
  const { name, plain, handWritten, point } = workload;
  assertAgreement(name, plain(point), handWritten(point), libraryGradient(workload)(point));
}

describe('The versions of a workload agree', () => {
  test.each(small)('$name', (workload) => compare(workload));

  test('when called again, with kept memory.', () => {
    for (const workload of small) {
      compare(workload);
      compare(workload);
    }
  });
});

test.each(small)(
  'The gradient of $name is that of differences.',
  ({ plain, handWritten, point }) => {
    const direction = point.map((_, k) => Math.cos(k));
    const along = (h: number) => plain(point.map((x, k) => x + h * direction[k]));
    const { gradient } = handWritten(point);
    const slope = gradient.reduce((total, g, k) => total + g * direction[k], 0);
    const difference = (along(1e-5) - along(-1e-5)) / 2e-5;
    expect(Math.abs(difference - slope)).toBeLessThan(1e-6 * Math.abs(slope));
  },
);

describe('The check of agreement objects to', () => {
  const { plain, handWritten, point, name } = rosenbrock(10);
  const right = handWritten(point);

  test('another value.', () => {
    const wrong = { ...right, value: right.value * (1 + 1e-8) };
    expect(() => assertAgreement(name, plain(point), wrong, right)).toThrow('hand-written value');
    expect(() => assertAgreement(name, 0, right, right)).toThrow('plain value');
  });

  test.each([NaN, Infinity, 0])('%d in a gradient.', (entry) => {
    const wrong = { ...right, gradient: right.gradient.with(3, entry) };
    expect(() => assertAgreement(name, plain(point), wrong, right)).toThrow('entry 3');
    expect(() => assertAgreement(name, plain(point), right, wrong)).toThrow('entry 3');
  });

  test('the opposite infinity.', () => {
    const infinite = (x: number) => ({ value: 1, gradient: Float64Array.of(x) });
    assertAgreement(name, 1, infinite(Infinity), infinite(Infinity));
    expect(() => assertAgreement(name, 1, infinite(Infinity), infinite(-Infinity))).toThrow();
  });

  test('a gradient of another size.', () => {
    const longer = new Float64Array([...right.gradient, 0]);
    expect(() => assertAgreement(name, right.value, { ...right, gradient: longer }, right)).toThrow(
      'size',
    );
  });
});

describe('Derivatives of other kinds', () => {
  test.each(small)('of $name fit the gradient.', (workload) => {
    assertKinds(workload.name, kindsOf(workload));
  });

  test('are objected to where they do not.', () => {
    const kinds = kindsOf(rosenbrock(10));
    const tangent = (x: Float64Array) => kinds.tangent(x) * (1 + 1e-5);
    expect(() => assertKinds('it', { ...kinds, tangent })).toThrow('tangent');
    for (const wrong of [NaN, Infinity, 0]) {
      const product = (x: Float64Array) => kinds.product(x).with(3, wrong);
      expect(() => assertKinds('it', { ...kinds, product })).toThrow('product');
    }
  });
});

test.each(orders.filter(({ name }) => !name.includes('100000')))('$name is right.', ({ check }) => {
  expect(check()).toBeGreaterThan(0);
});
