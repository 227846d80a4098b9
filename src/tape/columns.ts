/**
 * The columns of the tape: those of the Let-bindings (delta/binding-columns.ts defines the record), with the
 * primal of each. The results of a rule have no edges here (reverse-run.ts).
 *
 * Columns never grow. They are reserved when a run first needs them, as large as the system grants
 * (untouched pages cost no memory), and bound by `const` in the code that is made then, so that optimised
 * code has their addresses as constants: columns that can be re-assigned cost 1.5 times as much per
 * operation, resizable buffers 3.5 times (docs/design-notes/tape.md). They lie in shared memory where there
 * is such, since engines take other buffers for memory in use, and collect garbage to get it back. A binding
 * takes 32 bytes here and 8 in `cotangent`; a wide edge takes 12.
 */
import { tapeIsFull } from '../errors/errors.js';
import { itself, ownClass } from '../errors/copy-guard.js';
import { Dual, type Run } from '../core/real.js';
import type { SweepColumns } from '../delta/binding-columns.js';

/** Memory of a binding with its cotangent, and of a wide edge. */
export const BINDING_BYTES = 40;
export const WIDE_EDGE_BYTES = 12;

/**
 * Returns the result of `make` for `size`, or for the largest half of it, half of a half, … that the
 * system grants.
 */
export function reserve<T>(size: number, make: (size: number) => T): T {
  try {
    return make(size);
  } catch (error) {
    if (size < 2 ** 16) throw error;
    return reserve(size / 2, make);
  }
}

/** Columns that lie a power of two apart compete for the same places in the caches of the processor. */
const PAGE = 4096;

/** The globals that depend on the engine: pages that are not isolated have no shared memory. */
interface Globals {
  readonly SharedArrayBuffer?: new (bytes: number, options?: object) => SharedArrayBuffer;
}

/**
 * No other thread sees the memory, shared or not. Shared memory is said to grow, and never does:
 * Linux counts other memory, used or not, and starts no program when it is too much.
 */
function memory(bytes: number): ArrayBufferLike {
  const maxByteLength = bytes + PAGE;
  const { SharedArrayBuffer: Shared } = globalThis as Globals;
  return new (Shared ?? ArrayBuffer)(maxByteLength, Shared && { maxByteLength });
}

/** Zeros. */
export const floats = (capacity: number) => new Float64Array(memory(8 * capacity), 0, capacity);
const integers = (capacity: number) => new Int32Array(memory(4 * capacity), 0, capacity);

export interface Columns extends SweepColumns {
  readonly capacity: number;
  readonly primal: Float64Array;
}

const allColumns = (): Columns =>
  reserve(2 ** 28, (capacity) => ({
    capacity,
    primal: floats(capacity),
    partial1: floats(capacity),
    partial2: floats(capacity),
    arg1: integers(capacity),
    arg2: integers(capacity),
    cotangent: floats(capacity),
    widePartial: floats(capacity),
    wideArg: integers(capacity),
  }));

let reserved: Columns | undefined;

/** The columns, which are reserved when they are first asked for. */
export function columns(): Columns {
  if (reserved === undefined) {
    reserved = allColumns();
    head[LIMIT] = reserved.capacity;
  }
  return reserved;
}

/**
 * `head[TOP]` is the id of the newest binding, `head[WIDE]` the number of wide edges in use. From
 * `head[LIMIT]` on, versions that record look up before they make a binding: the columns are full, or
 * somebody asks where bindings come from (origins.ts).
 */
export const head = Int32Array.of(0, 0, 0);
export const TOP = 0;
export const WIDE = 1;
export const LIMIT = 2;

/**
 * `owner` is the run that the columns belong to, if there is one; `run` is the same, unless it is
 * watched, and operators must not record by themselves.
 */
export const recording: { run: Run | null; owner: Run | null } = { run: null, owner: null };

/** The newest id since the last call of `takeNewest`. */
let newest = 0;
/** The newest id that the columns have had since this was last asked. */
export function takeNewest(): number {
  const id = newest;
  newest = 0;
  return id;
}

/**
 * The part of the columns that a run has. It starts after the bindings of the run around it, which is set
 * aside meanwhile: at id 0, but for derivatives inside of custom rules.
 */
export class Part {
  readonly base: number = head[TOP];
  private readonly wideBase = head[WIDE];

  /** Memory in bytes, given that of a binding and of a wide edge. */
  bytes(binding: number, wideEdge: number): number {
    return (head[TOP] - this.base) * binding + (head[WIDE] - this.wideBase) * wideEdge;
  }

  /**
   * Returns a function that forgets what is recorded from now on, and if it was not swept, sets its
   * cotangents to 0 by `clear`.
   */
  mark(clear: (id: number) => void): (isSwept: boolean) => void {
    const top = head[TOP];
    const wide = head[WIDE];
    return (isSwept) => {
      newest = Math.max(newest, head[TOP]);
      if (!isSwept) clear(top);
      head[TOP] = top;
      head[WIDE] = wide;
    };
  }

  /** Gives the columns back. */
  end(): void {
    newest = Math.max(newest, head[TOP]);
    head[TOP] = this.base;
    head[WIDE] = this.wideBase;
  }
}

class Handle {
  constructor(
    readonly run: Run,
    readonly id: number,
  ) {}

  get [ownClass](): typeof itself {
    return itself;
  }
}
Object.setPrototypeOf(Handle.prototype, Dual.prototype);

/**
 * A dual of reverse mode: its run, and the id of its Delta there (invariant *no duplication*). Operators
 * make them all the time, and V8 counts what it inlines into a function. The constructor of a class that
 * extends another is a quarter of an operator. This one is so short that it is inlined everywhere.
 */
export const DeltaDual = Handle as new (run: Run, id: number) => DeltaDual;
export type DeltaDual = Handle & Dual;

/** The id of a dual of reverse mode; 0, `Zero`, where there is none. */
export const idOf = (dual: Dual | null): number => (dual === null ? 0 : (dual as DeltaDual).id);

export function full(): never {
  throw tapeIsFull(columns().capacity - 1);
}

/** For operators, which have taken an id by then. */
export function noRoom(): never {
  head[TOP]--;
  full();
}
