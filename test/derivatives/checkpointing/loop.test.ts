import fc from 'fast-check';
import {
  add,
  checkpoint,
  derivative,
  grad,
  hvp,
  jacobian,
  loop,
  mul,
  scan,
  sin,
  sub,
  sum,
  trace,
  vjp,
  type LoopCounts,
  type Real,
} from 'delta-tape';

interface State {
  y: Real;
  total: Real;
}
const step = ({ y, total }: State): State => {
  const next = add(mul(sin(y), y), 0.1);
  return { y: next, total: add(total, next) };
};
const inLoop =
  (steps: number, memory: number, report?: (counts: LoopCounts) => void) =>
  (x: Real): Real =>
    loop(steps, step, { y: x, total: 0 }, { memory, ...(report && { report }) }).total;
const remembered =
  (steps: number) =>
  (x: Real): Real => {
    let state: State = { y: x, total: 0 };
    for (let k = 0; k < steps; k++) state = step(state);
    return state.total;
  };

describe('A loop', () => {
  it('refuses steps that do not repeat themselves, also where one block is enough', () => {
    let calls = 0;
    const unsteady = (x: Real): Real => loop(4, (s: Real) => mul(s, ++calls), x);
    expect(() => grad(unsteady)(2)).toThrow(/a step of a loop did not compute the same/);
    const outputs = (x: Real): Real =>
      sum(scan([1, 2], (s: Real) => [s, mul(s, ++calls)] as const, x).outputs);
    expect(() => grad(outputs)(2)).toThrow(/a step of a loop did not compute the same/);
  });

  it('refuses a real that an earlier recording of a step left behind', () => {
    const f = (x: Real): Real => {
      let left: Real | undefined;
      loop(1, (s: Real) => ((left ??= mul(s, 3)), s), x);
      const y = sin(x);
      return add(checkpoint((z: Real) => mul(z, z))(left!), y);
    };
    expect(() => grad(f)(2)).toThrow(/after its derivative had ended/);
  });

  it('may take derivatives at reals from outside', () => {
    const f = (x: Real): Real =>
      loop(3, (s: Real) => mul(s, grad((z: Real) => mul(z, z))(x)), 1, { memory: 100 });
    expect(grad(f)(2)).toBe(96);
    expect(grad((x: Real) => grad(f)(x))(2)).toBe(96);
  });

  test('is a loop on numbers.', () => {
    expect(inLoop(100, 1e4)(0.7)).toBe(remembered(100)(0.7));
    expect(loop(0, () => 1, 5)).toBe(5);
  });

  test('has the same gradient whatever its memory.', () => {
    const steps = fc.integer({ min: 0, max: 300 });
    const memory = fc.integer({ min: 1, max: 60_000 });
    fc.assert(
      fc.property(steps, memory, (n, bytes) => {
        expect(grad(inLoop(n, bytes))(0.7)).toBe(grad(remembered(n))(0.7));
      }),
    );
  });

  test.each([1, 1000, 5000, 20_000, 100_000, 1e6])(
    'keeps to a memory of %p bytes, and computes again as seldom as can be.',
    (memory) => {
      let counts: LoopCounts | undefined;
      grad(inLoop(2000, memory, (found) => (counts = found)))(0.7);
      const { steps, block, states, advanced, least, tape } = counts!;
      expect(steps).toBe(2000);
      // Four operations a step, and the two reals of the state that a block starts from; the first
      // block starts from reals that are on the tape already.
      expect(tape).toBe(40 * (4 * block + (block < steps ? 2 : 0)));
      expect(tape).toBeLessThanOrEqual(block === 1 ? 240 : memory / 2);
      expect(states).toBeLessThanOrEqual(Math.max(1, memory / 2 / 160));
      // The last block may be a shorter one.
      expect(Math.abs(advanced - least)).toBeLessThanOrEqual(block);
    },
  );

  test('leaves one binding on the tape for each real of its state.', () => {
    expect(trace(inLoop(1000, 1e4))(0.7).counts.bindings).toBe(2);
  });

  test('may use reals from outside, however it is gone through.', () => {
    const f = (memory: number) => (a: Real, b: Real) => {
      const c = mul(a, b);
      return loop(50, (x: Real, k) => add(mul(a, sin(x)), mul(c, k / 50)), b, { memory });
    };
    const expected = grad(f(1e6), { wrt: [0, 1] })(0.3, 0.5);
    const plainly = (a: Real, b: Real): Real => {
      let x = b;
      for (let k = 0; k < 50; k++) x = add(mul(a, sin(x)), mul(mul(a, b), k / 50));
      return x;
    };
    const reference = grad(plainly, { wrt: [0, 1] })(0.3, 0.5);
    expected.forEach((x, k) => expect(x).toBeCloseTo(reference[k], 12));
    for (const memory of [1, 900, 3000]) {
      grad(f(memory), { wrt: [0, 1] })(0.3, 0.5).forEach((x, k) => {
        expect(x).toBeCloseTo(reference[k], 12);
      });
    }
  });

  test('nests in every mode, and in itself.', () => {
    const few = inLoop(7, 600);
    const all = remembered(7);
    const second = grad((x: Real) => grad(all)(x))(0.7);
    expect(derivative(few)(0.7)).toBeCloseTo(grad(all)(0.7), 12);
    expect(grad((x: Real) => grad(few)(x))(0.7)).toBeCloseTo(second, 12);
    expect(grad((x: Real) => derivative(few)(x))(0.7)).toBeCloseTo(second, 12);
    expect(derivative((x: Real) => grad(few)(x))(0.7)).toBeCloseTo(second, 12);
    expect(hvp(few)(0.7, 2)).toBeCloseTo(2 * second, 12);

    const inside = (x: Real): Real => loop(5, (y: Real) => sin(add(few(y), x)), x, { memory: 300 });
    const flat = (x: Real): Real => {
      let y = x;
      for (let k = 0; k < 5; k++) y = sin(add(all(y), x));
      return y;
    };
    expect(grad(inside)(0.7)).toBeCloseTo(grad(flat)(0.7), 12);
  });

  test('may use reals from outside in a Hessian-vector product.', () => {
    const f = (memory?: number) => (a: Real) => {
      const c = sin(a);
      const step = (x: Real): Real => add(mul(c, sin(x)), a);
      if (memory !== undefined) return loop(9, step, a, { memory });
      let x = a;
      for (let k = 0; k < 9; k++) x = step(x);
      return x;
    };
    for (const memory of [1, 800, 1e6]) {
      expect(hvp(f(memory))(0.4, 1)).toBeCloseTo(hvp(f())(0.4, 1), 12);
    }
  });

  test('has derivatives taken inside its steps, at reals from outside.', () => {
    const cube = (x: Real): Real => mul(x, mul(x, x));
    const slopes: ((a: Real) => Real)[] = [
      (a) => grad(cube)(a),
      (a) => derivative(cube)(a),
      (a) => vjp(cube)(1).pullback(a),
      (a) => jacobian(cube)(a),
      (a) => hvp(cube)(a, a),
    ];
    for (const slope of slopes) {
      const step = (a: Real) => (x: Real) => add(mul(x, a), slope(a));
      const inside = (a: Real): Real => loop(3, step(a), 0, { memory: 1 });
      const plainly = (a: Real): Real => step(a)(step(a)(step(a)(0)));
      expect(grad(inside)(1.5)).toBeCloseTo(grad(plainly)(1.5), 10);
      expect(derivative(inside)(1.5)).toBeCloseTo(grad(plainly)(1.5), 10);
    }
  });

  test('has derivatives taken inside its steps: gradient descent is differentiated.', () => {
    // Seed case: weights fitted to w x = 6 at x = 2, from w; each step takes 0.6 of the error away.
    const loss = (w: Real): Real => {
      const miss = sub(mul(w, 2), 6);
      return mul(miss, miss);
    };
    const trained = (w: Real): Real =>
      loop(6, (now: Real) => sub(now, mul(0.05, grad(loss)(now))), w, { memory: 500 });
    expect(trained(0)).toBeCloseTo(2.860032, 12);
    expect(grad(trained)(0)).toBeCloseTo(0.6 ** 6, 12);
  });

  test('can be pulled back again and again, also when its run is over.', () => {
    const f = ([x, y]: Real[]): Real[] => {
      const { y: a, total } = loop(30, step, { y: mul(x, y), total: y }, { memory: 700 });
      return [a, total];
    };
    const plainly = ([x, y]: Real[]): Real[] => {
      let state: State = { y: mul(x, y), total: y };
      for (let k = 0; k < 30; k++) state = step(state);
      return [state.y, state.total];
    };
    expect(jacobian(f, { plan: 'reverse' })([0.7, 2])).toEqual(
      jacobian(plainly, { plan: 'reverse' })([0.7, 2]),
    );
    const { pullback } = vjp(f)([0.7, 2]);
    const expected = vjp(plainly)([0.7, 2]).pullback;
    expect(pullback([1, 0])).toEqual(expected([1, 0]));
    expect(pullback([2, 3])).toEqual(expected([2, 3]));
    expect(derivative((c: Real) => pullback([c, 1]))(5)).toEqual(
      derivative((c: Real) => expected([c, 1]))(5),
    );
  });

  test('may write into its state.', () => {
    const decay = (x: Real): Real => {
      const end = loop(
        9,
        (state: Real[], k) => {
          state[k % 2] = mul(state[0], sin(state[1]));
          return state;
        },
        [x, add(x, 1)],
        { memory: 400 },
      );
      return add(end[0], end[1]);
    };
    const plainly = (x: Real): Real => {
      const state = [x, add(x, 1)];
      for (let k = 0; k < 9; k++) state[k % 2] = mul(state[0], sin(state[1]));
      return add(state[0], state[1]);
    };
    expect(grad(decay)(0.6)).toBe(grad(plainly)(0.6));
  });

  test('copes with steps of uneven length.', () => {
    const uneven = (x: Real): Real =>
      loop(
        40,
        (y: Real, k) => {
          let z = y;
          for (let i = 0; i < (k === 0 ? 1 : k); i++) z = sin(add(z, x));
          return z;
        },
        x,
        { memory: 2000 },
      );
    const plainly = (x: Real): Real => {
      let z = x;
      for (let k = 0; k < 40; k++) for (let i = 0; i < (k || 1); i++) z = sin(add(z, x));
      return z;
    };
    expect(grad(uneven)(0.6)).toBeCloseTo(grad(plainly)(0.6), 12);
  });

  test('refuses steps that do not repeat themselves.', () => {
    let calls = 0;
    const f = (x: Real): Real => loop(20, (y: Real) => mul(y, ++calls), x, { memory: 500 });
    expect(() => grad(f)(1)).toThrow(/did not compute the same numbers/);
    expect(grad(inLoop(20, 500))(0.7)).toBe(grad(remembered(20))(0.7));
  });

  test('refuses duals that escaped from a step.', () => {
    let escaped: Real = 0;
    const f = (x: Real): Real => {
      const y = loop(20, (z: Real) => (escaped = sin(z)), x, { memory: 500 });
      return add(y, escaped);
    };
    const g = (x: Real): Real =>
      loop(20, (z: Real) => (escaped = add(sin(z), escaped)), x, { memory: 500 });
    expect(() => grad(f)(1)).toThrow(/after its derivative had ended/);
    expect(() => grad(g)(1)).toThrow(/after its derivative had ended/);
  });

  test('that throws leaves nothing behind, at whichever time it throws.', () => {
    let calls = 0;
    let fatal = Infinity;
    const failing = (y: Real): Real => {
      if (++calls === fatal) throw new Error('mine');
      return sin(y);
    };
    const f = (x: Real): Real => loop(20, failing, x, { memory: 600 });
    grad(f)(1);
    const all = calls;
    expect(all).toBeGreaterThan(40);
    for (fatal = 1; fatal <= all; fatal += 3) {
      calls = 0;
      expect(() => grad(f)(1)).toThrow('mine');
      expect(grad((x: Real[]) => mul(x[0], mul(x[1], x[2])))([2, 3, 4])).toEqual([12, 8, 6]);
    }
  });

  test('refuses a number of steps, or a memory, that is none.', () => {
    expect(() => loop(-1, step, { y: 1, total: 0 })).toThrow(/number of steps/);
    expect(() => loop(1.5, step, { y: 1, total: 0 })).toThrow(/number of steps/);
    expect(() => loop(5, step, { y: 1, total: 0 }, { memory: 0 })).toThrow(/memory of a loop/);
  });
});

describe('A scan', () => {
  const sums = (xs: readonly Real[], memory = 2 ** 20) =>
    scan(xs, (s: Real, x: Real, k): [Real, Real] => [add(s, x), mul(mul(s, x), k)], 1, { memory });
  const plainly = (xs: readonly Real[]): Real[] => {
    let s: Real = 1;
    const outputs: Real[] = [];
    xs.forEach((x, k) => {
      outputs.push(mul(mul(s, x), k));
      s = add(s, x);
    });
    return [...outputs, s];
  };
  const xs = [0.3, -1, 2, 0.7, 4];

  test('gives the last state and all outputs.', () => {
    const { state, outputs } = sums(xs);
    expect([...outputs, state]).toEqual(plainly(xs));
    expect(sums([])).toEqual({ state: 1, outputs: [] });
  });

  test.each([1, 600, 1e6])('has the Jacobian of its operators, in %p bytes.', (memory) => {
    const flat = (xs: readonly Real[]) => {
      const { state, outputs } = sums(xs, memory);
      return [...outputs, state];
    };
    for (const plan of ['forward', 'reverse'] as const) {
      expect(jacobian(flat, { plan })(xs)).toEqual(jacobian(plainly, { plan })(xs));
    }
  });

  test('may have outputs of any shape, and of none.', () => {
    const f = (x: Real) =>
      scan([1, 2], (s: Real, k: number) => [mul(s, k), { k, s, none: undefined }] as const, x)
        .outputs;
    expect(jacobian(f)(3)).toEqual([
      { k: 0, s: 1, none: undefined },
      { k: 0, s: 1, none: undefined },
    ]);
    const none = (x: Real) => scan([1, 2], (s: Real) => [sin(s), undefined] as const, x);
    expect(none(1).outputs).toEqual([undefined, undefined]);
    expect(grad((x: Real) => none(x).state)(1)).toBeCloseTo(Math.cos(Math.sin(1)) * Math.cos(1));
  });
});
