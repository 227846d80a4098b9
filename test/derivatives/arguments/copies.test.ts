/**
 * A function under differentiation works on copies of its arguments. Where the same container, or memory, is
 * reached by two names, a call that writes by one of them is refused, in every mode; reading counts each place
 * apart.
 */
import {
  add,
  checkGradient,
  derivative,
  grad,
  hessian,
  hvp,
  jacobian,
  jvp,
  mul,
  pullbackForm,
  trace,
  valueAndGrad,
  vjp,
  type Real,
} from 'delta-tape';
import { List } from 'immutable';

interface Pair {
  a: Real[];
  b: Real[];
}
type Tree = (p: Pair) => Real;

const reads: Tree = ({ a, b }) => mul(a[0], mul(b[0], b[1]));
const writes: Tree = ({ a, b }) => {
  a[0] = mul(a[0], 5);
  return mul(b[0], b[1]);
};
const pair = (): Pair => {
  const xs = [2, 3];
  return { a: xs, b: xs };
};
const ones = { a: [1, 1], b: [1, 1] };

/** Each operator at a tree in which one array stands in two places. */
const operators: Readonly<Record<string, (f: Tree, p: Pair) => unknown>> = {
  grad: (f, p) => grad(f)(p),
  valueAndGrad: (f, p) => valueAndGrad(f)(p).gradient,
  vjp: (f, p) => vjp(f)(p).pullback(1),
  jvp: (f, p) => jvp(f)([p], [ones]).tangent,
  derivative: (f, p) => derivative((t: Real) => jvp(f)([p], [{ a: [t, t], b: [t, t] }]).tangent)(1),
  hvp: (f, p) => hvp(f)(p, ones),
  hessian: (f, p) => hessian(f)(p),
  'sparse hessian': (f, p) => hessian(f, { sparse: true })(p),
  jacobian: (f, p) => jacobian(f)(p),
  'jacobian by passes': (f, p) =>
    jvp((t: Real) => jacobian((q: Pair) => mul(t, f(q)), { plan: 'forward' })(p))([1], [1]),
  'sparse jacobian': (f, p) => jacobian(f, { sparse: true })(p),
  trace: (f, p) => trace(f)(p).counts,
  pullbackForm: (f, p) => pullbackForm(f)(() => 1)(p),
  // The points and numbers of its report differ from call to call.
  checkGradient: (f, p) =>
    checkGradient(f)(p).laws.map(({ law, status, checks }) => [law, status, checks]),
};

describe('One array in two places of an argument', () => {
  test.each(Object.keys(operators))('may be read by %s, which takes each place apart.', (name) => {
    const apart = { a: [2, 3], b: [2, 3] };
    expect(operators[name](reads, pair())).toEqual(operators[name](reads, apart));
  });

  test.each(Object.keys(operators))('is not written without an error by %s.', (name) => {
    const both =
      /wrote into argument 0.a, which is the same object as argument 0.b|argument 0.b, which is the same object as argument 0.a/;
    expect(() => operators[name](writes, pair())).toThrow(both);
    expect(() => operators[name](writes, { a: [2, 3], b: [2, 3] })).not.toThrow();
  });
});

describe('Two names for one thing', () => {
  const both = { wrt: [0, 1] } as const;
  const scaled = (a: { [k: number]: Real }, b: ArrayLike<Real>): Real => {
    a[0] = mul(a[0], 5);
    return mul(b[0], 1);
  };

  test.each([
    ['two arguments', () => [1, 2]],
    ['two typed arrays', () => new Float64Array([1, 2])],
    ['two arrays of single precision', () => new Float32Array([1, 2])],
    ['two long arrays', () => Array.from({ length: 100 }, (_, k) => k + 1)],
  ] as const)('are refused as %s, be the second differentiated by or not.', (_, make) => {
    const xs = make() as number[];
    expect(() => grad(scaled, both)(xs, xs)).toThrow(
      /wrote into argument 0, which is the same object as argument 1/,
    );
    expect(() => grad(scaled)(xs, xs)).toThrow(
      /wrote into argument 0, which is the same object as argument 1/,
    );
    expect(() => grad(scaled, { wrt: 1 })(xs, xs)).toThrow(
      /argument 1 was changed through another variable while/,
    );
    expect(() => jvp(scaled)([xs, xs], [xs, undefined])).toThrow(/wrote into argument 0, which/);
    expect(() => hvp(scaled)(make() as number[], make() as number[], xs)).not.toThrow();
  });

  test('are views that overlap, and not those that are side by side.', () => {
    const memory = new Float64Array([1, 2, 3, 4]);
    const part = (from: number, to: number) => memory.subarray(from, to) as unknown as number[];
    expect(() => grad(scaled, both)(part(0, 3), part(2, 4))).toThrow(/shares memory with it/);
    expect(() => grad(scaled)(part(0, 3), part(2, 4))).toThrow(/shares memory with it/);
    expect(grad(scaled, both)(part(0, 2), part(2, 4)).map((g) => [...g])).toEqual([
      [0, 0],
      [1, 0],
    ]);
    const bytes = new Uint8Array(memory.buffer, 8);
    const f = (xs: Real[], raw: Uint8Array): Real => {
      xs[1] = 7;
      return mul(xs[0], raw[0]);
    };
    expect(() => grad(f)(part(0, 4), bytes)).toThrow(
      /wrote into argument 0, which is the same object as argument 1/,
    );
    expect(() => grad(f)(part(0, 1), bytes)).not.toThrow();
    const inside = ({ xs, raw }: { xs: Real[]; raw: Uint8Array }) => f(xs, raw);
    expect(() => grad(inside)({ xs: part(0, 4), raw: bytes })).toThrow(/wrote into argument 0.xs/);
  });

  test('are found at any depth of the other arguments.', () => {
    const xs = [1, 2];
    const data = { rows: new Map([['first', [{ xs }]]]), more: new Set([xs]), list: List([xs]) };
    const f = (own: Real[], { rows }: typeof data): Real => {
      own.push(mul(own[0], own[1]));
      return add(own[2], rows.get('first')![0].xs.length);
    };
    expect(() => grad(f)(xs, data)).toThrow(
      /wrote into argument 0, which is the same object as a part of argument 1/,
    );
    expect(grad(f)([1, 2], data)).toEqual([2, 1]);
  });

  test('are found inside of another derivative.', () => {
    const inner = (t: Real): Real => {
      const xs = [t, 2];
      return grad(scaled, both)(xs, xs)[0][0];
    };
    expect(() => grad(inner)(1)).toThrow(
      /wrote into argument 0, which is the same object as argument 1/,
    );
    expect(() => derivative(inner)(1)).toThrow(
      /wrote into argument 0, which is the same object as argument 1/,
    );
    const views = (xs: Float64Array): Real =>
      grad(scaled, both)(xs.subarray(0, 2) as never, xs.subarray(1, 3) as never)[1][0];
    expect(() => grad(views)(new Float64Array([1, 2, 3]))).toThrow(/shares memory with it/);
  });

  test('are the argument and a variable from outside, if it is written by that.', () => {
    const xs = [1, 2];
    const f = (own: Real[]): Real => {
      xs[0] = 7;
      return mul(own[0], own[1]);
    };
    expect(() => grad(f)(xs)).toThrow(
      /argument 0 was changed through another variable while the function/,
    );
    expect(() => jvp(f)([[1, 2]], [[1, 1]])).not.toThrow();
  });

  test('may both be written to if they are copies of each other.', () => {
    const xs = [3, 2];
    expect(grad(scaled, both)(xs, [...xs])).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(xs).toEqual([3, 2]);
  });

  test('are no matter where nothing is written, as to persistent and frozen trees.', () => {
    const xs = List([2, 3]);
    const frozen = Object.freeze([2, 3]);
    const f = (a: List<Real>, b: List<Real>): Real => mul(a.set(0, 9).get(0)!, b.get(0)!);
    expect(grad(f, both)(xs, xs).map((g) => g.toJS())).toEqual([
      [0, 0],
      [9, 0],
    ]);
    const g = (a: readonly Real[], b: readonly Real[]): Real => mul(a[0], b[1]);
    expect(grad(g, both)(frozen, frozen)).toEqual([
      [3, 0],
      [0, 2],
    ]);
  });
});
