/** `tidy`: frees what a function made when it returns, except its result. */
import { registerVersions, versionOf } from '../../functions/function-versions.js';
import { Dual } from '../../core/real.js';
import { freedArray, sharedNumbers, tidyIsAsynchronous } from '../errors.js';
import { isArray, noting, NDArrayCore, NDArrayFull, type Storage } from '../library.js';
import { Ledger } from './ledger.js';
import { isBorrowing, isInMemory, tidyLedger, withTidyLedger } from './open-ledgers.js';

/** The storages of all arrays in a tree, whatever its containers are. */
function storagesIn(tree: unknown): Set<Storage> {
  const storages = new Set<Storage>();
  const seen = new Set<unknown>();
  const visit = (x: unknown): void => {
    if (isArray(x)) storages.add(x.storage);
    else if (ArrayBuffer.isView(x)) {
      if (isInMemory(x)) throw sharedNumbers();
    } else if (typeof x === 'object' && x !== null && !(x instanceof Dual) && !seen.has(x)) {
      seen.add(x);
      if (x instanceof Map) for (const entry of x) entry.forEach(visit);
      else if (x instanceof Set) for (const part of x) visit(part);
      else for (const part of Object.values(x)) visit(part);
    }
  };
  visit(tree);
  return storages;
}

const covers = (storage: Storage, { data }: Storage): boolean =>
  storage.wasmRegion !== null &&
  storage.data.byteOffset <= data.byteOffset &&
  data.byteOffset < storage.data.byteOffset + storage.data.byteLength;

let areMethodsNoted = false;

/** Has the methods of arrays note what they make, from the first `tidy` on. */
function noteMethods(): void {
  if (areMethodsNoted) return;
  areMethodsNoted = true;
  for (const prototype of [NDArrayCore.prototype, NDArrayFull.prototype] as object[]) {
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name)!;
      const isMethod = typeof descriptor.value === 'function';
      if (!isMethod || name === 'constructor' || name === 'dispose' || name.startsWith('_'))
        continue;
      const native = descriptor.value as Parameters<typeof noting>[0];
      const value = noting(native);
      const version = versionOf(native);
      if (version !== undefined) registerVersions([[value, version]]);
      Object.defineProperty(prototype, name, { ...descriptor, value });
    }
  }
}

/**
 * Runs a function, gives its result, and frees all other arrays that were made meanwhile: those of functions and operators of
 * delta-tape, of nn, and of methods of arrays. Arrays of the result stay, in trees of any containers. Inside another `tidy`,
 * that one frees them. Put each step of a loop into a `tidy`: then the loop runs in constant memory, though the collector has
 * no chance inside it.
 *
 * Arrays from before are not touched. O(arrays that were made, and the result).
 *
 * @throws DeltaTapeError if `f` is asynchronous, or if its result holds `x.data` of an array; later, if somebody uses a freed
 *   array, also by the pullback of a `vjp` that was made inside.
 * @example np.tidy(() => np.sum(np.multiply(np.array([1, 2]), 3))) // 9
 */
export function tidy<T>(f: () => T): T {
  noteMethods();
  const ledger = new Ledger(freedArray, () => false, false);
  let result: T;
  let kept = new Set<Storage>();
  try {
    result = withTidyLedger(ledger, f);
    if (result instanceof Promise) throw tidyIsAsynchronous();
    kept = storagesIn(result);
    for (const storage of [...kept]) {
      if (isBorrowing(storage))
        for (const lender of ledger) if (covers(lender, storage)) kept.add(lender);
    }
  } finally {
    ledger.freeAfter(0, (storage) => kept.has(storage));
  }
  ledger.handOver(tidyLedger());
  return result;
}
