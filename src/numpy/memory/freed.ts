/** Arrays that were freed. If somebody uses one, they get an error, and not whatever is in its memory by then. */
import type { Storage } from '../array-types.js';

const nothing = (): void => undefined;

/** The error for somebody who uses a freed array. */
export type Freed = () => Error;

/** The prototype of storages of freed arrays, whose every use is an error. */
const retired = (freed: Freed): object =>
  new Proxy(
    {},
    {
      get(_, key) {
        if (key === 'dispose') return nothing;
        if (typeof key === 'symbol') return undefined;
        throw freed();
      },
    },
  );
const prototypes = new Map<Freed, object>();

/** Gives the memory of an array back. To do it again changes nothing. */
export function retire(storage: Storage, freed: Freed): void {
  storage.dispose();
  let prototype = prototypes.get(freed);
  if (prototype === undefined) prototypes.set(freed, (prototype = retired(freed)));
  Object.setPrototypeOf(storage, prototype);
}
