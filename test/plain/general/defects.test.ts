/** A function that the compiler has an error of its own with is left to runs: the rest of its module is compiled. */
import { grad } from 'delta-tape';
import { why } from 'delta-tape/plain';
import { defects } from '../../../src/plain/general/defects.js';
import { Lowering } from '../../../src/plain/lower/lowering.js';
import { load } from '../../support/plain.js';

test('A function that the compiler fails at is answered by a run, which why tells.', () => {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with its object
  const { lower } = Lowering.prototype;
  jest.spyOn(Lowering.prototype, 'lower').mockImplementation(function (this: Lowering, ...given) {
    const [node] = given;
    if ('id' in node && node.id?.name === 'broken') throw new TypeError('nothing is there');
    return lower.apply(this, given);
  });
  const { broken, right } = load<Record<string, (x: number) => number>>(
    `exports.broken = broken; exports.right = right;
    function broken(x: number) { return x * x; }
    function right(x: number) { return x ** 3; }`,
  );
  expect([grad(broken)(3), grad(right)(2)]).toEqual([6, 12]);
  expect(why(right).answers).toBe('compiled');
  expect(why(broken).answers).not.toBe('compiled');
  expect(why(broken).versions[0].obstacle?.what).toContain('TypeError: nothing is there');
  jest.restoreAllMocks();
  const met = defects.splice(0);
  expect(met.length).toBeGreaterThan(0);
  expect(met[0]).toBeInstanceOf(TypeError);
});
