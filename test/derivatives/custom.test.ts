import {
  add,
  customGradient,
  customTangent,
  derivative,
  exp,
  grad,
  hvp,
  jacobian,
  jvp,
  max,
  min,
  mul,
  neg,
  primalOf,
  round,
  sin,
  sub,
  trace,
  vjp,
  type Real,
} from 'delta-tape';

/** A product with its own rule, and counters of what is called. */
function counted() {
  const calls = { rule: 0, pullback: 0 };
  const product = customGradient((x: Real, y: Real) => {
    calls.rule++;
    return {
      value: mul(x, y),
      pullback: (c: Real) => {
        calls.pullback++;
        return [mul(c, y), mul(c, x)];
      },
    };
  });
  return { calls, product };
}

describe('A function with its own pullback', () => {
  it('refuses a dual from outside that is handed on as it is', () => {
    const modes: ((f: (x: Real) => Real) => unknown)[] = [
      (f) => grad(f)(3),
      (f) => derivative(f)(3),
      (f) => hvp(f)(3, 1),
      (f) => grad((y: Real) => grad(f)(y))(3),
      (f) => derivative((y: Real) => derivative(f)(y))(3),
    ];
    for (const mode of modes) {
      const value = (x: Real): Real =>
        customGradient((_: Real) => ({ value: x, pullback: (c: Real) => [c] }))(mul(2, x));
      const cotangent = (x: Real): Real =>
        customGradient((a: Real) => ({ value: a, pullback: () => [x] }))(mul(2, x));
      const tangent = (x: Real): Real =>
        customTangent((a: Real) => ({ value: a, pushforward: () => x }))(mul(2, x));
      for (const f of [value, cotangent, tangent]) expect(() => mode(f)).toThrow(/from outside/);
    }
  });

  test('is the function itself on numbers, and calls no pullback.', () => {
    const { calls, product } = counted();
    expect(product(2, 3)).toBe(6);
    expect(calls).toEqual({ rule: 1, pullback: 0 });
  });

  test('has the derivative of its rule, not that of its inside.', () => {
    const twisted = customGradient((x: Real) => ({
      value: mul(x, x),
      pullback: (c: Real) => [mul(c, 100)],
    }));
    expect(grad(twisted)(3)).toBe(100);
    expect(derivative(twisted)(3)).toBe(100);
    expect(jacobian(twisted)(3)).toBe(100);
    expect(vjp(twisted)(3).pullback(2)).toBe(200);
  });

  test('is pulled back exactly once, with the summed cotangent, however often its result is used.', () => {
    const seen: Real[] = [];
    const same = customGradient((x: Real) => ({
      value: x,
      pullback: (c: Real) => {
        seen.push(c);
        return [c];
      },
    }));
    const f = (x: Real): Real => {
      const y = same(x);
      let total: Real = 0;
      for (let k = 1; k <= 50; k++) total = add(total, mul(k, y));
      return total;
    };
    expect(grad(f)(2)).toBe(1275);
    expect(seen).toEqual([1275]);
  });

  test('runs factored: a tower of n squarings calls n pullbacks, not 2^n - 1.', () => {
    const { calls, product } = counted();
    const tower = (x: Real): Real => {
      let z = x;
      for (let k = 0; k < 16; k++) z = product(z, z);
      return z;
    };
    expect(grad(tower)(1)).toBe(2 ** 16);
    expect(calls).toEqual({ rule: 16, pullback: 16 });
  });

  test('has trees as arguments and value, pulled back together.', () => {
    let calls = 0;
    const rotate = customGradient(
      ({ x, y }: { x: Real; y: Real; unit: string }, angle: Real[]) => ({
        value: [sub(x, mul(angle[0], y)), { and: add(y, mul(angle[0], x)) }] as const,
        pullback: ([a, { and: b }]: readonly [Real, { and: Real }]) => {
          calls++;
          return [
            { x: add(a, mul(angle[0], b)), y: sub(b, mul(angle[0], a)), unit: 'm' },
            [sub(mul(b, x), mul(a, y))],
          ];
        },
      }),
    );
    const f = (p: { x: Real; y: Real; unit: string }, angle: Real[]): Real => {
      const [a, { and }] = rotate(p, angle);
      return mul(a, mul(and, and));
    };
    const point = { x: 2, y: 3, unit: 'm' };
    const plain = (p: { x: Real; y: Real; unit: string }, angle: Real[]): Real => {
      const b = add(p.y, mul(angle[0], p.x));
      return mul(sub(p.x, mul(angle[0], p.y)), mul(b, b));
    };
    expect(grad(f, { wrt: [0, 1] })(point, [0.5])).toEqual(
      grad(plain, { wrt: [0, 1] })(point, [0.5]),
    );
    expect(calls).toBe(1);
  });

  test('skips a pullback whose cotangents are all zero, and takes undefined for zero.', () => {
    const { calls, product } = counted();
    expect(grad((x: Real) => add(mul(0, product(x, x)), x))(3)).toBe(1);
    expect(calls.pullback).toBe(0);
    const half = customGradient((x: Real, y: Real) => ({
      value: mul(x, y),
      pullback: (c: Real) => [mul(c, y), undefined],
    }));
    expect(grad(half, { wrt: [0, 1] })(2, 3)).toEqual([3, 0]);
  });

  test('nests to any order and in every mixture of modes.', () => {
    const { product } = counted();
    const cube = (x: Real): Real => product(product(x, x), x);
    expect(grad((x: Real) => grad(cube)(x))(2)).toBe(12);
    expect(grad((x: Real) => derivative(cube)(x))(2)).toBe(12);
    expect(derivative((x: Real) => grad(cube)(x))(2)).toBe(12);
    expect(derivative((x: Real) => derivative(cube)(x))(2)).toBe(12);
    expect(hvp(cube)(2, 5)).toBe(60);
    expect(grad((x: Real) => grad((y: Real) => grad(cube)(y))(x))(2)).toBe(6);
  });

  test('keeps its own derivative at every level of nesting.', () => {
    const through = customGradient((x: Real) => ({ value: round(x), pullback: (c: Real) => [c] }));
    const f = (x: Real): Real => mul(through(x), through(x));
    // With round(x) read as x: x², of second derivative 2.
    expect(grad(f)(2.4)).toBe(4);
    expect(grad((x: Real) => grad(f)(x))(2.4)).toBe(2);
    expect(derivative((x: Real) => derivative(f)(x))(2.4)).toBe(2);
  });

  test('may compute its value outside of the operators.', () => {
    const native = customGradient((x: Real) => ({
      value: Math.sin(primalOf(x)),
      pullback: (c: Real) => [mul(c, Math.cos(primalOf(x)))],
    }));
    expect(grad(native)(0)).toBe(1);
    expect(derivative(native)(0)).toBe(1);
  });

  test('may differentiate inside, at full speed and beside the tape of the run around it.', () => {
    const inner = (x: Real): Real => mul(sin(x), exp(x));
    const own = customGradient((x: Real) => ({
      value: inner(x),
      pullback: (c: Real) => [mul(c, grad(inner)(x))],
    }));
    const around = (f: (x: Real) => Real) => (x: Real) => mul(f(mul(x, x)), f(x));
    expect(grad(around(own))(1.2)).toBeCloseTo(grad(around(inner))(1.2), 12);
    expect(trace(around(own))(1.2).counts.bindings).toBe(4);
  });

  test('can be used in a pullback that is kept.', () => {
    const { calls, product } = counted();
    const { pullback } = vjp((x: Real[]) => [product(x[0], x[1]), x[0]])([2, 3]);
    expect(pullback([1, 0])).toEqual([3, 2]);
    expect(pullback([2, 1])).toEqual([7, 4]);
    expect(calls).toEqual({ rule: 1, pullback: 2 });
    expect(grad((c: Real) => pullback([mul(c, c), 0])[0] as Real)(5)).toBe(30);
  });

  test('is shown by trace with the edges that its pullback gives.', () => {
    const { product } = counted();
    const { bindings } = trace((x: Real, y: Real) => product(x, y), { wrt: [0, 1] })(2, 3);
    expect(bindings).toEqual([
      {
        id: 3,
        primal: 6,
        edges: [
          { arg: 1, partial: 3 },
          { arg: 2, partial: 2 },
        ],
      },
    ]);
  });

  test('refuses duals from outside, whose derivative would be lost.', () => {
    const f = (a: Real): Real =>
      customGradient((x: Real) => ({ value: mul(a, x), pullback: (c: Real) => [mul(c, a)] }))(a);
    expect(() => grad(f)(3)).toThrow(/custom rule used.*Pass it/);
    expect(() => derivative(f)(3)).toThrow(/custom rule used/);
    expect(() => hvp(f)(3, 1)).toThrow(/custom rule used/);
    expect(() => derivative((x: Real) => derivative(f)(x))(3)).toThrow(/custom rule used/);
    expect(grad((x: Real) => mul(x, x))(3)).toBe(6);
  });

  test('refuses cotangents of another shape, and rules without a pullback.', () => {
    const none = customGradient<[Real], Real>((() => ({ value: 1 })) as never);
    const short = customGradient((x: Real, y: Real) => ({
      value: mul(x, y),
      pullback: (() => [1]) as never,
    }));
    const other = customGradient((x: Real) => ({ value: x, pullback: (() => [[1]]) as never }));
    expect(() => none(1)).toThrow(/must return \{ value, pullback \}/);
    expect(() => grad(short)(1, 2)).toThrow(/list of 2 cotangents/);
    expect(() => grad(other)(1)).toThrow(/cotangent has the wrong shape/);
  });

  test('that throws leaves nothing behind.', () => {
    const failing = customGradient((x: Real) => ({
      value: x,
      pullback: (): [Real] => {
        throw new Error('mine');
      },
    }));
    const f = (x: Real[]): Real => add(failing(mul(x[0], x[1])), mul(x[0], x[0]));
    expect(() => grad(f)([2, 3])).toThrow('mine');
    expect(grad((x: Real[]) => mul(x[0], mul(x[1], x[2])))([2, 3, 4])).toEqual([12, 8, 6]);
  });

  test('is pulled back 100,000 times by 100,000 calls.', () => {
    const { calls, product } = counted();
    const chain = (x: Real): Real => {
      let y = x;
      for (let k = 0; k < 1e5; k++) y = product(y, 1);
      return y;
    };
    expect(grad(chain)(3)).toBe(1);
    expect(calls.pullback).toBe(1e5);
  });
});

describe('A function with its own pushforward', () => {
  const twisted = customTangent((x: Real, y: Real) => ({
    value: mul(x, y),
    pushforward: ([dx, dy]: readonly [Real, Real]) => add(mul(7, dx), mul(x, dy)),
  }));

  test('is differentiated by it, in both directions.', () => {
    expect(jvp(twisted)([2, 3], [1, 0])).toEqual({ value: 6, tangent: 7 });
    expect(grad(twisted, { wrt: [0, 1] })(2, 3)).toEqual([7, 2]);
  });

  test('nests.', () => {
    const f = (x: Real): Real => twisted(x, x);
    expect(derivative((x: Real) => derivative(f)(x))(2)).toBe(1);
    expect(grad((x: Real) => grad(f)(x))(2)).toBe(1);
    expect(hvp(f)(2, 1)).toBe(1);
  });

  test('gives every mode the direction it needs, if a rule has both.', () => {
    const used: string[] = [];
    const both = customGradient((x: Real) => ({
      value: neg(x),
      pullback: (c: Real) => (used.push('pullback'), [neg(c)]),
      pushforward: ([dx]: readonly [Real]) => (used.push('pushforward'), neg(dx)),
    }));
    expect([grad(both)(1), derivative(both)(1)]).toEqual([-1, -1]);
    expect(used).toEqual(['pullback', 'pushforward']);
  });
});

test('Clipping the gradient is one line.', () => {
  const clipped = customGradient((x: Real) => ({
    value: x,
    pullback: (c: Real) => [max(-1, min(1, c))],
  }));
  expect(grad((x: Real) => mul(100, clipped(x)))(3)).toBe(1);
});
