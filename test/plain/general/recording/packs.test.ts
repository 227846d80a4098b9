/** Arrays of floats where code records: their elements are ids and primals until others ask for them. */
import { grad, jvp, mul, sub, type Real, type Reals } from 'delta-tape';
import { packedPrototype } from '../../../../src/tape/packed-array.js';
import { load } from '../../../support/plain.js';

/** A module whose `f` has a recording version, with `given` as it is, untranslated. */
function module<T = (xs: Reals) => Real>(body: string, given: object = {}): T {
  return load<(given: object) => T>(
    `
    exports.of = (given: any) => {
      return f;
      function f(xs: Float64Array): number { ${body} }
    };`.replace('exports.of', 'module.exports'),
  )(given);
}

const point = Float64Array.of(2, 3, 5);
const agrees = (f: (xs: Reals) => Real, gradient: number[]) => {
  expect([...(grad(f)(point) as Float64Array)]).toEqual(gradient);
  // Forward mode has general versions only.
  const tangents = gradient.map((_, k) => {
    const direction = Float64Array.from(gradient, (_, j) => Number(j === k));
    return jvp(f)([point], [direction]).tangent;
  });
  expect(tangents).toEqual(gradient);
};

/** Enough arithmetic for a recording version. */
const squares = 'let s = 0; for (let i = 0; i < ys.length; i++) s += ys[i] * ys[i] * (i + 1);';

describe('An array of floats in code that records', () => {
  test.each([
    ['read as it was given', 'const ys = xs;', [4, 12, 30]],
    ['made and stored into', 'const ys = new Float64Array(2); ys[1] = xs[0] * 3;', [72, 0, 0]],
    ['copied', 'const ys = xs.slice(1); xs[1] = 0;', [0, 6, 20]],
    ['shared in part', 'const ys = xs.subarray(1); xs[2] = xs[0] * 2;', [32, 6, 0]],
    [
      'set and filled',
      'const ys = new Float64Array(3).fill(7); ys.set(xs.subarray(0, 1), 1);',
      [8, 0, 0],
    ],
    ['mapped', 'const ys = xs.map((x: number) => x * x);', [4 * 8, 2 * 4 * 27, 3 * 4 * 125]],
    ['reversed in place', 'const ys = xs.reverse();', [12, 12, 10]],
    [
      'spread into an object',
      'const ys = Float64Array.from(Object.values({ ...xs }));',
      [4, 12, 30],
    ],
    ['of a variable that is assigned again', 'let ys = new Float64Array(9); ys = xs;', [4, 12, 30]],
    ['with a length of a part', 'const { ys } = { ys: xs.subarray(2) };', [0, 0, 10]],
  ])('is %s.', (_, text, gradient) => {
    agrees(module(`${text} ${squares} return s;`), gradient);
  });

  test('is read and written by code that is not translated.', () => {
    const given = {
      scale(ys: Real[]) {
        ys[0] = mul(ys[0], ys[1]);
        return [...ys, ys.length, 2 in ys, ys.at(-1)!].filter((x) => typeof x !== 'boolean');
      },
    };
    const body = `const seen = given.scale(xs); const ys = xs; ${squares} return s + seen[4] * seen[0];`;
    // s = (x y)² + 2 y² + 3 z², and z x y.
    agrees(module(body, given), [2 * 2 * 9 + 15, 2 * 4 * 3 + 12 + 10, 30 + 6]);
  });

  test('has the keys of its elements, and no others.', () => {
    const body = `
      const ys = new Float64Array(3);
      for (let i = 0; i < 3; i++) ys[i] = xs[i] * xs[i];
      const keys: any[] = [0, 2, 3, 9, -1, 0.5, '1', '3', '01', 'length', 'none'];
      const found = keys.filter((key) => key in ys);
      ${squares}
      return s + (found.join() === '0,2,1,length' ? xs[0] : xs[1]);`;
    // s = x⁴ + 2 y⁴ + 3 z⁴.
    agrees(module(body), [4 * 8 + 1, 8 * 27, 12 * 125]);
  });

  test('takes duals of a gradient within, and is as before after it.', () => {
    const given = {
      inner: (ys: Real[], x: Real) =>
        grad((y: Real): Real => {
          ys[0] = mul(y, y);
          return mul(ys[0], ys[1]);
        })(x),
    };
    const body = `
      const ys = new Float64Array(3);
      for (let i = 0; i < 3; i++) ys[i] = xs[i] * 2;
      const slope = given.inner(ys, xs[0]);
      ys[0] = xs[2] * xs[2];
      ${squares}
      return s + slope;`;
    // The slope is 2 x 2 y; s = z⁴ + 2 (2 y)² + 3 (2 z)².
    agrees(module(body, given), [4 * 3, 4 * 2 + 16 * 3, 4 * 125 + 24 * 5]);
  });

  test('shares duals of a gradient within with its parts.', () => {
    const given = {
      inner: (ys: Real[], part: Real[], x: Real) =>
        grad((y: Real): Real => {
          ys[1] = mul(y, y);
          return mul(part[0], ys.slice(1)[0]);
        })(x),
    };
    const body = `
      const buffer = new Float64Array(3);
      const ys = xs;
      ${squares}
      return s + given.inner(buffer, buffer.subarray(1), xs[0]);`;
    // The slope of y⁴ is 4 x³.
    agrees(module(body, given), [4 + 12 * 4, 12, 30]);
  });

  test('is a typed array when the gradient is finished that left it behind.', () => {
    const kept: { ys: ArrayLike<number> } = { ys: [] };
    const f = module(
      'const ys = new Float64Array(2); ys[0] = xs[0] * xs[1]; given.ys = ys; ' +
        `${squares} return s;`,
      kept,
    );
    grad(f)(point);
    expect(kept.ys).toEqual(Float64Array.of(6, 0));
    const g = module(`const ys: Float64Array = given.ys; ${squares} return s * xs[0];`, kept);
    expect([...(grad(g)(point) as Float64Array)]).toEqual([36, 0, 0]);
  });

  test('takes duals if it is a Float64Array from outside, and has their numbers when the run is over.', () => {
    const outside = new Float64Array(3);
    const f = module(
      `const ys: Float64Array = given.outside; ys[1] = 4; ys[2] = xs[0]; ${squares} return s;`,
      { outside },
    );
    expect([...(grad(f)(point) as Float64Array)]).toEqual([12, 0, 0]);
    expect([...outside]).toEqual([0, 4, 2]);
  });

  test('holds no element beside its ends, as a typed array.', () => {
    const f = module(
      `
      const ys = xs;
      ys[3] = xs[0]; ys[-1] = xs[0]; ys[0.5] = xs[0];
      ${squares}
      return ys[3] === undefined && ys[-1] === undefined && given.sub(ys[0], 0) !== 0 ? s : 0;`,
      { sub },
    );
    expect([...(grad(f)(point) as Float64Array)]).toEqual([4, 12, 30]);
  });

  test('has its elements changed once, wherever their position comes from.', () => {
    const given = { calls: 0 };
    const f = module(
      `const next = given; const at = (k: number) => { next.calls++; return k; };
      return change(xs, at);
      function change(ys: Float64Array, at: (k: number) => number): number {
        ys[at(1)]++;
        ys[at(0) % ys.length] *= 3;
        ys[(ys[0] * 0 + 2) % ys.length]--;
        ${squares}
        return s;
      }`,
      given,
    );
    // s = (3 x)² + 2 (y + 1)² + 3 (z - 1)².
    expect([...(grad(f)(point) as Float64Array)]).toEqual([36, 16, 24]);
    expect(given.calls).toBe(2);
  });
});

/** Counts the elements of packed arrays that are read by the prototype, which takes a hundred times as long. */
function countReads(): { readonly stop: () => number } {
  const proxy = Object.getPrototypeOf(packedPrototype) as object;
  let reads = 0;
  const get = (of: object, key: string | symbol, xs: unknown): unknown => {
    if (/^\d+$/.test(String(key))) reads++;
    return Reflect.get(of, key, xs);
  };
  Object.setPrototypeOf(packedPrototype, new Proxy(proxy, { get }));
  const stop = (): number => {
    Object.setPrototypeOf(packedPrototype, proxy);
    return reads;
  };
  return { stop };
}

test.each([
  ['by a position', 's += o[i] * o[i];', 0],
  ['by a key of an unknown kind', 's += o[given.same(i)] * o[i];', 0],
  ['and stored into', 'o[i] *= 2; s += o[i] * o[i] / 4;', 0],
  ['by code that is not translated', 's += given.read(o, i) * o[i];', 3],
])('An array of an unknown kind is read %s.', (_, step, expected) => {
  let reads = NaN;
  const given = {
    same: (x: unknown) => x,
    read: (xs: Real[], k: number) => xs[k],
    countReads,
    counted: (x: number) => (reads = x),
  };
  const f = module(
    `const ys = new Float64Array(3);
    ys.set(xs);
    ${squares}
    const counter = given.countReads();
    const o: any = given.same(ys);
    s = 0;
    for (let i = 0; i < o.length; i++) { ${step} }
    given.counted(counter.stop());
    return s;`,
    given,
  );
  expect(grad(f)(point)).toEqual(Float64Array.of(4, 6, 10));
  expect(reads).toBe(expected);
});
