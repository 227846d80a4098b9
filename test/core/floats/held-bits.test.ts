/** The bits of duals that are held in typed arrays: whole numbers on their memory are none of theirs. */
import { grad, mul, type Real } from 'delta-tape';
import { hold, release, seen } from '../../../src/core/floats/held-elements.js';
import type { Dual } from '../../../src/core/real.js';
import { errorOf } from '../../learn/support.js';

const floats = new Float64Array(2);
const words = new Uint32Array(floats.buffer);

test('Reading the bits of a dual is refused.', () => {
  const highWord = (x: Real): Real => {
    hold(floats, 0, x as Dual);
    return mul(x, seen(words[1], words, 1) as number);
  };
  expect(errorOf(() => grad(highWord)(2))).toBe('bits-of-real');
});

test('The bits of numbers are read where no dual is on their memory any more, and so are other arrays.', () => {
  const other = new Uint32Array([7]);
  const f = (x: Real): Real => {
    hold(floats, 0, x as Dual);
    expect(seen(other[0], other, 0)).toBe(7);
    release(floats, 0);
    floats[0] = 2;
    return mul(x, seen(words[1], words, 1) as number);
  };
  expect(grad(f)(3)).toBe(0x40000000);
});
