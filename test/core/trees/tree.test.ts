/** Trees of reals: whatever a program calls its data, its gradient has the same shape. */
import fc from 'fast-check';
import { List, Map as ImmutableMap, Range, Seq, Set as ImmutableSet } from 'immutable';
import { runInNewContext } from 'node:vm';
import { DeltaTapeError, add, grad, jvp, mul, sin, sum, vjp, type Real } from 'delta-tape';
import { flatten } from '../../../src/core/trees/tree.js';
import { anyTree, type Grown } from './random-trees.js';
import { sampled } from '../../support/sample.js';

/** Distinct numbers that a Float32Array holds exactly. */
const fresh = (count: number): number[] => Array.from({ length: count }, (_, k) => k + 0.5);
const rounded = (xs: readonly unknown[]) => xs.map((x) => Math.fround(x as number));
const identity = (tree: unknown) => tree;

/** A real that tells all reals of a tree apart. */
const weigh =
  ({ read }: Grown, weights: readonly number[]) =>
  (tree: unknown): Real =>
    sum(read(tree).map((x, k) => mul(x as Real, weights[k])));

const forAllTrees = (property: (grown: Grown) => void) =>
  fc.assert(fc.property(anyTree, property), { numRuns: sampled(400) });

/** The same for trees that have a derivative: those of leaves alone are refused. */
const forAllInputs = (property: (grown: Grown) => void) =>
  forAllTrees((grown) => {
    const work = () => property(grown);
    const isRefused = grown.reals.length === 0 && grown.holdsLeaf;
    if (isRefused) expect(work).toThrow('which holds no real');
    else work();
  });

/** The gradient of a function of any tree, without the help of types. */
const gradient = (f: (tree: never) => unknown, tree: unknown): unknown =>
  (grad(f as (tree: never) => Real) as (tree: unknown) => unknown)(tree);

describe('For every tree', () => {
  test('its reals are found from left to right.', () => {
    forAllTrees(({ tree, reals }) => expect(flatten(tree, 's').reals).toEqual(reals));
  });

  test('rebuilding puts reals in their places, and shares what holds none.', () => {
    forAllTrees(({ tree, reals, read }) => {
      const others = fresh(reals.length);
      expect(read(flatten(tree, 's').rebuild(others))).toEqual(others);
      expect(read(tree)).toEqual(reals);
    });
  });

  test('the gradient has the shape of the input, at every input.', () => {
    forAllInputs((grown) => {
      const weights = fresh(grown.reals.length);
      expect(grown.read(gradient(weigh(grown, weights), grown.tree))).toEqual(weights);
    });
  });

  test('so it has inside another derivative.', () => {
    forAllInputs((grown) => {
      const weights = fresh(grown.reals.length);
      const results: unknown[] = [];
      grad((x: Real) => {
        const inner = gradient((tree) => mul(weigh(grown, weights)(tree), x), grown.tree);
        results.push(...grown.read(inner));
        return sum(results as Real[]);
      })(1);
      expect(results).toHaveLength(weights.length);
    });
  });

  test('the identity pushes tangents and pulls cotangents through unchanged.', () => {
    forAllInputs(({ tree, reals, read }) => {
      const change = flatten(tree, 's').rebuild(fresh(reals.length));
      const pushed = jvp(identity)([tree], [change]);
      expect(rounded(read(pushed.value))).toEqual(rounded(reals));
      expect(read(pushed.tangent)).toEqual(fresh(reals.length));
      const pulled = vjp(identity)(tree);
      expect(rounded(read(pulled.value))).toEqual(rounded(reals));
      expect(read(pulled.pullback(change as never))).toEqual(fresh(reals.length));
    });
  });

  test('every path leads to its real.', () => {
    const tree = { 'a b': [1, { c: 2 }], m: new Map([[{}, 3]]), k: ImmutableMap([[4, 4]]) };
    expect(flatten(tree, 's').paths()).toEqual([
      's["a b"][0]',
      's["a b"][1].c',
      's.m[an object]',
      's.k[4]',
    ]);
    forAllTrees(({ tree: any, reals }) =>
      expect(flatten(any, 's').paths()).toHaveLength(reals.length),
    );
  });
});

describe('Of unusual shape or size,', () => {
  test('200,000 nested lists are no deeper than the stack.', () => {
    let tree: unknown[] = [3];
    for (let depth = 0; depth < 200_000; depth++) tree = [tree];
    const innermost = (nested: unknown): Real => {
      let at = nested;
      while (Array.isArray(at)) at = (at as unknown[])[0];
      return at as Real;
    };
    const result = gradient((nested) => mul(innermost(nested), innermost(nested)), tree);
    expect(innermost(result)).toBe(6);
    expect(jvp(innermost)([tree], [tree])).toEqual({ value: 3, tangent: 3 });
  });

  test('a Float64Array of a million elements is one argument.', () => {
    const xs = Float64Array.from({ length: 1_000_000 }, (_, k) => k);
    const squares = (v: ArrayLike<Real>) => sum(Array.from(v, (x) => mul(x, x)));
    const result = grad(squares)(xs);
    expect(result).toBeInstanceOf(Float64Array);
    expect(result.every((x, k) => x === 2 * k)).toBe(true);
  });

  test('an object that occurs twice is two occurrences.', () => {
    const part = { x: 3 };
    const f = (tree: { a: { x: Real }; b: { x: Real }[] }) => add(tree.a.x, mul(5, tree.b[0].x));
    expect(grad(f)({ a: part, b: [part] })).toEqual({ a: { x: 1 }, b: [{ x: 5 }] });
    let diamond: unknown = 1;
    for (let depth = 0; depth < 16; depth++) diamond = [diamond, diamond];
    expect(flatten(diamond, 's').count).toBe(2 ** 16);
  });

  test.each<[string, object]>([
    ['[]', []],
    ['{}', {}],
    ['an empty Float64Array', new Float64Array(0)],
    ['an empty List', List()],
    ['nested emptiness', [[], { a: {} }, new Map()]],
  ])('%s has itself as gradient.', (_, empty) => {
    expect(gradient(() => 1, empty)).toBe(empty);
    expect(jvp((_: object) => 1)([empty], [empty]).tangent).toBe(0);
  });

  test('frozen, derived and lazy containers are containers like others.', () => {
    const deep = Object.freeze({ a: Object.freeze([Object.freeze({ x: 2 })]) });
    expect(grad((o: { a: readonly { x: Real }[] }) => mul(o.a[0].x, o.a[0].x))(deep)).toEqual({
      a: [{ x: 4 }],
    });
    const lazy = grad((s: Seq.Indexed<Real>) => mul(s.get(0)!, s.get(1)!))(Seq([2, 3]) as never);
    expect([...(lazy as Iterable<number>)]).toEqual([3, 2]);
    expect([...(lazy as Iterable<number>)]).toEqual([3, 2]);
    const infinite = { x: 1, all: Range(0, Infinity) };
    const ofInfinite = grad((o: { x: Real; all: unknown }) => o.x)(infinite);
    expect(ofInfinite.x).toBe(1);
    expect(ofInfinite.all === infinite.all).toBe(true);
    const bare = Object.assign(Object.create(null) as { x: number }, { x: 2 });
    const ofBare = grad((o: { x: Real }) => mul(o.x, o.x))(bare);
    expect([ofBare.x, Object.getPrototypeOf(ofBare)]).toEqual([4, null]);
  });

  test('containers of another realm are containers, too.', () => {
    const foreign = runInNewContext(
      '({ m: new Map([["a", 2]]), f: new Float64Array([3]), v: [5], d: new Date(0) })',
    ) as { m: Map<string, Real>; f: ArrayLike<Real>; v: Real[]; d: Date };
    const f = ({ m, f: floats, v }: typeof foreign) => mul(m.get('a')!, mul(floats[0], v[0]));
    const result = grad(f)(foreign);
    expect([result.m.get('a'), result.f[0], result.v[0]]).toEqual([15, 10, 6]);
    expect(result.d).toBe(foreign.d);
  });

  test('keys that objects are made with are no danger.', () => {
    const tree = JSON.parse('{ "__proto__": 2, "constructor": 3, "toString": 5 }') as object;
    const f = (o: Record<string, Real>) => mul(o.constructor as never, mul(o['__proto__'], 2));
    const result = gradient(f, tree);
    expect(Object.entries(result as object)).toEqual([
      ['__proto__', 6],
      ['constructor', 4],
      ['toString', 0],
    ]);
  });

  test('the input is never changed.', () => {
    const tree = { a: [1, 2], f: new Float64Array([3]), m: new Map([['k', 4]]) };
    const copy = structuredClone(tree);
    grad((t: { a: Real[]; f: ArrayLike<Real>; m: Map<string, Real> }) => {
      const product = mul(t.a[0], mul(t.f[0], t.m.get('k')!));
      t.a[0] = sin(product);
      t.m.set('k', t.a[0]);
      return t.a[0];
    })(tree);
    expect([tree.a, [...tree.f], [...tree.m]]).toEqual([copy.a, [...copy.f], [...copy.m]]);
  });
});

describe('A tree is refused, with the path to what is wrong, if', () => {
  const cyclic: Record<string, unknown> = { x: 1, inner: [{}] };
  (cyclic.inner as Record<string, unknown>[])[0].back = cyclic;
  const looped: unknown[] = [1];
  looped.push(looped);
  const keyed = new Map<unknown, unknown>();
  keyed.set(Object.create(null), keyed);
  const inSet = { s: new Set<unknown>(), x: 1 };
  inSet.s.add(inSet);

  test.each<[string, unknown, RegExp]>([
    ['an object leads back to itself', cyclic, /argument 0\.inner\[0\]\.back leads back/],
    ['an array does', looped, /argument 0\[1\] leads back/],
    ['a Map does', keyed, /argument 0\[an object\] leads back/],
    ['a Set does', inSet, /leads back/],
    ['a Set holds reals', { a: [new Set(['a', 1])] }, /argument 0\.a\[0\] is a Set/],
    ['a Set holds reals further inside', { a: new Set([[{ x: 1 }]]) }, /argument 0\.a is a Set/],
    ['an Immutable Set does', [ImmutableSet([1])], /argument 0\[0\] is a Set/],
    ['it is a Set', new Set([1]), /argument 0 is a Set/],
  ])('%s.', (_, tree, message) => {
    const attempt = () => gradient(() => 1, tree);
    expect(attempt).toThrow(DeltaTapeError);
    expect(attempt).toThrow(message);
  });

  test('a second tree is of another shape.', () => {
    const tree = { w: [1, 2], m: new Map([['k', { x: 3 }]]), l: List([4]) };
    const like = (change: object) => ({
      w: [1, 1],
      m: new Map([['k', { x: 1 }]]),
      l: [1],
      ...change,
    });
    const mismatches: [object, RegExp][] = [
      [like({ w: [1] }), /argument 0\.w it must be an array of length 2.*array of length 1/],
      [like({ w: [1, 'a'] }), /argument 0\.w\[1\] it must be a real.*string "a"/],
      [like({ w: { 0: 1, 1: 1 } }), /argument 0\.w it must be an array/],
      [
        like({ m: new Map([['j', { x: 1 }]]) }),
        /argument 0\.m\.k it must be an object with the key x, but it is undefined/,
      ],
      [like({ m: { k: { x: 1 } } }), /argument 0\.m it must be a Map/],
      [like({}), /argument 0\.l it must be an Immutable collection/],
      [
        like({ more: 1 }),
        /argument 0 it must be an object with the keys w, m, l, but it is an object with the keys/,
      ],
      [[], /argument 0 it must be an object/],
    ];
    for (const [tangent, message] of mismatches) {
      const attempt = () => jvp(identity)([tree as unknown], [tangent]);
      expect(attempt).toThrow(DeltaTapeError);
      expect(attempt).toThrow(message);
    }
  });
});

test('A map of a class that gives something else than it holds is read as it is held.', () => {
  class Sevens extends Map<string, number> {
    override get(): number {
      return 7;
    }
  }
  expect([...flatten(new Sevens([['a', 1]]), 'it').reals]).toEqual([1]);
});
