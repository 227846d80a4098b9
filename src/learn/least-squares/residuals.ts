/** The residuals of a fit and their Jacobian, as plain numbers. */
import { asBlock, blocks, isBlock } from '../../core/block.js';
import type { Real } from '../../core/real.js';
import { copyNumbers, realsAndBlocks, type AtomTest, type Flat } from '../../core/trees/flat.js';
import { readAs } from '../../core/trees/read-as.js';
import { Shape } from '../../core/trees/tree.js';
import { call } from '../../derivatives/call.js';
import { jacobian } from '../../derivatives/jacobian.js';
import type { AnyFunction } from '../../derivatives/signatures.js';
import type { SparsityPattern } from '../../derivatives/sparse/pattern.js';
import { columnsOf, knowsColumns, unitVectors } from '../../derivatives/jacobian-columns.js';
import { TreeElements } from '../../derivatives/tree-elements.js';
import type { Problem } from '../runs/problem.js';
import { nested, numbersOf } from '../runs/reals.js';
import type { Vector } from '../runs/vectors.js';
import { DenseMatrix, SparseMatrix, type Matrix } from './weighed-jacobian.js';

/** A residual, or an array of them, in whose place a Jacobian has a tree. */
const withRows: AtomTest<Real, unknown> = {
  is: (value): value is Real => realsAndBlocks.is(value),
  accepts: (_, other): other is unknown => other !== undefined,
  noun: () => 'a row',
};

const sizeOf = (atom: Real): number =>
  isBlock(atom) ? blocks.kind!.numbers(asBlock(atom)).length : 1;

/** Copies the numbers of one row, or of the rows of an array, and says how many rows there were. */
function copyRows(
  row: Flat<Real>,
  unknowns: readonly number[],
  rows: number,
  to: Vector,
  first: number,
): void {
  const width = unknowns.reduce((total, size) => total + size, 0);
  let column = 0;
  for (let a = 0; a < row.length; a++) {
    const part = row[a];
    const size = unknowns[a];
    if (isBlock(part)) {
      const numbers = blocks.kind!.numbers(asBlock(part));
      for (let i = 0; i < rows; i++)
        for (let j = 0; j < size; j++) to[(first + i) * width + column + j] = numbers[i * size + j];
    } else {
      if (typeof part !== 'number') throw nested('leastSquares');
      to[first * width + column] = part;
    }
    column += size;
  }
}

/** The same where rows are a list of lists of numbers, which is quick; whether they are. */
function copyLists(tree: unknown, rows: number, width: number, to: Vector): boolean {
  if (!Array.isArray(tree) || tree.length !== rows) return false;
  return tree.every(
    (row: unknown, k) =>
      (Array.isArray(row) || row instanceof Float64Array) &&
      row.length === width &&
      copyNumbers(row, width, to, k * width) === width,
  );
}

export class Residuals {
  /** The residuals as they were returned last. */
  private last: unknown;
  private readonly differentiated: (...args: unknown[]) => unknown;
  private readonly sizes: readonly number[];
  private units: readonly Vector[] | null = null;
  /** The first result: all later ones must have as many residuals. */
  private first: TreeElements | null = null;

  constructor(
    private readonly f: AnyFunction,
    private readonly args: readonly unknown[],
    private readonly problem: Problem,
  ) {
    this.sizes = Array.from(problem.elements.shape.flat, sizeOf);
    this.differentiated = jacobian(f as (...args: unknown[]) => unknown);
  }

  /** The residuals at a point, as they were returned. */
  tree(x: Vector): TreeElements {
    const output = call(this.f, [this.problem.tree(x), ...this.args]);
    this.last = output;
    const elements = new TreeElements(output, 'the residuals');
    this.first ??= elements;
    if (elements.size !== this.first.size) this.first.read(output, 'tree of residuals');
    return elements;
  }

  /** Residuals as numbers; or the numbers of another tree in their shape, which are called sigma. */
  numbers(elements: TreeElements, sigma?: unknown): Vector {
    const reals = sigma === undefined ? elements.reals : elements.read(sigma, 'sigma');
    return numbersOf(reals, this.problem.solver);
  }

  /** Row by row. */
  jacobian(x: Vector, rows: number): Vector {
    const { size } = this.problem;
    const found = new Float64Array(rows * size);
    if (size === 0 || rows === 0) return found;
    if ((size <= rows || knowsColumns(this.f)) && this.copyColumns(x, rows, found)) return found;
    const tree = this.differentiated(this.problem.tree(x), ...this.args);
    if (copyLists(tree, rows, size, found)) return found;
    const shape = new Shape(this.last, 'the residuals', withRows);
    const { flat } = shape;
    let first = 0;
    readAs(shape, tree, 'Jacobian').forEach((row, k) => {
      const height = sizeOf(flat[k]);
      const parts = new Shape(row, 'a row', realsAndBlocks).flat;
      copyRows(parts, this.sizes, height, found, first);
      first += height;
    });
    return found;
  }

  /** The same where there are columns; whether there are. */
  private copyColumns(x: Vector, rows: number, to: Vector): boolean {
    this.units ??= unitVectors(this.problem.size);
    const columns = columnsOf(this.f, [this.problem.tree(x), ...this.args], this.units);
    if (columns === null || columns[0].length !== rows) return false;
    for (let i = 0, k = 0; i < rows; i++)
      for (let j = 0; j < columns.length; j++) to[k++] = columns[j][i];
    return true;
  }

  /** The Jacobian whole, or by its entries. */
  matrix(x: Vector, rows: number, sparse: boolean | SparsityPattern): Matrix {
    const { size } = this.problem;
    if (sparse === false || size === 0) {
      return new DenseMatrix(rows, size, this.jacobian(x, rows));
    }
    const f = this.f as (...args: unknown[]) => unknown;
    return new SparseMatrix(jacobian(f, { sparse })(this.problem.tree(x), ...this.args));
  }
}
