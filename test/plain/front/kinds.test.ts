/** The lattice of kinds. */
import fc from 'fast-check';
import {
  any,
  isNative,
  isNumeric,
  isObject,
  join,
  joinAll,
  list,
  native,
  none,
  number,
  real,
  widened,
  type Kind,
} from '../../../src/plain/front/kinds.js';

const simple = [none, number, native, real, any];
const kinds = fc.letrec<{ kind: Kind }>((tie) => ({
  kind: fc.oneof({ depthSize: 'small' }, fc.constantFrom(...simple), tie('kind').map(list)),
})).kind;

describe('The join of two kinds', () => {
  test('is commutative, associative and idempotent, with none as its unit.', () => {
    fc.assert(
      fc.property(kinds, kinds, kinds, (x, y, z) => {
        expect(join(x, y)).toBe(join(y, x));
        expect(join(x, join(y, z))).toBe(join(join(x, y), z));
        expect(join(x, x)).toBe(x);
        expect(join(none, x)).toBe(x);
        expect(joinAll([x, y, z])).toBe(join(join(x, y), z));
      }),
    );
  });

  test('never promises what one of them does not.', () => {
    fc.assert(
      fc.property(kinds, kinds, (x, y) => {
        for (const promises of [isNative, isNumeric, isObject]) {
          if (promises(join(x, y)) && x !== none && y !== none) {
            expect([promises(x), promises(y)]).toEqual([true, true]);
          }
        }
      }),
    );
  });

  test.each([
    ['numbers and reals are reals', number, real, real],
    ['numbers and other primitives are primitives', number, native, native],
    ['reals and other primitives are anything', real, native, any],
    ['lists are joined by their elements', list(number), list(real), list(real)],
    ['a list and a number are anything', list(number), number, any],
  ])('says that %s.', (_, x, y, both) => {
    expect(join(x, y)).toBe(both);
  });
});

test('A list of a kind is one object, so that kinds are compared by identity.', () => {
  expect(list(list(real))).toBe(list(list(real)));
  expect(list(real)).not.toBe(list(number));
});

test('A container of literals may hold reals later.', () => {
  expect([number, native, any].map(widened)).toEqual([real, native, any]);
});

test('The empty join is none.', () => {
  expect(joinAll([])).toBe(none);
});
