/** Emitted code asks once for the room of what a loop keeps, and uses the room of its arrays again. */
import { ArrayPool, ArrayPools } from '../../../src/plain/runtime/compiled/code/array-pool.js';
import { adjoint, emit, funcOf, improved, partials } from '../../support/numeric.js';
import { linked } from '../../../src/plain/runtime/compiled/code/linked.js';

const codeOf = (body: string) => {
  const f = improved(funcOf(`function f(x: Float64Array, n: number) { ${body} }`));
  const made = adjoint(f, [f.region.params[0]], { partials, asksForZeros: false });
  if (made.tag === 'refused') throw new Error(made.why);
  return emit(improved(made.func));
};
const product = (loop: string): string =>
  `let s = 1; ${loop} { s = Math.sin(s * x[0]) + 1; } return s * s;`;

test.each([
  ['for (let i = 0; i < n; i++)', [0, 1, 2.5, 9]],
  ['for (let i = 1; i <= n; i++)', [0, 1, 2.5, 2000]],
  ['for (let i = 7; i >= n; i--)', [9, 7, 0.5, -3]],
  ['for (let i = 0; i < n; i += 3)', [0, 1, 6, 7, 2.5]],
])('Room is asked for once before %s, and is enough.', (loop, ends) => {
  const code = codeOf(product(loop));
  expect(code.code.match(/grown/g)).toHaveLength(1);
  expect(code.code.indexOf('grown')).toBeLessThan(code.code.indexOf('for ('));
  const run = linked(code);
  const slow = linked({
    ...code,
    code: code.code.replace(/if \(\$top.*/, '$kept = new Float64Array(1e4);'),
  });
  for (const n of ends) {
    const [one, other] = [new Float64Array(1), new Float64Array(1)];
    expect(run(Float64Array.of(0.7), n, one)).toEqual(slow(Float64Array.of(0.7), n, other));
    expect(one).toEqual(other);
  }
});

test.each([
  'for (let i = 0; i < n; i++) { if (s > 3) break; s = Math.sin(s * x[0]) + 1; } ',
  'while (s < n) { s = Math.exp(s * x[0]) + 1; } ',
])('Room is asked for at every step of a loop of unknown length: %s.', (loop) => {
  const { code } = codeOf(`let s = 1; ${loop} return s * s;`);
  expect(code.indexOf('grown')).toBeGreaterThan(code.search(/for \(|while \(/));
});

test('Code has a list for the arrays that it keeps, if it keeps any.', () => {
  const loop = (step: string) =>
    codeOf(`let s = 1; for (let i = 0; i < n; i++) { ${step} } return s;`).code;
  expect(loop('s = Math.sin(s * x[0]);')).toMatch('$kept');
  expect(loop('s = Math.sin(s * x[0]);')).not.toMatch('$arrays');
  const own = loop('const a = new Float64Array(2); a[0] = s; s = Math.sin(a[0] * x[0]);');
  expect(own.match(/\$arrays/g)).toHaveLength(3);
});

/** Where the way there uses room again. */
const made = (body: string): string[] => {
  const [there] = codeOf(body).code.split('for (let i2');
  return there.match(/\$pool\.again/g) ?? [];
};

test('The array of a step takes the room of the one before, unless somebody has that later.', () => {
  const array = 'const a = new Float64Array(3); a[0] = x[i]; a[1] = a[0] * x[0];';
  const loop = (rest: string) =>
    `let s = 0, b = new Float64Array(3); for (let i = 0; i < n; i++) { ${array} ${rest} } return s;`;
  expect(made(loop('s += a[1] * a[1];'))).toHaveLength(2);
  expect(made(loop('s += a[1] * b[1]; b = a;'))).toHaveLength(0);
  expect(made(loop('s = Math.sin(a[1] * s);'))).toHaveLength(0);
});

test('A pool gives arrays of zeros, one after the other, and the same again when they are given back.', () => {
  const pool = new ArrayPool();
  const [one, two] = [pool.array(2), pool.array(3)];
  one[0] = 5;
  expect(two).toHaveLength(3);
  pool.next = 0;
  expect(pool.array(2)).toBe(one);
  expect([...one]).toEqual([0, 0]);
  expect(pool.array(4)).toHaveLength(4);
  expect(() => pool.array(-1)).toThrow(RangeError);
});

test('A pool that is in use is not lent again, and keeps no more than 16 MiB.', () => {
  const pools = new ArrayPools();
  const [one, other] = [pools.borrow(), pools.borrow()];
  expect(other).not.toBe(one);
  pools.giveBack(one);
  expect(pools.borrow()).toBe(one);
  const arrays = Array.from({ length: 600 }, () => one.array(4000));
  pools.giveBack(one);
  const again = pools.borrow();
  expect(arrays.filter((array) => again.array(4000) === array)).toHaveLength(524);
});

test('What is made one at a time counts among the 16 MiB, too.', () => {
  const pools = new ArrayPools();
  const pool = pools.borrow();
  const long = pool.again(undefined, 2 ** 20);
  const arrays = Array.from({ length: 300 }, () => pool.array(4000));
  pools.giveBack(pool);
  const areKept = [
    pool.again(undefined, 2 ** 20) === long,
    ...arrays.map((array) => pool.array(4000) === array),
  ];
  expect(areKept.filter((isKept) => isKept)).toHaveLength(300);
  expect(areKept[0]).toBe(false);
});

test('One array at a time is nobody else’s, and is made anew where its length changes.', () => {
  const pool = new ArrayPool();
  const one = pool.again(undefined, 3);
  one[0] = 1;
  expect(pool.again(one, 3)).toBe(one);
  expect(one[0]).toBe(0);
  expect(pool.array(3)).not.toBe(one);
  const long = pool.again(one, 4);
  expect(long).toHaveLength(4);
  pool.end();
  expect(pool.again(undefined, 3)).toBe(one);
});

test('Arrays of inner loops stay apart from those that outer loops carry.', () => {
  const code = codeOf(`let s = 0; for (let i = 0; i < n; i++) {
    let b = new Float64Array(2); b[0] = x[i]; b[1] = x[0];
    for (let j = 0; j < 3; j++) {
      const a = new Float64Array(2); a[0] = b[1] * x[j]; a[1] = Math.sin(b[0]);
      const c = new Float64Array(2); c[0] = a[0] + b[0]; c[1] = a[1] * b[1]; b = c;
    }
    s += b[0] * b[1];
  } return s;`);
  expect(code.code).toMatch(/again/);
  expect(code.code).toMatch(/\$pool\.next = /);
  const run = linked(code);
  const apart = linked({
    ...code,
    code: code.code.replaceAll(/\$pool\.(array\(|again\(\$array\d*, )/g, 'new Float64Array('),
  });
  const x = Float64Array.of(0.3, 0.7, -0.4, 1.1);
  for (const n of [1, 4, 4]) {
    const [one, other] = [new Float64Array(4), new Float64Array(4)];
    expect(run(x, n, one)).toEqual(apart(x, n, other));
    expect(one).toEqual(other);
  }
});
