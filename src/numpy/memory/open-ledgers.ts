/**
 * The ledgers that are open: where arrays are noted now, that of the innermost `tidy` in progress, and that of the sweep in
 * progress. Each verb puts back what was there before, however its body ends.
 */
import type { NDArray, Storage } from '../array-types.js';
import { bare } from '../bare.js';
import type { Ledger } from './ledger.js';

/** A ledger that is open for something, as long as a body runs. */
class Place {
  ledger: Ledger | null = null;

  during<T>(ledger: Ledger, body: () => T): T {
    const before = this.ledger;
    this.ledger = ledger;
    try {
      return body();
    } finally {
      this.ledger = before;
    }
  }
}

let open: Ledger | null = null;
const innermost = new Place();
const sweeping = new Place();

/** Arrays that are made now are noted here. */
export const openLedger = (): Ledger | null => open;

/** Of the innermost `tidy`, for what users get. */
export const tidyLedger = (): Ledger | null => innermost.ledger;

/** Where the sweep in progress notes what it makes. */
export const sweepLedger = (): Ledger | null => sweeping.ledger;

/**
 * Calls a function; arrays that it makes are noted in a ledger. Its arguments are given apart, because this is done for every
 * operation, however small, and a closure costs more.
 */
export function notedIn<A extends readonly unknown[], R>(
  ledger: Ledger | null,
  f: (...args: A) => R,
  ...args: A
): R {
  const before = open;
  open = ledger;
  try {
    return f(...args);
  } finally {
    open = before;
  }
}

/** Runs `body` with a ledger of its own for the user's arrays. */
export const withTidyLedger = <T>(ledger: Ledger, body: () => T): T =>
  innermost.during(ledger, () => notedIn(ledger, body));

/** Runs a sweep, which notes in a ledger what its pullbacks make. */
export const withSweepLedger = <T>(ledger: Ledger, sweep: () => T): T =>
  sweeping.during(ledger, sweep);

/** The memory of numpy-ts, once an array was seen in it. */
let memory: ArrayBufferLike | undefined;

/** Notes a new array. Where no user gets it, it is bare from now on. */
export function note<A extends NDArray>(array: A): A {
  if (open === null) return array;
  const inner = bare(array);
  noteStorage(open, inner.storage);
  return open.isOfRuns ? inner : array;
}

function noteStorage(ledger: Ledger, storage: Storage): void {
  if (memory === undefined && storage.wasmRegion !== null) memory = storage.data.buffer;
  ledger.add(storage);
}

/** True if a typed array lies in the memory of numpy-ts. */
export const isInMemory = (numbers: ArrayBufferView): boolean => numbers.buffer === memory;

/**
 * True if it is a view that does not keep its memory, as `broadcast_to` of numpy-ts 1.7 gives and
 * others.
 */
export const isBorrowing = (storage: Storage): boolean =>
  storage.wasmRegion === null && isInMemory(storage.data);
