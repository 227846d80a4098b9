/**
 * Where a matrix may have entries other than 0, row by row (compressed rows): the columns of row i
 * are `columns[starts[i]] … columns[starts[i + 1] - 1]`, ascending. O(rows + entries) memory.
 */
import { entryOutside, notAPattern } from './errors.js';
import { insistOnRoom } from './index-sets.js';

/** Positions of entries: entry k is in row `rows[k]` and column `columns[k]`, counted from 0. */
export interface SparsityPattern {
  readonly rows: ArrayLike<number>;
  readonly columns: ArrayLike<number>;
}

export class Pattern {
  readonly starts: Int32Array;
  readonly rows: Int32Array;
  readonly columns: Int32Array;

  /** @param keys row · width + column of each entry, ascending and distinct. */
  constructor(
    readonly height: number,
    readonly width: number,
    keys: Float64Array,
  ) {
    this.starts = new Int32Array(height + 1);
    this.columns = new Int32Array(keys.length);
    this.rows = new Int32Array(keys.length);
    keys.forEach((key, k) => {
      const row = Math.floor(key / width);
      this.rows[k] = row;
      this.columns[k] = key - row * width;
      this.starts[row + 1]++;
    });
    for (let row = 0; row < height; row++) this.starts[row + 1] += this.starts[row];
  }

  get count(): number {
    return this.columns.length;
  }

  /** The number of entries in the fullest row. */
  get fullest(): number {
    let most = 0;
    for (let row = 0; row < this.height; row++) {
      most = Math.max(most, this.starts[row + 1] - this.starts[row]);
    }
    return most;
  }

  /** The transposed pattern, and for each of its entries the place of the same entry here. */
  transpose(): { readonly pattern: Pattern; readonly places: Int32Array } {
    const next = new Int32Array(this.width + 1);
    for (const column of this.columns) next[column + 1]++;
    for (let column = 0; column < this.width; column++) next[column + 1] += next[column];
    const keys = new Float64Array(this.count);
    const places = new Int32Array(this.count);
    this.columns.forEach((column, k) => {
      const place = next[column]++;
      keys[place] = column * this.height + this.rows[k];
      places[place] = k;
    });
    return { pattern: new Pattern(this.width, this.height, keys), places };
  }
}

/** Gathers entries in any order, with repetitions. */
export class Entries {
  private keys = new Float64Array(1024);
  private used = 0;

  constructor(
    private readonly height: number,
    private readonly width: number,
  ) {}

  add(row: number, column: number): void {
    if (this.used === this.keys.length) this.makeRoom();
    this.keys[this.used++] = row * this.width + column;
  }

  pattern(): Pattern {
    this.compact();
    return new Pattern(this.height, this.width, this.keys.slice(0, this.used));
  }

  private compact(): void {
    const sorted = this.keys.subarray(0, this.used).sort();
    let distinct = 0;
    for (const key of sorted) {
      if (distinct === 0 || key !== this.keys[distinct - 1]) this.keys[distinct++] = key;
    }
    this.used = distinct;
  }

  private makeRoom(): void {
    this.compact();
    insistOnRoom(this.used);
    if (this.used <= this.keys.length / 2) return;
    const larger = new Float64Array(2 * this.keys.length);
    larger.set(this.keys);
    this.keys = larger;
  }
}

/**
 * A pattern given by the caller; for a symmetric matrix, one of the two entries
 * (i, j) and (j, i) is enough.
 */
export function givenPattern(
  given: SparsityPattern,
  height: number,
  width: number,
  symmetric: boolean,
): Pattern {
  const { rows, columns } = given;
  if (!isList(rows) || !isList(columns) || rows.length !== columns.length) throw notAPattern(given);
  const entries = new Entries(height, width);
  for (let k = 0; k < rows.length; k++) {
    const [row, column] = [rows[k], columns[k]];
    if (!isIndex(row, height) || !isIndex(column, width)) {
      throw entryOutside(k, row, column, height, width);
    }
    entries.add(row, column);
    if (symmetric) entries.add(column, row);
  }
  return entries.pattern();
}

const isList = (xs: unknown): boolean =>
  typeof xs === 'object' && xs !== null && typeof (xs as { length?: unknown }).length === 'number';

const isIndex = (k: number, size: number): boolean => Number.isInteger(k) && k >= 0 && k < size;
