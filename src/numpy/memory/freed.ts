/** Arrays that were freed: whoever uses one is told so, rather than given what stands in its memory by then. */
import { freedArray } from '../errors.js';
import type { Storage } from '../array-types.js';

const nothing = (): void => undefined;

/** What storages of freed arrays have for their prototype, where all that they can do stands. */
const retired = (owner: string): object =>
  new Proxy(
    {},
    {
      get(_, key) {
        if (key === 'dispose') return nothing;
        if (typeof key === 'symbol') return undefined;
        throw freedArray(owner);
      },
    },
  );
const prototypes = new Map<string, object>();

/** Gives the memory of an array back. To do it again changes nothing. */
export function retire(storage: Storage, owner: string): void {
  storage.dispose();
  let prototype = prototypes.get(owner);
  if (prototype === undefined) prototypes.set(owner, (prototype = retired(owner)));
  Object.setPrototypeOf(storage, prototype);
}
