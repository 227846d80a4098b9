/** The error of a native operator on a dual says in which function it was, and what to do. */
import { grad, type Real } from 'delta-tape';

const message = (f: (x: Real) => unknown): string => {
  try {
    grad(f as (x: Real) => Real)(3);
  } catch (error) {
    return String(error);
  }
  throw new Error('nothing was refused');
};

function norm(x: Real): number {
  return (x as number) * 2;
}

describe('The error of a native operator on a dual', () => {
  test('names the function and its place.', () => {
    expect(message((x) => norm(x))).toMatch(
      /^DeltaTapeError: in norm at .*native-errors\.test\.ts:\d+:\d+, a dual number met/,
    );
    expect(message((x) => norm(x))).toMatch('plain(norm)');
  });

  test('names a method, and a function that called a native one.', () => {
    const library = {
      store(x: Real) {
        new Float64Array(1)[0] = x as number;
      },
    };
    expect(message((x) => library.store(x))).toMatch(/ in \S*store at .*:\d+:\d+/);
    const total = (xs: Real[]) => xs.map((x) => Math.sin(x as number));
    expect(message((x) => total([x]))).toMatch(/ at .*native-errors\.test\.ts:\d+:\d+/);
  });

  test('has the remedies.', () => {
    const text = message((x) => norm(x));
    for (const remedy of ['delta-tape/register', 'plain(norm)', 'mul(x, 2)', 'primalOf(x)']) {
      expect(text).toMatch(remedy);
    }
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(60);
  });

  test('has the place alone where the function has no name.', () => {
    const text = message((x) => [() => (x as number) + 1][0]());
    expect(text).toMatch(
      /^DeltaTapeError: at .*native-errors\.test\.ts:\d+:\d+, a dual number met/,
    );
    expect(text).toMatch('plain(f)');
  });
});
