/**
 * `checkpoint`, `loop` and `scan` mean the same in every mode, whatever is written into their arguments
 * before, within and after the call, and however these share containers.
 */
import { List, Map as ImmutableMap } from 'immutable';
import {
  add,
  checkpoint,
  customGradient,
  derivative,
  exp,
  grad,
  hvp,
  jacobian,
  jvp,
  loop,
  mul,
  neg,
  scan,
  sin,
  sub,
  trace,
  vjp,
  type Real,
} from 'delta-tape';
import { plainly, remembering, type Tools } from '../support/remembering.js';

type F = (xs: readonly Real[]) => Real;

const basis = (at: readonly number[]) => at.map((_, j) => at.map((__, k) => (k === j ? 1 : 0)));

/** The value on numbers and the gradient, which must be that of `reference` in every mode. */
function expectLike(f: F, reference: F, at: readonly number[] = [0.7, -0.4]): void {
  const close = (actual: readonly number[], expected: readonly number[]) => {
    expect(actual).toHaveLength(expected.length);
    actual.forEach((x, k) => expect(x).toBeCloseTo(expected[k], 10));
  };
  const value = reference(at) as number;
  const expected = grad(reference)([...at]);
  expect(f(at)).toBe(value);
  expect(vjp(f)([...at]).value).toBe(value);
  expect(jvp(f)([[...at]], [at.map(() => 1)]).value).toBe(value);
  close(grad(f)([...at]), expected);
  const { pullback } = vjp(f)([...at]);
  close(pullback(1), expected);
  close(pullback(1), expected);
  close(
    basis(at).map((v) => jvp(f)([[...at]], [v]).tangent),
    expected,
  );
  const v = at.map((_, k) => 0.3 + k);
  const product = basis(at).map(
    (u) => jvp((y: Real[]) => jvp(reference)([y], [v]).tangent)([[...at]], [u]).tangent,
  );
  close(hvp(f)([...at], v), product);
  close(jvp((y: Real[]) => grad(f)(y))([[...at]], [v]).tangent, product);
  close(grad((y: Real[]) => jvp(f)([y], [v]).tangent)([...at]), product);
  const inner = (y: Real[]): Real =>
    grad(f)(y).reduce((total: Real, c: Real, k: number) => add(total, mul(c, v[k])), 0);
  close(grad(inner)([...at]), product);
}

/** The same, with the operators given and with ones that remember everything. */
const alike = (program: (tools: Tools) => F, at?: readonly number[]) => {
  for (const memory of [1, 500, 1e6])
    expectLike(program(remembering(memory)), program(plainly), at);
};

describe('What is written after the call', () => {
  test('into an argument of a checkpointed function leaves its derivative alone', () => {
    alike(({ checkpoint }) => ([x, y]) => {
      const s = [x, y];
      const square = checkpoint((z: Real[]) => mul(z[0], z[0]));
      const first = square(s);
      s[0] = neg(s[0]);
      return add(first, mul(s[0], y));
    });
  });

  test('into the first state of a loop leaves its derivative alone', () => {
    alike(({ loop }) => ([x, y]) => {
      const s = [x, y];
      const t = loop(7, (z: Real[]) => [sin(mul(z[0], z[1])), z[0]], s);
      s[0] = neg(s[0]);
      s[1] = mul(s[0], s[1]);
      return add(mul(t[0], s[1]), s[0]);
    });
  });

  test('into elements and states of a scan leaves its derivative alone', () => {
    alike(({ scan }) => ([x, y]) => {
      const rows = [[x], [y], [mul(x, y)]];
      const s = [x];
      const { state, outputs } = scan(
        rows,
        (t: Real[], row: Real[]) =>
          [[add(t[0], mul(row[0], row[0]))], [mul(row[0], t[0])]] as [Real[], Real[]],
        s,
      );
      rows.forEach((row) => (row[0] = neg(row[0])));
      s[0] = 0;
      outputs[0][0] = mul(outputs[0][0], 3);
      return add(mul(state[0], outputs[0][0]), mul(outputs[2][0], rows[1][0]));
    });
  });

  test('stays out of gradients that come later', () => {
    const f = (xs: Real[]): Real => {
      const s = [xs[0]];
      const y = checkpoint((z: Real[]) => mul(z[0], z[0]))(s);
      s[0] = exp(neg(s[0]));
      return y;
    };
    expect(grad(f)([3])).toEqual([6]);
    expect(grad((xs: Real[]) => mul(sin(xs[0]), exp(xs[0])))([0])).toEqual([1]);
    expect(hvp(f)([3], [1])).toEqual([2]);
  });

  test('into what a checkpointed function or a step captured is refused where it matters', () => {
    const f = (xs: Real[]): Real => {
      const s = [xs[0]];
      const y = checkpoint(() => mul(s[0], s[0]))();
      s[0] = neg(s[0]);
      return y;
    };
    const g = (xs: Real[]): Real => {
      const s = [xs[0]];
      const y = loop(3, (t: Real) => mul(t, mul(s[0], s[0])), 1);
      s[0] = neg(s[0]);
      return y;
    };
    for (const h of [f, g]) {
      expect(() => grad(h)([3])).toThrow(/made after its call/);
      expect(() => hvp(h)([3], [1])).toThrow(/made after its call/);
      expect(grad((xs: Real[]) => mul(xs[0], xs[0]))([3])).toEqual([6]);
    }
  });
});

describe('What is written within', () => {
  test('a checkpointed function is written into its arguments', () => {
    alike(({ checkpoint }) => ([x, y]) => {
      const s = [x, y, 0];
      const z = checkpoint((t: Real[]) => {
        t[2] = mul(t[0], t[1]);
        t[0] = sin(t[0]);
        return add(t[2], t[0]);
      })(s);
      return mul(z, add(s[0], mul(s[1], s[2])));
    });
  });

  test('also where it writes a number equal to the one that was there', () => {
    alike(
      ({ checkpoint }) =>
        ([x, y]) => {
          const out = [0, 0];
          checkpoint((a: Real, to: Real[]) => {
            to[0] = mul(a, y);
            to.push(sin(a));
            return 0;
          })(x, out);
          return add(mul(3, out[0]), mul(out[2], y));
        },
      [0, 2],
    );
  });

  test('into objects, maps, lists of lists, and what is new in them', () => {
    alike(({ checkpoint }) => ([x, y]) => {
      const s = { a: x, rows: [[y], [x, y]], map: new Map<string, Real>([['y', y]]), at: 1 };
      const inner = s.rows[1];
      checkpoint((t: typeof s) => {
        t.a = mul(t.a, t.a);
        t.map.set('x', sin(t.a));
        t.map.delete('y');
        t.rows[t.at][0] = mul(t.a, y);
        t.rows[1] = [t.a];
        return 0;
      })(s);
      return add(
        mul(s.a, s.map.get('x')!),
        mul(inner[0], add(s.rows[1][0], s.map.has('y') ? 1 : 0)),
      );
    });
  });

  test('the steps of a loop is written into the state they were given', () => {
    alike(({ loop }) => ([x, y]) => {
      const s = [x, y];
      const t = loop(
        9,
        (z: Real[], k) => {
          z[k % 2] = mul(z[0], sin(z[1]));
          return z;
        },
        s,
      );
      t[0] = add(t[0], 1);
      return add(mul(s[0], s[1]), t[1]);
    });
  });

  test('the first steps is kept where the state goes on without it', () => {
    alike(({ loop }) => ([x, y]) => {
      const s = { a: x, b: [y], n: 0 };
      const t = loop(
        6,
        (z: typeof s, k) => {
          if (k < 3) z.b[0] = mul(z.b[0], z.a);
          z.n = z.n + 1;
          return k === 3 ? { a: z.a, b: [z.b[0]], n: z.n } : { ...z, a: sin(z.a) };
        },
        s,
      );
      return add(mul(s.a, s.b[0]), mul(s.n, mul(t.a, add(t.b[0], t.n))));
    });
  });

  test('later steps changes outputs that are the same containers', () => {
    alike(({ scan }) => ([x, y]) => {
      const { state, outputs } = scan(
        [1, 2, 3, 4],
        (z: Real[], c: number, k) => {
          if (k === 2) return [[mul(z[0], c), z[1]], z];
          z[0] = mul(sin(z[0]), z[1]);
          z[1] = add(z[1], c);
          return [z, z];
        },
        [x, y],
      );
      expect(outputs[0]).toBe(outputs[1]);
      expect(outputs[3]).toBe(state);
      return outputs.reduce((sum: Real, z, k) => add(sum, mul(k + 1, mul(z[0], z[1]))), state[0]);
    });
  });

  test('into an element of a list that scan goes through is refused in every mode', () => {
    const f = (xs: readonly Real[]): Real =>
      scan(
        [[1], [xs[0]]],
        (s: Real, row: Real[]) => {
          row[0] = add(row[0], 1);
          return [add(s, row[0]), row] as const;
        },
        0,
      ).state;
    for (const way of [
      f,
      grad(f),
      (x: number[]) => jvp(f)([x], [[1]]),
      (x: number[]) => hvp(f)(x, [1]),
    ]) {
      expect(() => way([2])).toThrow(/element 0 of the list that scan goes through/);
    }
  });

  test('is not taken for done if the function throws', () => {
    alike(({ checkpoint }) => ([x, y]) => {
      const s = [x, y];
      const failing = checkpoint((t: Real[]): Real => {
        if (t.length > 0) throw new Error('mine');
        return 0;
      });
      try {
        failing(s);
      } catch {
        return mul(s[0], s[1]);
      }
      return 0;
    });
  });
});

describe('Sharing', () => {
  test('of one array by two arguments is kept', () => {
    alike(({ checkpoint }) => ([x, y]) => {
      const s = [x];
      const f = checkpoint((a: Real[], b: Real[]) => {
        a[0] = mul(a[0], y);
        return mul(a[0], b[0]);
      });
      return add(f(s, s), mul(f(s, [y]), s[0]));
    });
  });

  test('of rows by a state is kept, and of the state by a cycle', () => {
    interface Ring {
      value: Real;
      next: Ring;
    }
    alike(({ loop, checkpoint }) => ([x, y]) => {
      const row = [x];
      const t = loop(
        5,
        (z: Real[][]) => {
          z[0][0] = mul(sin(z[1][0]), y);
          return z;
        },
        [row, row],
      );
      const a = { value: x } as Ring;
      a.next = { value: y, next: a };
      checkpoint((ring: Ring) => {
        ring.next.value = mul(ring.value, ring.next.next.next.value);
        return 0;
      })(a);
      return add(mul(t[1][0], row[0]), mul(a.next.value, a.next.next.value));
    });
  });

  test('of a result with an argument, and of results, is kept', () => {
    alike(({ checkpoint }) => ([x, y]) => {
      const s = [x, y];
      const [t, u, v] = checkpoint((a: Real[]) => {
        const fresh = [mul(a[0], a[1])];
        return [a, fresh, fresh];
      })(s);
      t[0] = mul(t[0], 2);
      u[0] = mul(u[0], y);
      return add(mul(s[0], v[0]), s[1]);
    });
  });

  test('of memory by typed arrays is kept', () => {
    alike(({ checkpoint }) => ([x]) => {
      const memory = new Float64Array([1, 2, 3, 4]);
      const f = checkpoint((z: Real, all: Float64Array, part: Float64Array, at: Int32Array) => {
        part[0] += 5;
        at[0]++;
        return mul(z, all[1] + at[0]);
      });
      const at = new Int32Array([0]);
      const y = f(x, memory, memory.subarray(1, 3), at);
      memory[1] = 100;
      return mul(y, memory[2] + at[0]);
    });
  });

  test('of what cannot be written does no harm', () => {
    alike(({ checkpoint, loop }) => ([x, y]) => {
      const s = Object.freeze({ list: List([x, y]), inner: Object.freeze([x]) });
      const t = checkpoint((z: typeof s) =>
        Object.freeze({ list: z.list.set(0, mul(z.inner[0], y)), inner: z.inner }),
      )(s);
      const u = loop(
        4,
        (m: ImmutableMap<string, Real>) => m.update('a', (a) => sin(mul(a!, y))),
        ImmutableMap([['a', t.list.get(0)!]]),
      );
      return add(mul(t.list.get(0)!, t.inner[0]), u.get('a')!);
    });
  });
});

describe('Plain numbers in a state', () => {
  test('are numbers in every mode', () => {
    alike(({ loop, checkpoint }) => (xs) => {
      const end = loop(
        4,
        ({ k, total }: { k: number; total: Real }) => ({
          k: k + 1,
          total: add(total, mul(xs[k % 2], k)),
        }),
        { k: 0, total: 0 },
      );
      return checkpoint(({ k, total }: typeof end) => mul(total, xs[k - 4]))(end);
    });
  });
});

describe('The cost', () => {
  test('of untouched arguments is no binding', () => {
    const f = (xs: Real[]): Real => {
      const g = checkpoint((ys: Real[]) => mul(ys[0], ys[1]));
      return add(g(xs), g(xs));
    };
    expect(trace(f)(Array.from({ length: 1000 }, (_, k) => k)).counts.bindings).toBe(3);
  });

  test('of a call is one look at its arguments and one at what it leaves', () => {
    let reads = 0;
    const counted = (xs: readonly Real[]) =>
      Object.defineProperties(
        {},
        Object.fromEntries(
          xs.map((x, k) => [
            `x${k}`,
            { value: x, enumerable: true, configurable: true, writable: true },
          ]),
        ),
      ) as { [key: string]: Real };
    const readsFor = (n: number): number => {
      reads = 0;
      const f = (xs: Real[]): Real => {
        const watched = new Proxy(counted(xs), {
          get: (target, key) => (reads++, Reflect.get(target, key) as unknown),
        });
        return checkpoint((o: { [key: string]: Real }) => mul(o.x0, o.x1))(watched);
      };
      grad(f)(new Array<number>(n).fill(1.5));
      return reads;
    };
    expect(readsFor(2000) / readsFor(1000)).toBeCloseTo(2, 1);
    expect(readsFor(1000)).toBeLessThan(4 * 1000);
  });
});

test('Rules get copies of their arguments in every mode, and keep what they need', () => {
  const squared = customGradient((xs: readonly Real[]) => {
    const own = xs as Real[];
    const first = own[0];
    own[0] = 100;
    return { value: mul(first, first), pullback: (c: Real) => [[mul(c, mul(2, first))]] };
  });
  const f = (xs: readonly Real[]): Real => {
    const s = [xs[0]];
    const y = squared(s);
    s[0] = neg(s[0]);
    return add(y, mul(0, s[0]));
  };
  expect(f([3])).toBe(9);
  expect(grad(f)([3])).toEqual([6]);
  expect(hvp(f)([3], [1])).toEqual([2]);
  expect(derivative((x: Real) => f([x]))(3)).toBe(6);
});

test('A pullback is that at the arguments of the call, whatever becomes of them and of the value', () => {
  const f = (xs: Real[], data: number[]): Real[] => [
    checkpoint((z: Real[]) => mul(z[0], mul(z[0], data[0])))(xs),
    sub(xs[0], xs[1]),
  ];
  const at = [3, 4];
  const data = [5];
  const { value, pullback } = vjp(f)(at, data);
  expect(pullback([1, 1])).toEqual([31, -1]);
  at[0] = 11;
  data[0] = 7;
  value[0] = NaN;
  expect(pullback([1, 1])).toEqual([31, -1]);
  expect(pullback([1, 0])).toEqual([30, 0]);
  expect(jacobian(f, { plan: 'reverse' })([3, 4], [5])).toEqual([
    [30, 0],
    [1, -1],
  ]);
});
