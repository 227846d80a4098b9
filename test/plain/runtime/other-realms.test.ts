/** Arrays of another realm, with duals in them: a run gives what the source gives on numbers. */
import { runInNewContext } from 'node:vm';
import { valueAndGrad } from 'delta-tape';
import { modules } from '../../support/linked-modules.js';
import { withoutCompiled } from '../../support/tiers.js';

type Make = (...items: unknown[]) => unknown[];
interface Realm {
  readonly list: Make;
  readonly floats: (...items: number[]) => Float64Array;
  readonly derived: Make;
}
const otherRealm = (): Realm =>
  runInNewContext(`
    class Derived extends Array {}
    ({
      list: (...items) => Array.of(...items),
      floats: (...items) => Float64Array.of(...items),
      derived: (...items) => Derived.of(...items),
    })`) as Realm;
const here: Realm = {
  list: (...items) => items,
  floats: (...items) => Float64Array.of(...items),
  derived: (...items) => items,
};

/** Each gives a number, or a list with numbers in it; `a` is `[x, 1, x * x, 3]`. */
const calls: Readonly<Record<string, readonly string[]>> = {
  at: ['[a.at(-2)]', '[a.at(x - 2)]'],
  concat: ['a.concat([x], 2)'],
  copyWithin: ['a.copyWithin(0, 2)', 'a.copyWithin(x - 2, x)'],
  entries: ['[...a.entries()].flat()'],
  every: ['[a.every((v) => v > 0) ? x : 1, a.every((v) => v - 1) ? 2 : x]'],
  fill: ['a.fill(x * 3, 1)', 'a.fill(7, x)'],
  filter: ['a.filter((v) => v > 1.5)', 'a.filter((v) => v - x)'],
  find: ['[a.find((v) => v > 2.5)]', '[a.find((v) => v - 2)]'],
  findIndex: ['[a.findIndex((v) => v === x * x)]', '[a.findIndex((v) => v - 2)]'],
  findLast: ['[a.findLast((v) => v < 2.5)]'],
  findLastIndex: ['[a.findLastIndex((v) => v === x), a.findLastIndex((v) => v - 3)]'],
  flat: ['[a, [a]].flat(2)', 'a.flat()'],
  flatMap: ['a.flatMap((v) => [v, v * x])'],
  forEach: ['(() => { let s = 0; a.forEach((v) => { s += v * v; }); return [s]; })()'],
  includes: [
    '[a.includes(2) ? x : 0, a.includes(4) ? x : 0, a.includes(5) ? x : 0]',
    '[a.includes(x) ? x : 0, a.includes(x * 2) ? x : 0, a.includes(x - 1) ? x : 0, a.includes(x, 3) ? x : 0]',
  ],
  indexOf: [
    '[a.indexOf(2), a.indexOf(4), a.indexOf(x), a.indexOf(x * 2), a.indexOf(x - 1), a.indexOf(x, 1)]',
  ],
  join: ['[Number(a.join("").length) > 0 ? x : 1]'],
  keys: ['[...a.keys()]'],
  lastIndexOf: [
    '[a.lastIndexOf(2), a.lastIndexOf(4), a.lastIndexOf(x), a.lastIndexOf(x + 1), a.lastIndexOf(x * 2, x)]',
  ],
  map: ['a.map((v, k) => v * k)', 'a.map(Math.sin)'],
  pop: ['[a.pop(), ...a]'],
  push: ['[a.push(x * 5), ...a]'],
  reduce: ['[a.reduce((s, v) => s * v)]', '[a.reduce((s, v) => s + v, x)]'],
  reduceRight: ['[a.reduceRight((s, v) => s - v)]'],
  reverse: ['a.reverse()'],
  shift: ['[a.shift(), ...a]'],
  slice: ['a.slice(1, 3)', 'a.slice(x)'],
  some: ['[a.some((v) => v > 3.5) ? x : 1, a.some((v) => v - v) ? x : 1]'],
  sort: ['a.sort()', 'a.sort((p, q) => q - p)'],
  splice: ['[...a.splice(1, 2, x * 7, 8, 9), ...a]', '[...a.splice(x, 1), ...a]'],
  toReversed: ['a.toReversed()'],
  toSorted: ['a.toSorted()', 'a.toSorted((p, q) => q - p)'],
  toSpliced: ['a.toSpliced(x, 1, x * 2)'],
  toString: ['[a.toString().length > 0 ? x : 1]'],
  unshift: ['[a.unshift(x * 5, 6), ...a]'],
  values: ['[...a.values()]'],
  with: ['a.with(x, x * 5)'],
};

type F = (x: number) => number;
interface Found {
  readonly value: number;
  readonly gradient: number;
}
const bodyOf = (call: string, make: keyof Realm): string => `
  const a = ${make}(${make === 'floats' ? '1, 2, 4, 3' : 'x, 1, x * x, 3'});
  let s = 0, k = 1;
  for (const v of ${call}) { s += v * k; k = k * 1.5; }
  return s + x;`;

function found(call: string, make: keyof Realm, realm: Realm): Found {
  const text = `import { ${make} } from 'realm';\nexport function f(x) {${bodyOf(call, make)}\n}`;
  const f = modules({ program: text }, { realm: { ...realm } })('program').f as F;
  return withoutCompiled(() => valueAndGrad(f)(2)) as Found;
}
/** The same on numbers, which JavaScript computes. */
function onNumbers(call: string, make: keyof Realm, realm: Realm): number {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the calls are texts
  return (new Function(make, 'x', bodyOf(call, make)) as (...args: unknown[]) => number)(
    realm[make],
    2,
  );
}

const missing = (name: string): boolean => !(name in Array.prototype);

test('All methods of arrays are among the calls.', () => {
  const names = Object.getOwnPropertyNames(Array.prototype).filter(
    (name) => name !== 'length' && name !== 'constructor',
  );
  // It is refused.
  expect(names.filter((name) => !Object.hasOwn(calls, name))).toEqual(['toLocaleString']);
  expect(() => found('[a.toLocaleString().length]', 'list', otherRealm())).toThrow(
    'toLocaleString',
  );
});

describe.each(['list', 'derived'] as const)('Arrays of another realm (%s)', (make) => {
  test.each(Object.entries(calls))('have %s on duals.', (name, texts) => {
    if (missing(name)) return;
    for (const call of texts) {
      const expected = found(call, 'list', here);
      expect([call, found(call, make, otherRealm())]).toEqual([call, expected]);
      expect([call, expected.value]).toEqual([call, onNumbers(call, make, otherRealm())]);
    }
  });
});

test('Calls with known answers give them.', () => {
  const other = otherRealm();
  const value = (call: string) => found(call, 'list', other);
  expect(value('[a.indexOf(2) + 1]')).toEqual({ value: 3, gradient: 1 });
  expect(value('[a.lastIndexOf(x * 2) * x]')).toEqual({ value: 6, gradient: 3 });
  expect(value('[a.includes(4) ? x * x : 0]')).toEqual({ value: 6, gradient: 5 });
});

test('Typed arrays of another realm find duals by their numbers.', () => {
  const call =
    '[a.indexOf(x), a.lastIndexOf(x + 1), a.includes(x * 2) ? x : 0, a.find((v) => v - 1)]';
  const expected = { value: 1 + 3 * 1.5 + 2 * 2.25 + 2 * 3.375 + 2, gradient: 3.25 };
  expect(found(call, 'floats', here)).toEqual(expected);
  expect(found(call, 'floats', otherRealm())).toEqual(expected);
});
