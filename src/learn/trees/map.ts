/** Functions on the reals of trees, plain or under differentiation. */
import { notAReal } from '../../errors/errors.js';
import { isReal, type Real } from '../../core/real.js';
import type { D } from '../../core/types.js';
import type { Flat } from '../../core/trees/flat.js';
import { TreeElements } from '../../derivatives/tree-elements.js';

/** The results of a function for each real, in order: packed if all are numbers. */
function results(size: number, name: string, at: (k: number) => unknown): Flat<Real> {
  const packed = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    const x = at(k);
    if (typeof x === 'number') packed[k] = x;
    else return inList(packed, k, x, size, name, at);
  }
  return packed;
}

function inList(
  packed: Float64Array,
  known: number,
  next: unknown,
  size: number,
  name: string,
  at: (k: number) => unknown,
): Real[] {
  const list: Real[] = Array.from(packed.subarray(0, known));
  for (let k = known; k < size; k++) {
    const x = k === known ? next : at(k);
    if (!isReal(x)) throw notAReal(x, `what the function given to ${name} returns`);
    list.push(x);
  }
  return list;
}

/**
 * The tree with `f` of each of its reals in the place of that real. Reals are those that a gradient has
 * places for: numbers, elements of arrays, typed arrays (whose type is kept) and NumPy arrays, in tuples,
 * objects, instances of classes, Maps and Immutable collections. Everything else stays as it is. Under
 * differentiation reals are dual numbers, and `f` is written in operators or translated. O(size of the
 * tree).
 *
 * @throws DeltaTapeError if `f` does not return a real.
 * @example mapTree((x) => 2 * x, { rate: 3, weights: [1, 2], name: 'a' }) // { rate: 6, weights: [2, 4], name: 'a' }
 */
export function mapTree(f: (x: number) => number, tree: number): number;
export function mapTree<T>(f: (x: number) => number, tree: T): T;
export function mapTree<T>(f: (x: Real) => Real, tree: T): D<T>;
export function mapTree(f: (x: never) => unknown, tree: unknown): unknown {
  const elements = new TreeElements(tree, 'the tree');
  const { reals } = elements;
  return elements.rebuild(results(elements.size, 'mapTree', (k) => f(reals[k] as never)));
}

/**
 * A tree like the first with `f` of the reals that stand in the same place of all trees: a step of an
 * optimizer is `zipTrees((w, g) => w - rate * g, weights, gradient)`. Other parts come from the first tree.
 * Trees and `f` are as for `mapTree`. O(size of all trees).
 *
 * @throws DeltaTapeError if a tree does not have the shape of the first, with the place; if `f` does not
 *   return a real.
 * @example zipTrees((x, y) => x + y, { a: 1, b: [2, 3] }, { a: 10, b: [20, 30] }) // { a: 11, b: [22, 33] }
 */
export function zipTrees<T>(
  f: (x: number, ...ys: number[]) => number,
  first: T,
  ...others: unknown[]
): T;
export function zipTrees<T>(
  f: (x: Real, ...ys: Real[]) => Real,
  first: T,
  ...others: unknown[]
): D<T>;
export function zipTrees(
  f: (...xs: never[]) => unknown,
  first: unknown,
  ...others: unknown[]
): unknown {
  const elements = new TreeElements(first, 'the first tree');
  const { reals } = elements;
  const rows = others.map((tree, k) => elements.read(tree, `tree ${k + 2} of zipTrees`));
  const [second] = rows;
  const at =
    rows.length === 1
      ? (k: number) => f(reals[k] as never, second[k] as never)
      : (k: number) => f(...([reals[k], ...rows.map((row) => row[k])] as never[]));
  return elements.rebuild(results(elements.size, 'zipTrees', at));
}
