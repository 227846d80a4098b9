/** Derivatives by entries of the first argument, which `wrt` names by their keys. */
import { List, Map as ImmutableMap, Record as ImmutableRecord } from 'immutable';
import {
  add,
  checkGradient,
  explain,
  grad,
  hessian,
  hvp,
  jacobian,
  jvp,
  linearize,
  mul,
  pullbackForm,
  sin,
  sum,
  trace,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';
import { expectError, untyped } from '../../support/untyped.js';

interface Model {
  w: Real[];
  b: Real;
  name: string;
  data: { xs: number[]; when: Date };
}
const data = { xs: [3, 4], when: new Date(0) };
const model = (): Model & { w: number[]; b: number } => ({ w: [1, 2], b: 5, name: 'm', data });
/** b (3 w₀ + 4 w₁) + b² */
const f = ({ w, b, data: { xs } }: Model, scale: Real = 1): Real =>
  mul(scale, add(mul(b, sum(w.map((x, k) => mul(x, xs[k])))), mul(b, b)));
const outputs = (p: Model) => ({ loss: f(p), name: p.name });

const w = [15, 20];
const b = 21;

describe('A derivative by an entry, or by several, has the shape of these:', () => {
  test('grad and valueAndGrad.', () => {
    expect(grad(f, { wrt: 'w' })(model())).toEqual(w);
    expect(grad(f, { wrt: 'b' })(model())).toBe(b);
    expect(grad(f, { wrt: ['b', 'w'] })(model())).toEqual({ b, w });
    expect(Object.keys(grad(f, { wrt: ['b', 'w'] })(model()))).toEqual(['b', 'w']);
    expect(grad(f, { wrt: ['w'] })(model(), 2)).toEqual({ w: [30, 40] });
    expect(valueAndGrad(f, { wrt: 'w' })(model())).toEqual({ value: 80, gradient: w });
    const pair = (p: Model) => [f(p), p.name] as const;
    expect(valueAndGrad(pair, { wrt: ['b'], aux: true })(model())).toEqual({
      value: 80,
      gradient: { b },
      aux: 'm',
    });
  });

  test('vjp and pullbackForm.', () => {
    expect(vjp(outputs, { wrt: 'w' })(model()).pullback({ loss: 2, name: 'm' })).toEqual([30, 40]);
    const both = vjp(outputs, { wrt: ['w', 'b'] })(model()).pullback({ loss: 2, name: 'm' });
    expect(both).toEqual({ w: [30, 40], b: 42 });
    expect(pullbackForm(f, { wrt: ['w', 'b'] })(() => 2)(model())).toEqual({ w: [30, 40], b: 42 });
    expect(pullbackForm(f, { wrt: 'b' })(() => 2)(model())).toBe(42);
  });

  test('jvp, linearize and hvp, whose tangents have that form.', () => {
    expect(jvp(f, { wrt: 'w' })([model()], [1, 10])).toEqual({ value: 80, tangent: 215 });
    expect(jvp(f, { wrt: ['w', 'b'] })([model()], { b: 1, w: [1, 10] }).tangent).toBe(236);
    expect(linearize(f, { wrt: 'b' })(model()).pushforward(2)).toBe(42);
    const { pushforward } = linearize(outputs, { wrt: ['w', 'b'] })(model());
    expect(pushforward({ w: [1, 10], b: 1 })).toEqual({ loss: 236, name: 'm' });
    expect(hvp(f, { wrt: 'w' })(model(), [1, 1])).toEqual([0, 0]);
    expect(hvp(f, { wrt: ['w', 'b'] })(model(), { w: [1, 10], b: 1 })).toEqual({
      w: [3, 4],
      b: 45,
    });
    expect(hvp(f, { wrt: ['b'] })(model(), { b: 1 }, 10)).toEqual({ b: 20 });
  });

  test('jacobian and hessian, whole and sparse.', () => {
    const wide = (p: Model) => [f(p), p.b];
    for (const plan of ['forward', 'reverse'] as const) {
      expect(jacobian(wide, { wrt: 'w', plan })(model())).toEqual([w, [0, 0]]);
      expect(jacobian(wide, { wrt: ['w', 'b'], plan })(model())).toEqual([
        { w, b },
        { w: [0, 0], b: 1 },
      ]);
      const sparse = jacobian(wide, { wrt: ['w', 'b'], plan, sparse: true })(model());
      expect([sparse.shape, [...sparse.values].sort()]).toEqual([
        [2, 3],
        [1, 15, 20, 21],
      ]);
    }
    expect(hessian(f, { wrt: 'w' })(model())).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(hessian(f, { wrt: 'b' })(model())).toBe(2);
    expect(hessian(f, { wrt: ['b', 'w'] })(model())).toEqual({
      b: { b: 2, w: [3, 4] },
      w: {
        b: [3, 4],
        w: [
          [0, 0],
          [0, 0],
        ],
      },
    });
    expect(hessian(f, { wrt: ['w', 'b'], sparse: true })(model()).shape).toEqual([3, 3]);
  });

  test('trace, explain and checkGradient, which name them.', () => {
    const { inputs } = trace(f, { wrt: ['w', 'b'] })(model());
    expect(inputs.map(({ path }) => path)).toEqual(['s.w[0]', 's.w[1]', 's.b']);
    expect(explain(f, { wrt: 'b' })(model())).toMatch(/Var s\.b/);
    const report = checkGradient(f)(model(), { wrt: ['w', 'b'] });
    expect([report.ok, report.inputs]).toEqual([true, 3]);
    expect(checkGradient(f)(model(), { wrt: 'b' }).inputs).toBe(1);
  });
});

test('Second derivatives, by other operators and of other levels, agree.', () => {
  const along = (p: Model) => jvp(f, { wrt: 'w' })([p], [1, 10]).tangent;
  expect(grad(along, { wrt: ['b', 'w'] })(model())).toEqual({ b: 43, w: [0, 0] });
  const inner = (x: Real) => {
    const { w: own } = grad(f, { wrt: ['w'] })({ ...model(), b: mul(x, x) });
    return sum(own);
  };
  expect(grad(inner)(3)).toBe(42);
  // What is not chosen may be a dual of an outer run, and is a constant of the inner one.
  expect(grad((x: Real) => grad(f, { wrt: 'b' })({ ...model(), b: 2, w: [x, x] }))(1)).toBe(7);
});

class Point {
  constructor(
    public x: Real,
    public y: Real,
  ) {}
  get norm(): Real {
    return add(mul(this.x, this.x), mul(this.y, this.y));
  }
}

test.each<[string, object, unknown]>([
  ['an instance of a class', new Point(2, 3), (p: Point) => p.norm],
  [
    'a Map',
    new Map([
      ['x', 2],
      ['y', 3],
    ]),
    (m: Map<string, Real>) => mul(m.get('x')!, m.get('x')!),
  ],
  [
    'a Map of Immutable',
    ImmutableMap({ x: 2, y: 3 }),
    (m: ImmutableMap<string, Real>) => mul(m.get('x')!, m.get('x')!),
  ],
  [
    'a Record',
    ImmutableRecord<{ x: Real; y: Real }>({ x: 0, y: 0 })({ x: 2, y: 3 }),
    (r: { x: Real }) => mul(r.x, r.x),
  ],
  [
    'an object without a prototype',
    Object.assign(Object.create(null), { x: 2, y: 3 }) as object,
    (r: { x: Real }) => mul(r.x, r.x),
  ],
])('Entries are those of %s.', (_, container, g) => {
  expect(untyped.grad(g, { wrt: 'x' })(container)).toBe(4);
  expect(untyped.grad(g, { wrt: ['x'] })(container)).toEqual({ x: 4 });
  expect(untyped.jvp(g, { wrt: 'x' })([container], 10)).toEqual({
    value: (g as (c: object) => Real)(container),
    tangent: 40,
  });
  expect(untyped.hessian(g, { wrt: ['x'] })(container)).toEqual({ x: { x: 2 } });
});

test('An entry may be any tree, also an empty one, and have any name.', () => {
  const g = (p: { 'a key': List<Real>; none: Real[]; __proto: Real }) => p['a key'].get(1)!;
  const p = { 'a key': List([1, 2]), none: [], __proto: 1 };
  expect(grad(g, { wrt: ['a key', 'none'] })(p)).toEqual({ 'a key': List([0, 1]), none: [] });
  const floats = { xs: new Float64Array([1, 2, 3]), by: 2 };
  const total = (q: { xs: ArrayLike<Real>; by: Real }) => mul(q.by, sum(Array.from(q.xs)));
  expect(grad(total, { wrt: 'xs' })(floats)).toEqual(new Float64Array([2, 2, 2]));
});

describe('What is not chosen', () => {
  test('is a constant, and may be anything.', () => {
    const strange = {
      x: 2,
      self: null as unknown,
      set: new Set([1, 2]),
      promise: Promise.resolve(),
      f: Math.sin,
      dual: null as unknown,
    };
    strange.self = strange;
    const g = (p: typeof strange & { x: Real }) => mul(p.x, p.x);
    expect(grad(g, { wrt: 'x' })(strange)).toBe(4);
    expect(grad((y: Real) => grad(g, { wrt: 'x' })({ ...strange, dual: y }))(1)).toBe(0);
  });

  test('is the object itself, not a copy.', () => {
    const point = model();
    const seen: unknown[] = [];
    grad((p: Model) => (seen.push(p.data, p.w), f(p)), { wrt: 'w' })(point);
    expect(seen[0]).toBe(point.data);
    expect(seen[1]).not.toBe(point.w);
  });

  test('may not share what is written with what is chosen.', () => {
    const xs = [1, 2];
    const write = ({ w: own, alias }: { w: Real[]; alias: Real[] }) => {
      own[0] = mul(own[0], 3);
      return mul(alias[0], own[0]);
    };
    expectError(
      () => grad(write, { wrt: 'w' })({ w: xs, alias: xs }),
      /wrote into argument 0\.w, which is the same object as argument 0\.alias/,
    );
    expect(grad(write, { wrt: 'w' })({ w: [1, 2], alias: xs })).toEqual([3, 0]);
    const p: { x: Real; whole: unknown } = { x: 2, whole: null };
    p.whole = p;
    const put = (q: typeof p) => {
      q.x = mul(q.x, q.x);
      return (q.whole as typeof p).x;
    };
    expectError(() => grad(put, { wrt: 'x' })(p), /wrote into argument 0/);
  });
});

describe('A choice is refused', () => {
  const attempt =
    (wrt: unknown, ...args: unknown[]) =>
    () =>
      untyped.grad(f, { wrt })(...args);

  test.each<[unknown, RegExp]>([
    ['v', /wrt is "v", but argument 0 has the keys w, b, name, data/],
    [['w', 'v'], /wrt is "v", but argument 0 has the keys/],
    ['toString', /wrt is "toString"/],
    [['w', 'w'], /names "w" twice/],
    [['w', 0], /must be a position.*or a list of either/],
    [[0, 'w'], /must be a position.*or a list of either/],
    [{ w: 1 }, /must be a position.*or a list of either/],
    ['name', /argument 0\.name is the string "m", which holds no real/],
    [['w', 'name'], /argument 0\.name is the string/],
  ])('%p', (wrt, message) => {
    expectError(attempt(wrt, model()), message);
    expectError(() => untyped.jvp(f, { wrt })([model()], {}), message);
    expectError(() => untyped.linearize(f, { wrt })(model()), message);
    expectError(() => untyped.hvp(f, { wrt })(model(), {}), message);
    expectError(() => untyped.hessian(f, { wrt })(model()), message);
  });

  test.each<[string, unknown]>([
    ['an array', [1, 2]],
    ['a typed array', new Float64Array(2)],
    ['a list', List([1])],
    ['a set', new Set(['w'])],
    ['a number', 3],
    ['null', null],
  ])('of an entry of %s.', (_, arg) => {
    expectError(attempt('w', arg), /wrt is "w", but argument 0 /);
  });

  test('that hides its reals in private fields, or where there is no argument.', () => {
    class Hidden {
      #x = 3;
      get x() {
        return this.#x;
      }
    }
    expectError(attempt('h', { h: new Hidden() }), /argument 0\.h is .*holds no real.*private/);
    expectError(attempt('w'), /the call has no arguments/);
  });

  test('of tangents in another form.', () => {
    const along = (v: unknown) => () => untyped.jvp(f, { wrt: ['w', 'b'] })([model()], v);
    expectError(along({ w: [1, 2] }), /it must be an object with the keys w, b/);
    expectError(along({ w: [1, 2], b: 1, c: 1 }), /with the keys w, b/);
    expectError(along([[1, 2], 1]), /with the keys w, b/);
    expectError(along({ w: [1], b: 1 }), /at argument 0\.w/);
    expectError(() => untyped.jvp(f, { wrt: [0] })([model()], {}), /it must be a list of length 1/);
    expectError(
      () => untyped.jvp(f, { wrt: 'b' })([model()], 'a'),
      /at argument 0\.b it must be a real/,
    );
  });
});

test('jvp and hvp take positions as well.', () => {
  const g = (x: Real, y: Real, text = '') => mul(mul(x, sin(y)), text.length + 1);
  expect(jvp(g, { wrt: 1 })([2, 0], 3)).toEqual({ value: 0, tangent: 6 });
  expect(jvp(g, { wrt: [1, 0] })([2, 0, 'a'], [3, 5])).toEqual({ value: 0, tangent: 12 });
  expect(hvp(g, { wrt: 1 })(2, 1, Math.PI / 2)).toBe(-2);
  expect(hvp(g, { wrt: [0, 1] })(2, [1, 1], 0, 'a')).toEqual([2, 2]);
  const direction = (s: (x: Real) => Real, x: Real) => s(x);
  expect(jvp(direction, { wrt: 0 })([sin, 2], (x: Real) => mul(x, 10)).tangent).toBe(20);
});

test('What is chosen is taken apart once, as a whole argument is.', () => {
  let reads = 0;
  const point = () => ({
    w: {
      get x(): number {
        reads++;
        return 3;
      },
    },
  });
  const readsBy = (attempt: () => unknown): number => {
    reads = 0;
    attempt();
    return reads;
  };
  const f = ({ w }: { w: { x: Real } }) => mul(w.x, w.x);
  const [whole, chosen] = [
    readsBy(() => expect(grad(f)(point())).toEqual({ w: { x: 6 } })),
    readsBy(() => expect(grad(f, { wrt: 'w' })(point())).toEqual({ x: 6 })),
  ];
  expect(whole).toBeGreaterThan(0);
  expect(chosen).toBe(whole);
});

test('A wrong choice is told what there is, and what was probably meant.', () => {
  const f = ({ slope, offset }: { slope: Real; offset: Real }, _x: number[]): Real =>
    mul(slope, offset);
  const by = (wrt: unknown) => () =>
    untyped.grad(f, { wrt } as never)({ slope: 1, offset: 2 }, [3]);
  expectError(by('slop'), /argument 0 has the keys slope, offset\. Did you mean "slope"\?/);
  expectError(by('weight'), /argument 0 has the keys slope, offset\. Choose one of these\./);
  expectError(
    by(2),
    /the call has 2 arguments: 0 \(an object with the keys slope, offset\), 1 \(an array of length 1\)/,
  );
  expectError(
    () => untyped.grad((x: Real) => x, { wrt: 'x' } as never)(3),
    /is 3, which has no keys.*wrt: 0/,
  );
});

describe('An argument, or an entry, without reals', () => {
  const f = (x: Real, about: object) => (about === null ? 0 : mul(x, x));
  const g = (p: { x: Real; about: object }) => mul(p.x, p.x);

  test.each([
    ['the first argument', () => grad(g, { wrt: 0 })({ name: 'a' } as never)],
    ['the first argument by default', () => jacobian(g)([{ name: 'a' }] as never)],
  ])('is refused: %s.', (_, take) => {
    expect(take).toThrow(/argument 0 is .* which holds no real\. Choose another/);
  });

  test.each([
    ['grad', () => grad(f, { wrt: 1 })(2, { name: 'a', tags: ['b'] })],
    ['vjp', () => vjp(f, { wrt: [0, 1] })(2, new Map([['name', 'a']]))],
    ['an entry', () => grad(g, { wrt: 'about' })({ x: 2, about: { name: 'a' } })],
    ['a list', () => grad(f, { wrt: [1] })(2, ['a'])],
  ])('is refused where wrt names it: %s.', (_, take) => {
    expect(take).toThrow(
      /(argument 1|argument 0\.about) is .* which holds no real\. Choose another/,
    );
  });

  test('may be empty: a list of parameters has no element.', () => {
    expect(grad(f, { wrt: [0, 1] })(2, [])).toEqual([4, []]);
    expect(grad(g, { wrt: ['x', 'about'] })({ x: 2, about: [] })).toEqual({ x: 4, about: [] });
    expect(grad(f, { wrt: [0, 1] })(2, [{ rows: [[]] }])).toEqual([4, [{ rows: [[]] }]]);
  });
});
