/**
 * Tells packed arrays (packed-array.ts) from others, without the code that makes them. The pack is in a
 * private field, which can be asked for without running code of others: a proxy answers every symbol.
 */
import type { RealArray } from '../core/floats/real-array.js';
import type { Pack } from './pack.js';

/**
 * A class whose constructor returns another object, which gets the fields of the classes that extend
 * it.
 */
class Returned {
  constructor(xs: object) {
    return xs;
  }
}

class Packed extends Returned {
  #pack: Pack;

  constructor(xs: RealArray, pack: Pack) {
    super(xs);
    this.#pack = pack;
  }

  static of(xs: object): Pack | undefined {
    return #pack in xs ? xs.#pack : undefined;
  }

  static put(xs: RealArray, pack: Pack): void {
    const given: object = xs;
    if (#pack in given) given.#pack = pack;
    else new Packed(xs, pack);
  }
}

/** The pack of a packed array of any run; undefined for other values. */
export const packed = (xs: unknown): Pack | undefined =>
  Array.isArray(xs) ? Packed.of(xs) : undefined;

/** Has a pack hold the elements of an array. */
export const setPack = (xs: RealArray, pack: Pack): void => Packed.put(xs, pack);
