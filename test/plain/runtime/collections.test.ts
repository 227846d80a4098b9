/** Maps and sets, also those of platforms later than the one that translates. */
import { grad, type Real } from 'delta-tape';
import { translate } from 'delta-tape/plain';
import { load } from '../../support/plain.js';

type Program = (x: number) => number;

test('A method that only later platforms have is called by its version, wherever its code is translated.', () => {
  const { code } = translate('export const f = (map, k) => map.getOrInsert(k, 1);', {
    filename: 'later.js',
  });
  expect(code).toMatch(/\$call\(map, ["']getOrInsert["'], k, 1\)/);
});

test('A dual is refused as a key, by all methods that the platform has.', () => {
  const names = ['get', 'has', 'delete', 'getOrInsert', 'getOrInsertComputed'];
  const here = names.filter((name) => name in Map.prototype);
  for (const name of here) {
    const source = `exports.f = (x) => { new Map().${name}(x, () => 1); return x; };`;
    const { f } = load<{ readonly f: Program }>(source);
    expect(f(3)).toBe(3);
    expect(() => grad(f as (x: Real) => Real)(3)).toThrow(/a key of a Map/);
  }
});
