/** Trees of parameters: maps, vectors, norms, random trees; of every kind, plain and under differentiation. */
import { List, Map as ImmutableMap, Record } from 'immutable';
import fc from 'fast-check';
import {
  add,
  grad,
  hessian,
  jacobian,
  jvp,
  mul,
  sin,
  sub,
  type DeltaTapeError,
  type Real,
} from 'delta-tape';
import { flatten, mapTree, randomTree, treeDot, treeNorm, zipTrees } from 'delta-tape/learn';
import { plain } from 'delta-tape/plain';
import { array, sum } from '../../numpy/support.js';

class Layer {
  constructor(
    readonly weights: Float32Array,
    public bias: number,
  ) {}
}
const Rates = Record({ slow: 0.5, fast: 2, name: 'r' });

/** One of everything that a gradient can have the shape of. */
const everything = () => ({
  number: 1,
  array: [2, [3, 'x']] as const,
  floats: new Float64Array([4, 5]),
  singles: new Layer(new Float32Array([6, 7]), 8),
  map: new Map<string, number | number[]>([
    ['a', 9],
    ['b', [10]],
  ]),
  list: List([11, 12]),
  immutable: ImmutableMap({ k: 13 }),
  record: Rates({ slow: 14, fast: 15 }),
  leaves: { text: 't', nothing: null, whole: new Int32Array([3]), f: () => 1, set: new Set(['s']) },
  arrays: array([
    [16, 17],
    [18, 19],
  ]),
  singleArrays: array([20, 21], 'float32'),
});
const count = 21;
const codeOf = (f: () => unknown): string => {
  try {
    f();
  } catch (error) {
    return (error as DeltaTapeError).code;
  }
  return 'none';
};

describe('A tree of everything', () => {
  const tree = everything();
  const { unflatten } = flatten(tree);
  const vector = flatten(tree).vector as Float64Array;

  test('has its reals in a vector, in order.', () => {
    expect(vector).toBeInstanceOf(Float64Array);
    expect([...vector]).toEqual(Array.from({ length: count }, (_, k) => k + 1));
  });

  test('comes back from a vector with its kinds, classes and types.', () => {
    const back = unflatten(vector.map((x) => -x));
    expect(back.number).toBe(-1);
    expect(back.array).toEqual([-2, [-3, 'x']]);
    expect(back.floats).toEqual(new Float64Array([-4, -5]));
    expect(back.singles).toEqual(new Layer(new Float32Array([-6, -7]), -8));
    expect(back.singles).toBeInstanceOf(Layer);
    expect(back.map).toEqual(
      new Map<string, unknown>([
        ['a', -9],
        ['b', [-10]],
      ]),
    );
    expect(back.list.equals(List([-11, -12]))).toBe(true);
    expect(back.immutable.get('k')).toBe(-13);
    expect(back.record).toBeInstanceOf(Rates);
    expect(back.record.toObject()).toEqual({ slow: -14, fast: -15, name: 'r' });
    expect(back.leaves).toBe(tree.leaves);
    expect(back.arrays.tolist()).toEqual([
      [-16, -17],
      [-18, -19],
    ]);
    expect([back.arrays.dtype, back.singleArrays.dtype]).toEqual(['float64', 'float32']);
    expect(back.singleArrays.tolist()).toEqual([-20, -21]);
    expect(flatten(tree).vector).toEqual(vector);
  });

  test('is mapped, zipped, measured and drawn as its vector is.', () => {
    expect(flatten(mapTree((x) => x * x, tree)).vector).toEqual(vector.map((x) => x * x));
    const step = zipTrees((x, g, h) => x - g / 2 + h, tree, tree, unflatten(vector.map(() => 1)));
    expect(flatten(step).vector).toEqual(vector.map((x) => x / 2 + 1));
    const squares = vector.reduce((total, x) => total + x * x, 0);
    expect(treeDot(tree, tree)).toBe(squares);
    expect(treeNorm(tree)).toBeCloseTo(Math.sqrt(squares), 12);
    expect([treeNorm(tree, 1), treeNorm(tree, Infinity)]).toEqual([231, 21]);
    const drawn = flatten(randomTree(tree, { seed: 3 })).vector as Float64Array;
    expect(new Set(drawn).size).toBe(count);
  });
});

describe('Small trees', () => {
  test('are trees: a number, nothing, no reals.', () => {
    expect(mapTree((x) => x + 1, 2)).toBe(3);
    expect(mapTree((x) => x + 1, [])).toEqual([]);
    expect(mapTree((x) => x + 1, 'text')).toBe('text');
    expect(flatten({}).vector).toEqual(new Float64Array(0));
    expect(flatten({}).unflatten([])).toEqual({});
    expect([treeNorm([]), treeNorm([], 1), treeNorm([], Infinity), treeDot([], [])]).toEqual([
      0, 0, 0, 0,
    ]);
  });

  test('have norms where squares would overflow, and NaN of NaN.', () => {
    expect(treeNorm([3e200, 4e200])).toBeCloseTo(5e200, -190);
    expect([treeNorm([1, NaN]), treeNorm([1, NaN], 1), treeNorm([1, NaN], Infinity)]).toEqual([
      NaN,
      NaN,
      NaN,
    ]);
  });
});

describe('Long arrays', () => {
  const numbers = Float64Array.from({ length: 200_000 }, (_, k) => Math.sin(k));

  test('are taken as blocks, and the vector is nobody else’s.', () => {
    const { vector, unflatten } = flatten([numbers]);
    expect(vector).toEqual(numbers);
    vector[0] = 7;
    const [back] = unflatten(vector);
    vector[1] = 7;
    expect([numbers[0], numbers[1], back[0], back[1]]).toEqual([0, Math.sin(1), 7, Math.sin(1)]);
    expect(treeNorm([numbers])).toBeCloseTo(Math.sqrt(treeDot(numbers, numbers)), 8);
  });
});

describe('Under differentiation', () => {
  type Tree = { a: Real; b: readonly Real[]; name: string };
  const at = { a: 1, b: [2, 3], name: 'x' };

  test('maps and zips are differentiated, in every mode.', () => {
    const f = (t: Tree) => {
      const mapped = mapTree((x) => sin(x), t);
      const zipped = zipTrees((x, y) => mul(x, y), mapped, t);
      return add(zipped.a, mul(zipped.b[0], zipped.b[1]));
    };
    const part = (x: number) => x * Math.sin(x);
    const slope = (x: number) => Math.sin(x) + x * Math.cos(x);
    const expected = [slope(1), slope(2) * part(3), part(2) * slope(3)];
    const found = grad(f)(at);
    [found.a, found.b[0], found.b[1]].forEach((x, k) => expect(x).toBeCloseTo(expected[k], 12));
    const { tangent } = jvp(f)([at], [{ a: 0, b: [1, 0], name: 'x' }]);
    expect(tangent).toBeCloseTo(expected[1], 12);
  });

  test('vectors hold the dual numbers, and lead back.', () => {
    const f = (t: Tree) => {
      const { vector, unflatten } = flatten(t);
      const doubled = unflatten(Array.from(vector, (x) => mul(2, x)));
      return mul(doubled.a, doubled.b[1]);
    };
    expect(grad(f)(at)).toEqual({ a: 12, b: [0, 4], name: 'x' });
  });

  test('norms and inner products are differentiated, to second order.', () => {
    expect(grad((t: number[]) => treeNorm(t))([3, 4])).toEqual([0.6, 0.8]);
    expect(grad((t: Real[]) => treeNorm(t, 1))([3, -4])).toEqual([1, -1]);
    expect(grad((t: Real[]) => treeNorm(t, Infinity))([3, -4])).toEqual([0, -1]);
    expect(hessian((t: Real[]) => treeDot(t, t))([3, 4])).toEqual([
      [2, 0],
      [0, 2],
    ]);
  });

  test('arrays of numpy-ts are differentiated, and keep their types.', () => {
    const at32 = { w: array([1, 2], 'float32'), b: 3 };
    const f = (t: typeof at32) => {
      const mapped = mapTree((x: Real) => mul(x, x), t) as typeof at32;
      return add(sum(mapped.w), mul(mapped.b, treeDot(t, t)));
    };
    const found = grad(f as never as (t: unknown) => Real)(at32) as typeof at32;
    expect(found.w.dtype).toBe('float32');
    expect(found.w.tolist()).toEqual([2 + 9 * 2, 4 + 9 * 4]);
    expect(found.b).toBe(6 * 14 + 9 * 6);
  });

  test('plain TypeScript is translated, callbacks included.', () => {
    const f = plain(
      (t: { a: number; b: number[] }) => {
        const squares = mapTree((x) => x * x, t);
        return squares.a * squares.b[0] + treeNorm(t, 1);
      },
      { scope: { import_learn: { mapTree, treeNorm } } },
    );
    expect(grad(f)({ a: 2, b: [3] })).toEqual({ a: 2 * 2 * 9 + 1, b: [2 * 3 * 4 + 1] });
  });

  test('a whole Jacobian of a map is diagonal.', () => {
    const rows = jacobian((t: Real[]) => mapTree((x) => mul(x, x), t))([1, 2]);
    expect(rows).toEqual([
      [2, 0],
      [0, 4],
    ]);
  });
});

describe('Random trees', () => {
  test('are the same for the same seed, and others for another.', () => {
    const like = { w: new Float64Array(3), b: 0 };
    expect(randomTree(like, { seed: 5 })).toEqual(randomTree(like, { seed: 5 }));
    expect(randomTree(like, { seed: 5 })).not.toEqual(randomTree(like, { seed: 6 }));
    expect(randomTree(like)).toEqual(randomTree(like, { seed: 0 }));
  });

  test('have the moments of their distribution.', () => {
    const moments = (xs: Float64Array) => {
      const mean = xs.reduce((a, x) => a + x, 0) / xs.length;
      return [mean, xs.reduce((a, x) => a + (x - mean) ** 2, 0) / xs.length];
    };
    const like = new Float64Array(20_000);
    const [mean, variance] = moments(randomTree(like, { seed: 1, scale: 3 }));
    expect(Math.abs(mean)).toBeLessThan(0.1);
    expect(Math.abs(variance - 9)).toBeLessThan(0.4);
    const flat = randomTree(like, { seed: 1, distribution: 'uniform', scale: 3 });
    expect(Math.abs(moments(flat)[1] - 3)).toBeLessThan(0.1);
    expect(treeNorm(flat, Infinity)).toBeLessThanOrEqual(3);
    const firsts = Float64Array.from({ length: 2000 }, (_, seed) => randomTree([0], { seed })[0]);
    expect(Math.abs(moments(firsts)[0])).toBeLessThan(0.1);
    expect(Math.abs(moments(firsts)[1] - 1)).toBeLessThan(0.2);
  });
});

describe('Random trees that are scaled', () => {
  const spread = (xs: number[]) => Math.sqrt(xs.reduce((sum, x) => sum + x * x, 0) / xs.length);
  const matrix = Array.from({ length: 400 }, () => new Array<number>(30).fill(0));
  const like = { matrix, vector: new Array<number>(900).fill(0), kernel: [[matrix]] };

  test.each(['normal', 'uniform'] as const)('by fan-in, %s.', (distribution) => {
    const drawn = randomTree(like, { scale: 'fan-in', distribution, seed: 2 });
    expect(spread(drawn.matrix.flat()) * 20).toBeCloseTo(1, 1);
    expect(spread(drawn.vector) * 30).toBeCloseTo(1, 1);
    expect(spread(drawn.kernel.flat(3)) * 20).toBeCloseTo(1, 1);
  });

  test('by a function of name and shape.', () => {
    const asked: unknown[] = [];
    const scale = (name: string, shape: readonly number[]) => {
      asked.push([name, shape]);
      return name === 'bias' ? 0 : 1 / Math.sqrt(shape.at(-1)!);
    };
    const drawn = randomTree({ bias: 1, weights: matrix }, { scale });
    expect(drawn.bias).toBeCloseTo(0);
    expect(spread(drawn.weights.flat()) ** -2 / 30).toBeCloseTo(1, 1);
    expect(asked).toEqual([
      ['bias', []],
      ['weights', [400, 30]],
    ]);
  });

  test('by a number, also where parts have no names.', () => {
    const keyed = new Map([[{}, 1]]);
    expect([...randomTree(keyed, { scale: 3 }).values()]).toEqual([3 * randomTree(0)]);
  });
});

describe('Errors', () => {
  test.each<[string, string, () => unknown]>([
    ['another shape', 'tree-mismatch', () => zipTrees((x, y) => x + y, [1, 2], [1])],
    ['another shape in an inner product', 'tree-mismatch', () => treeDot({ a: 1 }, { b: 1 })],
    ['a result that is no real', 'not-a-real', () => mapTree((x) => `${x}` as never, [1])],
    ['a vector of another length', 'vector-length', () => flatten([1, 2]).unflatten([1])],
    ['an unknown order', 'invalid-option', () => treeNorm([1], 3)],
    ['a seed that is no integer', 'invalid-option', () => randomTree([1], { seed: 0.5 })],
    ['a negative scale', 'invalid-option', () => randomTree([1], { scale: -1 })],
    ['a scale that gives none', 'invalid-option', () => randomTree([1], { scale: () => NaN })],
    ['an unknown scale', 'invalid-option', () => randomTree([1], { scale: 'fan-out' as never })],
    [
      'an unknown distribution',
      'invalid-option',
      () => randomTree([1], { distribution: 'cauchy' as never }),
    ],
    ['reals in a Set', 'reals-in-set', () => mapTree((x) => x, new Set([1]))],
  ])('name %s.', (_, code, f) => {
    expect(codeOf(f)).toBe(code);
  });
});

describe('Laws', () => {
  const leaf = fc.oneof(fc.double({ noNaN: true }), fc.string(), fc.constant(null));
  const floats = fc.array(fc.double({ noNaN: true })).map((xs) => Float64Array.from(xs));
  const trees = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      leaf,
      floats,
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }),
      fc.array(fc.tuple(fc.string(), tie('tree')), { maxLength: 3 }).map((e) => new Map(e)),
      fc.array(tie('tree'), { maxLength: 3 }).map((e) => List(e)),
    ),
  })).tree;

  test('unflatten undoes flatten; mapping the identity changes nothing; maps compose.', () => {
    fc.assert(
      fc.property(trees, (tree) => {
        const { vector, unflatten } = flatten(tree);
        expect(unflatten(vector as Float64Array)).toEqual(tree);
        expect(mapTree((x: number) => x, tree)).toEqual(tree);
        const once = mapTree((x: number) => 3 * Math.sin(x), tree);
        const twice = mapTree(
          (x: number) => 3 * x,
          mapTree((x: number) => Math.sin(x), tree),
        );
        expect(twice).toEqual(once);
        expect(zipTrees((x: number, y: number) => x - y, tree, tree)).toEqual(
          mapTree((x: number) => x - x, tree),
        );
        expect(treeDot(sub(1, 0), 1)).toBe(1);
      }),
    );
  });
});
