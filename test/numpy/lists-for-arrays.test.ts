/** Lists of numbers and booleans where functions take arrays: the same as arrays give, in derivatives and without. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { grad, type Real } from 'delta-tape';
import { takingLists } from '../../src/numpy/lists-for-arrays.js';
import { array, flat, gradOf, jvpOf, P, sum, type Array_ } from './support.js';

const v = array([1.5, 2, 3, 4.5]);
const [t, f] = [true, false];

/** The result of a call on `v`, whose derivative is that of the sum of its squares where one is given. */
type Expected = readonly [
  call: (x: Array_) => unknown,
  value: readonly number[],
  slopes?: readonly number[],
];

const known: Readonly<Record<string, Expected>> = {
  compress: [(x) => P.compress([t, f, t, f], x), [1.5, 3], [3, 0, 6, 0]],
  'compress by numbers': [(x) => P.compress([0, 0, 0, 1], x), [4.5], [0, 0, 0, 9]],
  extract: [(x) => P.extract([f, t, t, f], x), [2, 3], [0, 4, 6, 0]],
  'extract by a nested list': [
    (x) =>
      P.extract(
        [
          [f, t],
          [t, f],
        ],
        P.reshape(x, [2, 2]),
      ),
    [2, 3],
    [0, 4, 6, 0],
  ],
  bindex: [(x) => P.bindex(x, [t, f, f, t]), [1.5, 4.5], [3, 0, 0, 9]],
  iindex: [(x) => P.iindex(x, [3, 3]), [4.5, 4.5], [0, 0, 0, 18]],
  where: [(x) => P.where([t, f, f, t], x, 0), [1.5, 0, 0, 4.5], [3, 0, 0, 9]],
  'where of lists': [(x) => P.where([t, t, f, f], [7, 8, 9, 9], x), [7, 8, 3, 4.5], [0, 0, 6, 9]],
  'where by a Uint8Array': [
    (x) => P.where(new Uint8Array([1, 0, 0, 1]), x, 0),
    [1.5, 0, 0, 4.5],
    [3, 0, 0, 9],
  ],
  select: [
    (x) =>
      P.select(
        [
          [t, f, f, f],
          [t, t, f, f],
        ],
        [x, [10, 20, 30, 40]],
        5,
      ),
    [1.5, 20, 5, 5],
    [3, 0, 0, 0],
  ],
  'select with a list for the rest': [
    (x) => P.select([[f, t, f, t]], [x], [5, 6, 7, 8]),
    [5, 2, 7, 4.5],
    [0, 4, 0, 9],
  ],
  choose: [(x) => P.choose([0, 1, 1, 0], [x, [10, 20, 30, 40]]), [1.5, 20, 30, 4.5], [3, 0, 0, 9]],
  take: [(x) => P.take(x, [3, 0, 0]), [4.5, 1.5, 1.5], [6, 0, 0, 9]],
  'take by a nested list': [
    (x) =>
      P.take(x, [
        [3, 0],
        [1, 1],
      ]),
    [4.5, 1.5, 2, 2],
    [3, 8, 0, 9],
  ],
  take_along_axis: [(x) => P.take_along_axis(x, [2, 2, 0], 0), [3, 3, 1.5], [3, 0, 12, 0]],
  repeat: [(x) => P.repeat(x, [0, 2, 1, 0]), [2, 2, 3], [0, 8, 6, 0]],
  insert: [(x) => P.insert(x, 1, [7, 8]), [1.5, 7, 8, 2, 3, 4.5], [3, 4, 6, 9]],
  'insert at places': [(x) => P.insert(x, [0, 4], [7, 8]), [7, 1.5, 2, 3, 4.5, 8], [3, 4, 6, 9]],
  'insert of rows': [
    (x) => P.insert(P.reshape(x, [2, 2]), 0, [[7, 8]], 0),
    [7, 8, 1.5, 2, 3, 4.5],
    [3, 4, 6, 9],
  ],
  delete: [(x) => P.delete(x, [0, 2]), [2, 4.5], [0, 4, 0, 9]],
  append: [(x) => P.append(x, [7, 8]), [1.5, 2, 3, 4.5, 7, 8], [3, 4, 6, 9]],
  searchsorted: [(x) => P.searchsorted(x, [1, 2.5, 9]), [0, 2, 4], [0, 0, 0, 0]],
  'searchsorted in a list': [(x) => P.searchsorted([1, 2.5, 4], x), [1, 1, 2, 3], [0, 0, 0, 0]],
  digitize: [(x) => P.digitize(x, [1, 2.5, 4]), [1, 1, 2, 3], [0, 0, 0, 0]],
  'digitize of a list': [(x) => P.digitize([1, 2.5, 9], x), [0, 2, 4], [0, 0, 0, 0]],
  isin: [(x) => P.isin(x, [2, 4.5]), [0, 1, 0, 1], [0, 0, 0, 0]],
  in1d: [(x) => P.in1d([2, 7], x), [1, 0], [0, 0, 0, 0]],
  interp: [(x) => P.interp(x, [0, 2, 5], [0, 4, 10]), [3, 4, 6, 9], [12, 16, 24, 36]],
  'interp at a list': [
    (x) => P.interp([0.5, 3], [0, 1, 2, 4], x),
    [1.75, 3.75],
    [1.75, 1.75, 3.75, 3.75],
  ],
  add: [(x) => P.add([1, 2, 3, 4], x), [2.5, 4, 6, 8.5], [5, 8, 12, 17]],
  multiply: [(x) => P.multiply(x, [0, 1, 0, 2]), [0, 2, 0, 9], [0, 4, 0, 36]],
  'multiply by booleans': [(x) => P.multiply(x, [t, f, f, t]), [1.5, 0, 0, 4.5], [3, 0, 0, 9]],
  maximum: [(x) => P.maximum([2.5, 1, 5, 1], x), [2.5, 2, 5, 4.5], [0, 4, 0, 9]],
  clip: [(x) => P.clip(x, [2, 1, 1, 1], [9, 9, 2.5, 9]), [2, 2, 2.5, 4.5], [0, 4, 0, 9]],
  greater: [(x) => P.greater(x, [1, 2, 3, 4]), [1, 0, 0, 1], [0, 0, 0, 0]],
  dot: [(x) => P.dot(x, [1, 0, 2, 0]), [7.5], [15, 0, 30, 0]],
  matmul: [
    (x) =>
      P.matmul(
        [
          [1, 0, 0, 0],
          [0, 0, 0, 1],
        ],
        x,
      ),
    [1.5, 4.5],
    [3, 0, 0, 9],
  ],
  outer: [(x) => P.outer([1, 2], x), [1.5, 2, 3, 4.5, 3, 4, 6, 9], [15, 20, 30, 45]],
  einsum: [(x) => P.einsum('i,i->', x, [1, 0, 2, 0]), [7.5], [15, 0, 30, 0]],
  average: [(x) => P.average(x, undefined, [1, 0, 1, 0]), [2.25], [2.25, 0, 2.25, 0]],
  bincount: [(x) => P.bincount([0, 1, 1, 0], x), [6, 5], [12, 10, 10, 12]],
  concatenate: [(x) => P.concatenate([x, [7]]), [1.5, 2, 3, 4.5, 7], [3, 4, 6, 9]],
  stack: [(x) => P.stack([[1, 1, 1, 1], x]), [1, 1, 1, 1, 1.5, 2, 3, 4.5], [3, 4, 6, 9]],
  polyval: [(x) => P.polyval([2, 1], x), [4, 5, 7, 10], [16, 20, 28, 40]],
  convolve: [(x) => P.convolve(x, [1, 1], 'valid'), [3.5, 5, 7.5], [7, 17, 25, 15]],
  'linalg.solve': [
    (x) =>
      (P.linalg as unknown as typeof P).solve(
        [
          [2, 0],
          [0, 4],
        ],
        P.take(x, [1, 3]),
      ),
    [1, 1.125],
    [0, 1, 0, 0.5625],
  ],
  'diff with what is before': [(x) => P.diff(x, 1, -1, [1]), [0.5, 0.5, 1, 1.5], [0, -1, -1, 3]],
  'sum where': [(x) => P.sum(x, undefined, false, { where: [t, f, f, t] }), [6], [12, 0, 0, 12]],
};

const squares = (x: unknown): Real => sum(P.square(x));

describe.each(Object.entries(known))('%s', (_, [call, value, slopes]) => {
  test('of lists has the value that it should have', () => {
    const z = flat(call(v));
    expect(z.map(Number)).toEqual(value);
  });
  test('of lists has that value and the right gradient in derivatives', () => {
    let seen: number[] = [];
    const gradient = gradOf((x: Array_) => {
      const z = call(x);
      seen = flat(P.primalOf(z)).map(Number);
      return squares(P.add(P.multiply(z, 1), 0));
    })(v);
    expect(seen).toEqual(value);
    expect(flat(gradient)).toEqual(slopes);
    const one = (k: number) => array([0, 1, 2, 3].map((j) => (j === k ? 1 : 0)));
    const pushed = [0, 1, 2, 3].map((k) => {
      const { tangent } = jvpOf((x: Array_) => squares(call(x)))([v], [one(k)]);
      return tangent as unknown;
    });
    expect(pushed).toEqual(slopes);
  });
});

test('what is written by lists is written', () => {
  const written = (write: (x: Array_) => void): number[] => {
    const x = array([1, 2, 3, 4]);
    write(x);
    return flat(x);
  };
  expect(written((x) => P.putmask(x, [t, f, t, f], [9, 9, 8, 8]))).toEqual([9, 2, 8, 4]);
  expect(written((x) => P.place(x, [t, f, t, f], [9, 8]))).toEqual([9, 2, 8, 4]);
  expect(written((x) => P.put(x, [0, 3], [9, 8]))).toEqual([9, 2, 3, 8]);
  expect(written((x) => P.put_along_axis(x, [0, 3], [9, 8], 0))).toEqual([9, 2, 3, 8]);
  expect(written((x) => P.copyto(x, [9, 8, 7, 6]))).toEqual([9, 8, 7, 6]);
  expect(() => P.putmask([1, 2], [t, f], [3])).toThrow(
    'np.putmask writes into an array, but it was given a list',
  );
});

test('lists of reals under differentiation are arrays, too', () => {
  const f = (x: Real) => P.dot([x, 2], [3, x]) as Real;
  expect(f(2 as Real)).toBe(10);
  expect((grad as unknown as (f: unknown) => (x: number) => number)(f)(2)).toBe(5);
});

test('arrays of arrays stack them', () => {
  expect(flat(P.array([v, v]))).toEqual([...flat(v), ...flat(v)]);
  expect((P.asarray([[v], [v]]) as Array_).shape).toEqual([2, 1, 4]);
});

test('lists that are no arrays are refused', () => {
  expect(() => P.sum([[1], [1, 2]])).toThrow('np.sum: the lists have different lengths');
  expect(() => P.array([[1], [1, 2]])).toThrow('np.array: the lists have different lengths');
  expect(() => P.array([[1, 2], 3])).toThrow('np.array: the lists have different lengths');
  expect(() => P.compress(['a', 'b'], v)).toThrow('np.compress takes arrays and numbers');
});

/** Where the declarations of numpy-ts have an array, and not also a list: the names of functions with positions. */
function declared(): string[] {
  const folder = join(__dirname, '../../node_modules/numpy-ts/dist/types/core');
  const text = readdirSync(folder)
    .filter((file) => file.endsWith('.d.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('');
  const functions = text.matchAll(/export declare function (\w+)(?:<[^(]*>)?\(([^;]*?)\): [^;]*;/g);
  const found = [...functions].flatMap(([, name, parameters]) =>
    parameters
      .split(/,\s*(?=\w+\??:)/)
      .flatMap((parameter, k) =>
        /^\w+\??: NDArrayCore(<\w+>)?( \| (number|null|bigint))*$/.test(parameter)
          ? [`${name} ${k}`]
          : [],
      ),
  );
  return [...new Set(found)].filter((place) => place.split(' ')[0] in P);
}

/**
 * The functions that are left out: those that write, that ask for memory or bytes, and that take a list
 * of axes behind a function.
 */
const left =
  /^(byteswap|copyto|fill|fill_diagonal|place|put|putmask|put_along_axis|tofile|tobytes|view|require) 0$|_memory |^apply_over_axes 2/;

test('lists become arrays wherever numpy-ts is declared to take arrays only', () => {
  const places = declared();
  expect(places.length).toBeGreaterThan(300);
  const given = places.filter((place) => {
    const [name, k] = place.split(' ');
    const args = Array.from({ length: 6 }, (_, j) => (j === Number(k) ? [1, 2] : 0));
    if (left.test(place)) return false;
    const taken = takingLists(name, (...all) => all)(...args) as unknown[];
    return Array.isArray(taken[Number(k)]);
  });
  expect(given).toEqual([]);
});
