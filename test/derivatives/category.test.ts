/** The axioms of Cartesian differential categories, as laws of the checker. */
import fc from 'fast-check';
import { checkGradient, customTangent, exp, mul, pow, sin, type Real } from '../../src/index.js';
import { asFunction } from '../support/interpret.js';
import { programs } from '../support/programs.js';
import { sampled } from '../support/sample.js';

const axiomsOf = (report: ReturnType<ReturnType<typeof checkGradient>>) =>
  report.laws.filter(({ law }) => law.startsWith('CD'));

describe('The axioms CD1 to CD7', () => {
  test('are laws where they are asked for.', () => {
    const f = ({ a, b }: { a: Real[]; b: Float64Array }) => ({
      p: mul(a[0], sin(a[1])),
      q: [exp(b[0])],
    });
    const checked = checkGradient(f as never)(
      { a: [0.3, 1.2], b: new Float64Array([0.5]) } as never,
      {
        category: true,
      },
    );
    expect(axiomsOf(checked).map(({ law, status }) => [law.slice(0, 3), status])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((k) => [`CD${k}`, 'holds']),
    );
    expect(axiomsOf(checkGradient((x: Real) => sin(x))(1))).toEqual([]);
    const first = checkGradient((x: Real) => sin(x))(1, { category: true, order: 1 });
    expect(axiomsOf(first)).toHaveLength(5);
  });

  test('hold for random programs.', () => {
    fc.assert(
      fc.property(programs(), ({ term, point }) => {
        const report = checkGradient(asFunction(term))(point, { category: true });
        const broken = axiomsOf(report).filter(({ status }) => status === 'fails');
        expect(broken.length === 0 ? '' : String(report)).toBe('');
      }),
      { numRuns: sampled(60) },
    );
  });

  const broken = (f: (x: Real) => Real) =>
    axiomsOf(checkGradient(f)(1.5, { category: true }))
      .filter(({ status }) => status === 'fails')
      .map(({ law }) => law.slice(0, 3));

  test('object to a pushforward that is not linear.', () => {
    const f = customTangent((x: Real) => ({
      value: sin(x),
      pushforward: ([dx]: readonly Real[]) => mul(dx, dx),
    }));
    expect(broken((x) => f(x))).toEqual(['CD2', 'CD6']);
  });

  test('object to a second derivative that is not symmetric.', () => {
    const f = customTangent((x: Real) => ({
      value: pow(x, 3),
      pushforward: ([dx]: readonly Real[]) => mul(mul(3, mul(x, x)), mul(dx, dx)),
    }));
    expect(broken((x) => f(x))).toContain('CD7');
  });
});
