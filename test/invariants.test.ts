/**
 * The invariants of the library, each under its name. Those on random programs
 * are in faces.test.ts.
 */
import {
  add,
  definePrimitive,
  div,
  grad,
  gt,
  jvp,
  mul,
  relu,
  sin,
  sqrt,
  sum,
  trace,
  vjp,
  type Dual,
  type Real,
} from '../src/index.js';

describe('dense ids', () => {
  test('inputs have ids 1 … n and bindings follow without gaps', () => {
    const { inputs, bindings, outputs } = trace((x: Real[]) => sum([mul(x[0], x[1]), sin(x[2])]))([
      1, 2, 3,
    ]);
    expect(inputs.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(bindings.map(({ id }) => id)).toEqual([4, 5, 6]);
    expect(outputs).toEqual([6]);
  });

  test('constants have id 0 and cost nothing', () => {
    const f = (x: Real) => {
      for (let k = 0; k < 100; k++) mul(sin(k), 2);
      return add(x, mul(3, 4));
    };
    expect(trace(f)(1).counts.bindings).toBe(1);
    expect(trace((_: Real) => 3)(1).outputs).toEqual([0]);
  });
});

describe('acyclic', () => {
  test('ten million operations are swept without recursion', () => {
    const n = 2_500_000;
    const chain = (x: Real) => {
      let y = x;
      let total: Real = 0;
      for (let k = 0; k < n; k++) {
        y = add(mul(sin(y), y), 0.1);
        total = add(total, y);
      }
      return total;
    };
    let [y, dy, slope] = [0.5, 1, 0];
    for (let k = 0; k < n; k++) {
      dy *= Math.cos(y) * y + Math.sin(y);
      y = Math.sin(y) * y + 0.1;
      slope += dy;
    }
    expect(grad(chain)(0.5)).toBeCloseTo(slope, 9);
  });

  test('x summed 5,000 times has the derivative 5000, as a chain and as one list', () => {
    const chain = (x: Real) =>
      Array<Real>(5000)
        .fill(x)
        .reduce((total, y) => add(total, y));
    expect(grad(chain)(0.3)).toBe(5000);
    expect(grad((x: Real) => sum(Array<Real>(5000).fill(x)))(0.3)).toBe(5000);
  });
});

describe('one run', () => {
  const leak = () => {
    let kept: Real = 0;
    grad((x: Real) => {
      kept = mul(x, 2);
      return kept;
    })(3);
    return kept;
  };

  test('a dual of a finished run is refused outside', () => {
    const kept = leak();
    expect(() => mul(kept, 2)).toThrow('after its derivative had ended');
    expect(() => gt(kept, 1)).toThrow('after its derivative had ended');
  });

  test('a dual of a finished run is refused in a later run, in every mode and position', () => {
    const kept = leak();
    for (const f of [
      (x: Real) => mul(x, kept),
      (x: Real) => mul(kept, x),
      (x: Real) => sum([x, kept]),
      () => kept,
    ]) {
      expect(() => grad(f)(3)).toThrow('after its derivative had ended');
      expect(() => vjp(f)(3)).toThrow('after its derivative had ended');
      expect(() => jvp(f)([3], [1])).toThrow('after its derivative had ended');
    }
    expect(() => grad((x: Real) => mul(x, x))(kept)).toThrow('after its derivative had ended');
    expect(grad((x: Real) => mul(x, x))(3)).toBe(6);
  });
});

describe('each binding once', () => {
  test('a partial is used once in the sweep, with the summed cotangent, whatever the fan-out', () => {
    let calls = 0;
    const counted = definePrimitive({
      name: 'counted',
      formula: ['2x'],
      domain: { text: 'all x', points: [[1]] },
      conventions: [],
      value: (x) => x * x,
      partials: [
        (x) => {
          calls++;
          return mul(2, x);
        },
      ],
    });
    const f = (x: Real) => {
      const y = counted(x);
      let z: Real = 0;
      for (let k = 0; k < 50; k++) z = add(z, mul(y, y));
      return z;
    };
    const { bindings } = trace(f)(2).counts;
    calls = 0;
    expect(grad(f)(2)).toBe(50 * 2 * 4 * 4);
    expect(calls).toBe(1);
    expect(bindings).toBe(1 + 50 + 50);
  });
});

describe('linear cost', () => {
  test('work on a container of 10⁵ inputs is linear in it', () => {
    const n = 100_000;
    const total = (xs: Real[]) => xs.reduce((t, x) => add(t, x));
    const at = new Array<number>(n).fill(1);
    expect(trace(total)(at).counts).toMatchObject({ bindings: n - 1, edges: 2 * (n - 1) });
    expect(grad(total)(at).every((x) => x === 1)).toBe(true);
  });

  test('a binding takes 40 bytes and a wide edge 12', () => {
    expect(trace((x: Real) => mul(x, x))(3).counts.bytes).toBe(2 * 40);
    expect(trace((x: Real) => sum([x, x, x]))(3).counts.bytes).toBe(2 * 40 + 3 * 12);
  });
});

describe('zero skipping', () => {
  test('0 · ∞ contributes 0: nothing comes through a branch that does not count', () => {
    expect(grad((x: Real) => sqrt(relu(x)))(-1)).toBe(0);
    expect(jvp((x: Real) => sqrt(relu(x)))([-1], [1]).tangent).toBe(0);
    expect(grad((x: Real) => mul(0, sqrt(x)))(0)).toBe(0);
  });

  test('a result that is not used passes nothing on, however singular', () => {
    const f = (x: Real) => {
      div(1, x);
      sqrt(x);
      return mul(x, 3);
    };
    expect(grad(f)(0)).toBe(3);
  });

  test('NaN is not 0: it is propagated', () => {
    expect(grad((x: Real) => mul(x, NaN))(1)).toBeNaN();
  });
});

describe('levels', () => {
  test('perturbations are not confused', () => {
    const inner = (x: Real) => grad((y: Real) => add(x, y))(1);
    expect(grad((x: Real) => mul(x, inner(x)))(1)).toBe(1);
    expect(grad((x: Real) => mul(x, grad((y: Real) => mul(x, y))(1)))(4)).toBe(8);
  });
});

describe('reuse of the columns', () => {
  test('a run leaves nothing behind for the next one', () => {
    const long = (x: Real) => {
      let y = x;
      for (let k = 0; k < 1000; k++) y = sin(mul(y, 1.5));
      return y;
    };
    const before = grad(long)(0.4);
    for (let k = 0; k < 20; k++) {
      expect(grad((x: Real) => mul(x, k))(1)).toBe(k);
      expect(() =>
        grad((x: Real) => {
          long(x);
          throw new Error('mine');
        })(1),
      ).toThrow('mine');
    }
    expect(grad(long)(0.4)).toBe(before);
  });

  test('pullbacks keep their bindings while other runs come and go', () => {
    const { pullback } = vjp((x: Real[]) => [mul(x[0], x[1]), sin(x[0])])([2, 3]);
    grad((x: Real) => mul(mul(x, x), x))(5);
    const other = vjp((x: Real) => mul(x, 7))(1).pullback;
    expect(pullback([1, 0])).toEqual([3, 2]);
    expect(other(2)).toBe(14);
    expect(pullback([1, 0])).toEqual([3, 2]);
    expect(pullback([0, 1])).toEqual([Math.cos(2), 0]);
  });
});

test('no duplication: a dual is a handle that shows its primal and its id, and nothing else', () => {
  grad((x: Real) => {
    expect(Object.keys(x as Dual).sort()).toEqual(['id', 'run']);
    return x;
  })(1);
});
