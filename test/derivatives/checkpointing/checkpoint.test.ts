import fc from 'fast-check';
import {
  add,
  checkpoint,
  cos,
  derivative,
  grad,
  hvp,
  jacobian,
  loop,
  mul,
  scan,
  sin,
  trace,
  vjp,
  type Real,
} from 'delta-tape';
import { asFunction } from '../../support/interpret.js';
import { programs } from '../../support/programs.js';

const chain = (x: Real): Real => {
  let y = x;
  for (let k = 0; k < 10; k++) y = sin(add(y, x));
  return y;
};

describe('A checkpointed function', () => {
  it('may take derivatives at reals from outside', () => {
    const f = (x: Real): Real =>
      checkpoint((y: Real) => mul(y, grad((z: Real) => mul(z, z))(x)))(x);
    expect(grad(f)(3)).toBe(12);
    expect(hvp(f)(3, 1)).toBe(4);
  });

  it('may hold another one that uses reals from outside, at every order', () => {
    const f = (x: Real): Real => mul(x, checkpoint(() => checkpoint(() => mul(x, x))())());
    expect(grad((y: Real) => grad(f)(y))(2)).toBe(12);
    expect(grad((z: Real) => grad((y: Real) => grad(f)(y))(z))(2)).toBe(6);
  });

  it.each(['checkpoint', 'loop'])(
    'may capture a container that it gives to another one, in a %s',
    (kind) => {
      const again = (f: (w: Real) => Real, x: Real) =>
        kind === 'loop' ? loop(2, f, x) : checkpoint(f)(x);
      const times = checkpoint((u: Real[]) => mul(u[0], u[1]));
      const outside = ([a, b]: Real[]): Real => {
        const v = [a, b];
        return add(
          again(() => times(v), a),
          v[0],
        );
      };
      const inside = ([a, b]: Real[]): Real =>
        checkpoint((v: Real[]) =>
          add(
            again(() => times(v), v[1]),
            v[0],
          ),
        )([a, b]);
      const written = ([a, b]: Real[]): Real => {
        const v = { reals: [a, b] };
        const last = again(
          () => scan(v.reals, (s, x) => [mul(s, x), x] as const, 1 as Real).state,
          a,
        );
        return add(last, v.reals[0]);
      };
      for (const f of [outside, inside, written]) {
        expect(grad(f)([2, 3])).toEqual([4, 2]);
        expect(vjp(f)([2, 3]).pullback(1)).toEqual([4, 2]);
        expect(hvp(f)([2, 3], [1, 1])).toEqual([1, 1]);
      }
    },
  );

  it('may compute a zero of another sign when it is recorded', () => {
    const f = (y: Real): Real => grad((w: Real) => cos(w))(mul(y, 0));
    expect(grad(checkpoint(f))(1.5)).toBeCloseTo(0);
  });

  test('has the derivatives of the function, on random programs.', () => {
    fc.assert(
      fc.property(programs(), ({ term, point }) => {
        const f = asFunction(term);
        const twice = (g: typeof f) => (xs: readonly Real[]) =>
          add(g(xs), mul(0.5, g([...xs].reverse())));
        const expected = grad(twice(f))(point);
        grad(twice(checkpoint(f)))(point).forEach((x, k) => {
          // Contributions to an input are added up in another order.
          const close = Math.abs(x - expected[k]) <= 1e-12 * (1 + Math.abs(expected[k]));
          expect(close || Object.is(x, expected[k])).toBe(true);
        });
      }),
    );
  });

  test('leaves one binding for each real of its result.', () => {
    expect(trace(checkpoint(chain))(1).counts.bindings).toBe(1);
    expect(trace(chain)(1).counts.bindings).toBe(20);
  });

  test('shows its edges to trace.', () => {
    const [{ edges }] = trace(checkpoint(chain))(1).bindings;
    expect(edges).toEqual([{ arg: 1, partial: grad(chain)(1) }]);
  });

  test('is run once more in a sweep, and not at all in one that does not reach it.', () => {
    let runs = 0;
    const f = checkpoint((x: Real): Real => {
      runs++;
      return chain(x);
    });
    grad((x: Real) => mul(f(x), f(x)))(1);
    expect(runs).toBe(4);
    runs = 0;
    grad((x: Real) => add(x, mul(0, f(x))))(1);
    expect(runs).toBe(1);
  });

  test('may be inside another, and use reals from outside.', () => {
    const f = (x: Real, y: Real): Real => {
      const z = mul(x, y);
      const inner = checkpoint((w: Real) => mul(w, sin(z)));
      const outer = checkpoint((w: Real) => add(inner(w), inner(mul(w, y))));
      return outer(x);
    };
    const plainly = (x: Real, y: Real): Real => {
      const z = mul(x, y);
      return add(mul(x, sin(z)), mul(mul(x, y), sin(z)));
    };
    const [gradient, expected] = [f, plainly].map((g) => grad(g, { wrt: [0, 1] })(0.4, 1.3));
    gradient.forEach((x, k) => expect(x).toBeCloseTo(expected[k], 12));
  });

  test('nests in every mode.', () => {
    const f = checkpoint(chain);
    const second = grad((x: Real) => grad(chain)(x))(0.7);
    expect(derivative(f)(0.7)).toBe(derivative(chain)(0.7));
    expect(grad((x: Real) => grad(f)(x))(0.7)).toBeCloseTo(second, 12);
    expect(grad((x: Real) => derivative(f)(x))(0.7)).toBeCloseTo(second, 12);
    expect(derivative((x: Real) => grad(f)(x))(0.7)).toBeCloseTo(second, 12);
    expect(hvp(f)(0.7, 1)).toBeCloseTo(second, 12);
  });

  test('takes and gives trees, leaves included.', () => {
    const f = checkpoint(({ x, unit }: { x: Real[]; unit: string }) => ({
      sum: add(x[0], x[1]),
      product: [mul(x[0], x[1])],
      unit,
      first: x[0],
    }));
    expect(f({ x: [2, 3], unit: 'm' })).toEqual({ sum: 5, product: [6], unit: 'm', first: 2 });
    expect(jacobian((x: Real[]) => f({ x, unit: 'm' }), { plan: 'reverse' })([2, 3])).toEqual({
      sum: [1, 1],
      product: [[3, 2]],
      unit: 'm',
      first: [1, 0],
    });
  });

  test('can be pulled back when the run is over.', () => {
    const { value, pullback } = vjp(checkpoint(chain))(0.7);
    expect(value).toBe(chain(0.7));
    expect(pullback(2)).toBe(2 * grad(chain)(0.7));
    expect(grad((c: Real) => mul(c, pullback(c) as Real))(3)).toBeCloseTo(6 * grad(chain)(0.7), 12);
  });

  test('refuses to be differentiated if it does not repeat itself.', () => {
    let calls = 0;
    const f = checkpoint((x: Real) => mul(x, ++calls));
    expect(() => grad(f)(1)).toThrow(/did not compute the same numbers/);
  });

  test('that throws leaves nothing behind.', () => {
    let calls = 0;
    const f = checkpoint((x: Real) => {
      if (++calls === 2) throw new Error('mine');
      return sin(x);
    });
    expect(() => grad(f)(1)).toThrow('mine');
    expect(grad((x: Real[]) => mul(x[0], mul(x[1], x[2])))([2, 3, 4])).toEqual([12, 8, 6]);
  });

  test('refuses duals that escaped from it.', () => {
    let escaped: Real = 0;
    const f = checkpoint((x: Real) => (escaped = sin(x)));
    expect(() => grad((x: Real): Real => add(f(x), escaped))(1)).toThrow(
      /after its derivative had ended/,
    );
    expect(() => add(escaped, 1)).toThrow(/after its derivative had ended/);
  });
});
