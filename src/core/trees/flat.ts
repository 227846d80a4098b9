/**
 * The atoms of a tree, in the order in which they are found. Usually that is a list. If all atoms are plain
 * numbers, and long arrays are among them, the numbers are packed into a `Float64Array`. Arrays are then
 * copied as blocks, in about a nanosecond for each number.
 */
import { isReal, type Real } from '../real.js';

/**
 * The test for an atom of a tree, and for what may stand in the same place of a second tree of that
 * shape.
 */
export interface AtomTest<A, B> {
  is(value: unknown): value is A;
  accepts(atom: A, other: unknown): other is B;
  noun(atom: A): string;
}

export const onlyReals: AtomTest<Real, Real> = {
  is: isReal,
  accepts: (_, other): other is Real => isReal(other),
  noun: () => 'a real',
};

/**
 * Reals, and the blocks of the floor that knows arrays (core/block.ts). That floor says what a block is, and
 * makes `onlyReals` refuse blocks. Blocks are typed as reals: only code that takes reals one by one has to
 * know the difference, and it asks.
 */
export const realsAndBlocks: AtomTest<Real, Real> = { ...onlyReals };

/** Things in order: packed numbers, or a list. */
export type Flat<A> = Float64Array | readonly A[];

/** The count of numbers from which packing them pays. */
export const WORTH_PACKING = 16;

const isNumber = (x: unknown): boolean => typeof x === 'number';

export const areNumbers = (atoms: Flat<unknown>): atoms is Flat<number> =>
  atoms instanceof Float64Array || atoms.every(isNumber);

export class FlatBuilder<A> {
  count: number;
  /** Null where there is a list. May be longer than `count`. */
  private numbers: Float64Array | null = null;

  constructor(private list: A[]) {
    this.count = list.length;
  }

  push(atom: A): void {
    if (this.numbers !== null && typeof atom === 'number') {
      this.roomFor(1)[this.count] = atom;
    } else {
      this.toList().push(atom);
    }
    this.count++;
  }

  /** Takes the children of a sequence if all of them are reals, and says whether it did. */
  pushAll(children: ArrayLike<unknown>, size: number): boolean {
    const isLong = size >= WORTH_PACKING && size >= this.count;
    if (this.numbers === null && isLong && isNumber(children[0])) this.pack(size);
    let packed = 0;
    if (this.numbers !== null) {
      packed = copyNumbers(children, size, this.roomFor(size), this.count);
      if (packed === size) {
        this.count += size;
        return true;
      }
    }
    const others: unknown[] = [];
    for (let k = packed; k < size; k++) {
      const child = children[k];
      if (!isReal(child)) return false;
      others.push(child);
    }
    this.count += packed;
    const list: unknown[] = this.toList();
    for (let k = 0; k < others.length; k++) list.push(others[k]);
    this.count = list.length;
    return true;
  }

  /** All atoms. Callers may not write into the list. */
  get flat(): Flat<A> {
    const { count, numbers } = this;
    if (numbers === null) return this.list;
    return count === numbers.length ? numbers : numbers.subarray(0, count);
  }

  /** All of them in a list. */
  toList(): A[] {
    if (this.numbers !== null) {
      this.list = sliceToList(this.numbers, 0, this.count) as A[];
      this.numbers = null;
    }
    return this.list;
  }

  private pack(room: number): void {
    if (!this.list.every(isNumber)) return;
    this.numbers = new Float64Array(this.count + room);
    this.numbers.set(this.list as number[]);
  }

  private roomFor(more: number): Float64Array {
    const numbers = this.numbers!;
    const needed = this.count + more;
    if (needed <= numbers.length) return numbers;
    this.numbers = new Float64Array(Math.max(needed, 2 * numbers.length));
    this.numbers.set(numbers);
    return this.numbers;
  }
}

/** Some of them in a list of their own. */
export function sliceToList(row: Flat<unknown>, start: number, size: number): unknown[] {
  if (!(row instanceof Float64Array)) return row.slice(start, start + size);
  const list = new Array<number>(size);
  for (let k = 0; k < size; k++) list[k] = row[start + k];
  return list;
}

/** Copies children up to the first that is not a number, and says how many they are. */
export function copyNumbers(
  children: ArrayLike<unknown>,
  size: number,
  to: Float64Array,
  at: number,
): number {
  if (ArrayBuffer.isView(children)) {
    to.set(children as unknown as Float64Array, at);
    return size;
  }
  for (let k = 0; k < size; k++) {
    const child = children[k];
    if (typeof child !== 'number') return k;
    to[at + k] = child;
  }
  return size;
}
