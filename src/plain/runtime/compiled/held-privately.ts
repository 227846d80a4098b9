/**
 * A private field of a function that holds the data remembered of it: nobody sees that, it ends with
 * the function, and it takes a tenth of the time of an entry of a WeakMap, which counts where a
 * function is made anew for each call.
 */
import type { AnyFunction } from '../../../derivatives/signatures.js';

class Same {
  constructor(f: AnyFunction) {
    return f;
  }
}

/** Its instances are functions that others made. */
class Holder extends Same {
  #held: unknown;

  static of(f: AnyFunction): unknown {
    return #held in f ? f.#held : undefined;
  }

  static put(f: AnyFunction, held: unknown): void {
    const holder = #held in f ? f : new Holder(f);
    holder.#held = held;
  }
}

/** Functions that can get no fields any more. */
const others = new WeakMap<AnyFunction, unknown>();

/** The data that are remembered of a function, if there are any. */
export const heldOf = (f: unknown): unknown =>
  typeof f === 'function'
    ? (Holder.of(f as AnyFunction) ?? others.get(f as AnyFunction))
    : undefined;

export function hold(f: AnyFunction, held: unknown): void {
  if (Object.isExtensible(f)) Holder.put(f, held);
  else others.set(f, held);
}
