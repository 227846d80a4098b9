/**
 * Duals of arrays: a function under differentiation gets one in the place of an NDArray. It has the shape and the
 * methods of an NDArray (methods.ts). It refuses whatever would hand out or change its numbers.
 */
import type { Block } from '../core/block.js';
import { BlockDual, type BlockRun } from './block-run.js';
import { itself, ownClass } from '../errors/copy-guard.js';
import { Dual, type Real } from '../core/real.js';
import { hidden } from './errors.js';
import type { NDArray } from './library.js';

/** An array, or the dual of one. */
export type AnyArray = NDArray | ArrayDual;
/** A value that may stand where NumPy takes an array or a number. */
export type Operand = AnyArray | Real;

export abstract class ArrayDual extends BlockDual {
  /**
   * Tells a dual of an array without `instanceof`, which is slow on proxies, and where a proxy is among the
   * prototypes (methods.ts).
   */
  readonly #mark = true;

  static is(x: unknown): x is ArrayDual {
    return typeof x === 'object' && x !== null && #mark in x;
  }

  abstract override readonly run: BlockRun;
  abstract override readonly primalBlock: AnyArray;

  override get [ownClass](): typeof itself {
    return itself;
  }

  get shape(): readonly number[] {
    return this.primalBlock.shape;
  }

  get ndim(): number {
    return this.primalBlock.ndim;
  }

  get size(): number {
    return this.primalBlock.size;
  }

  get dtype(): string {
    return this.primalBlock.dtype;
  }

  /** Functions of numpy-ts itself ask for it. */
  get storage(): never {
    throw hidden('storage');
  }

  get data(): never {
    throw hidden('data');
  }
}

Object.defineProperty(ArrayDual.prototype, 'isBlock', { value: true });
// Fields are written without asking the proxy above, which sees `x[0] = …`.
for (const field of ['run', 'id', 'primalBlock', 'tangent', 'host', 'batch'])
  Object.defineProperty(ArrayDual.prototype, field, { value: undefined, writable: true });

/** `isReal` of what is an operand. */
export const isRealOperand = (x: Operand): x is Real =>
  typeof x === 'number' || (!ArrayDual.is(x) && x instanceof Dual);

/** One that is recorded: its run, and the id of its Delta there. */
export class RecordedArray extends ArrayDual {
  constructor(
    readonly run: BlockRun,
    readonly id: number,
    readonly primalBlock: AnyArray,
  ) {
    super();
  }
}

/** One with a tangent. */
export class MovingArray extends ArrayDual {
  constructor(
    readonly run: BlockRun,
    readonly primalBlock: AnyArray,
    readonly tangent: AnyArray,
  ) {
    super();
  }
}

/** The plain array inside, through every level. */
export function plainOf(x: Block): NDArray {
  let array = x as AnyArray;
  while (array instanceof ArrayDual) array = array.primalBlock;
  return array;
}
