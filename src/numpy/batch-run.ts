/**
 * Many examples at once (`vmap`). A real or an array of a batch run stands for one real or array of each example. It
 * has the shape that these have in common, and beside it an array of the enclosing level, in which the examples lie
 * along a leading axis. Operations are applied to this array. So derivatives of examples, and of what is made of
 * examples, are derivatives of arrays.
 */
import { itself, ownClass } from '../errors/copy-guard.js';
import { nextLevel } from '../core/open-runs.js';
import { Dual, Run } from '../core/real.js';
import { ArrayDual, type AnyArray, type Operand } from './array-dual.js';
import { BlockRun } from './block-run.js';
import { perExample } from './errors.js';

/** The number of open batch runs. */
let open = 0;

/**
 * The base of the runs over many examples; code that knows the functions of arrays completes it
 * (functional/examples-run.ts).
 */
export abstract class BatchRun extends Run {
  readonly level = nextLevel();
  override readonly order = 0;

  /** @param size how many examples there are */
  constructor(readonly size: number) {
    super();
    open++;
  }

  override close(): void {
    super.close();
    open--;
  }

  primalOf(): never {
    throw perExample();
  }

  describe(): string {
    return `one of ${this.size} examples`;
  }
}

export class BatchedReal extends Dual {
  constructor(
    readonly run: BatchRun,
    readonly batch: AnyArray,
  ) {
    super();
  }

  override get [ownClass](): typeof itself {
    return itself;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Dual(${this.run.describe()})`;
  }
}

export class BatchedArray extends ArrayDual {
  readonly run: BlockRun;

  constructor(
    readonly host: BatchRun,
    readonly batch: AnyArray,
  ) {
    super();
    this.run = BlockRun.of(host, host);
  }

  override get primalBlock(): never {
    throw perExample();
  }

  override get shape(): readonly number[] {
    return this.batch.shape.slice(1);
  }

  override get ndim(): number {
    return this.batch.ndim - 1;
  }

  override get size(): number {
    return this.shape.reduce((n, d) => n * d, 1);
  }

  override get dtype(): string {
    return this.batch.dtype;
  }
}

export const isBatched = (x: unknown): x is BatchedReal | BatchedArray =>
  x instanceof BatchedReal || x instanceof BatchedArray;

/** A dual that is not batched, from the view of the enclosing level of a differentiation. */
const below = (x: Dual): Operand => (x instanceof ArrayDual ? x.primalBlock : x.run.primalOf(x));

export const examplesAreOpen = (): boolean => open > 0;

/** True if a real or an array stands for examples, at any level. */
export function holdsExamples(x: unknown): boolean {
  if (open === 0) return false;
  let inner = x;
  while (inner instanceof Dual) {
    if (isBatched(inner)) return true;
    inner = below(inner);
  }
  return false;
}

/** As it is, or one for each example, without what depends on inputs. */
export function passive(x: Operand): Operand {
  if (!(x instanceof Dual)) return x;
  if (x instanceof BatchedReal) return new BatchedReal(x.run, passive(x.batch) as AnyArray);
  if (x instanceof BatchedArray) return new BatchedArray(x.host, passive(x.batch) as AnyArray);
  return passive(below(x));
}

/**
 * Applies a function to the plain number or array inside; the result does not depend on inputs then.
 * The function sees the examples of all levels along leading axes.
 */
export function ofPlain(x: Operand, f: (plain: Operand) => Operand): Operand {
  if (!(x instanceof Dual)) return f(x);
  if (!isBatched(x)) return ofPlain(below(x), f);
  const array = ofPlain(x.batch, f) as AnyArray;
  const host = x instanceof BatchedReal ? x.run : x.host;
  return array.shape.length === 1 ? new BatchedReal(host, array) : new BatchedArray(host, array);
}
