/** The Jacobian of weighed residuals: row by row, or by its entries where most are 0. */
import type { Sparse } from '../../derivatives/sparse/result.js';
import { covarianceTooLarge } from '../errors.js';
import { isFinite, type Vector } from '../runs/vectors.js';

export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly isFinite: boolean;
  times(x: Vector): Vector;
  /** The transpose times a vector. */
  pulled(y: Vector): Vector;
  columnNorms(): Vector;
  /** Divides each row by a number of its own, in place. */
  divideRows(by: Vector): void;
  /** The same with zeros in some columns. */
  without(isHeld: (column: number) => boolean): Matrix;
  /** All entries, row by row. @throws DeltaTapeError if they are too many, or their covariances would be. */
  dense(): Vector;
}

export class DenseMatrix implements Matrix {
  constructor(
    readonly rows: number,
    readonly columns: number,
    private readonly entries: Vector,
  ) {}

  get isFinite(): boolean {
    return isFinite(this.entries);
  }

  times(x: Vector): Vector {
    const { rows, columns, entries } = this;
    const result = new Float64Array(rows);
    for (let i = 0; i < rows; i++) {
      let total = 0;
      for (let j = 0; j < columns; j++) total += entries[i * columns + j] * x[j];
      result[i] = total;
    }
    return result;
  }

  pulled(y: Vector): Vector {
    const { rows, columns, entries } = this;
    const result = new Float64Array(columns);
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) result[j] += entries[i * columns + j] * y[i];
    return result;
  }

  columnNorms(): Vector {
    const { rows, columns, entries } = this;
    const largest = new Float64Array(columns);
    for (let k = 0, j = 0; k < entries.length; k++, j = j + 1 === columns ? 0 : j + 1)
      if (!(Math.abs(entries[k]) <= largest[j])) largest[j] = Math.abs(entries[k]);
    const norms = new Float64Array(columns);
    for (let j = 0; j < columns; j++) {
      const size = largest[j];
      let total = 0;
      for (let i = 0; i < rows; i++) total += (entries[i * columns + j] / size) ** 2;
      norms[j] = size > 0 && size < Infinity ? size * Math.sqrt(total) : size;
    }
    return norms;
  }

  divideRows(by: Vector): void {
    const { entries, rows, columns } = this;
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < columns; j++) entries[i * columns + j] /= by[i];
  }

  without(isHeld: (column: number) => boolean): Matrix {
    const { rows, columns, entries } = this;
    const held = Array.from({ length: columns }, (_, j) => isHeld(j));
    const left = entries.map((entry, k) => (held[k % columns] ? 0 : entry));
    return new DenseMatrix(rows, columns, left);
  }

  dense(): Vector {
    return this.entries;
  }
}

/** The largest sparse Jacobian that is taken whole: 128 MiB. */
const MOST_ENTRIES = 2 ** 24;

export class SparseMatrix implements Matrix {
  readonly rows: number;
  readonly columns: number;

  constructor(private readonly entries: Sparse) {
    [this.rows, this.columns] = entries.shape;
  }

  get isFinite(): boolean {
    return isFinite(this.entries.values);
  }

  times(x: Vector): Vector {
    const result = new Float64Array(this.rows);
    const { rows, columns, values } = this.entries;
    for (let k = 0; k < values.length; k++) result[rows[k]] += values[k] * x[columns[k]];
    return result;
  }

  pulled(y: Vector): Vector {
    const result = new Float64Array(this.columns);
    const { rows, columns, values } = this.entries;
    for (let k = 0; k < values.length; k++) result[columns[k]] += values[k] * y[rows[k]];
    return result;
  }

  /** Scaled by the largest entry of each column, so that no norm overflows whose value does not. */
  columnNorms(): Vector {
    const largest = new Float64Array(this.columns);
    const squares = new Float64Array(this.columns);
    const { columns, values } = this.entries;
    for (let k = 0; k < values.length; k++) {
      const size = Math.abs(values[k]);
      if (!(size <= largest[columns[k]])) largest[columns[k]] = size;
    }
    for (let k = 0; k < values.length; k++) {
      const j = columns[k];
      if (largest[j] > 0) squares[j] += (values[k] / largest[j]) ** 2;
    }
    return largest.map((size, j) => (Number.isFinite(size) ? size * Math.sqrt(squares[j]) : size));
  }

  divideRows(by: Vector): void {
    const { rows, values } = this.entries;
    for (let k = 0; k < values.length; k++) values[k] /= by[rows[k]];
  }

  without(isHeld: (column: number) => boolean): Matrix {
    const { columns, values } = this.entries;
    const left = values.map((value, k) => (isHeld(columns[k]) ? 0 : value));
    return new SparseMatrix({ ...this.entries, values: left });
  }

  dense(): Vector {
    const { rows, columns, values } = this.entries;
    const size = Math.max(this.rows, this.columns) * this.columns;
    if (size > MOST_ENTRIES) throw covarianceTooLarge(this.rows, this.columns);
    const all = new Float64Array(this.rows * this.columns);
    for (let k = 0; k < values.length; k++) all[rows[k] * this.columns + columns[k]] = values[k];
    return all;
  }
}
