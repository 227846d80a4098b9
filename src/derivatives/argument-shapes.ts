/** Takes arguments apart into their reals, and builds trees of their shapes. */
import { copied } from '../errors/errors.js';
import { asBlock, blocks, isBlock } from '../core/block.js';
import { isOpen, usable } from '../core/open-runs.js';
import { Dual, Run, keptPrimal, type Real } from '../core/real.js';
import { onlyReals, realsAndBlocks, type Flat } from '../core/trees/flat.js';
import { readAs } from '../core/trees/read-as.js';
import { Shape } from '../core/trees/tree.js';
import { positionsOf, shapesBy } from './arguments/chosen.js';
import type { Wrt } from './signatures.js';

/** The arguments that `wrt` names, taken apart. */
export const inputShapes = (args: readonly unknown[], wrt: Wrt): Shape[] =>
  shapesBy(argumentShape, args, wrt);

/** The same, with arrays as parts of their own. */
export const inputsWithBlocks = (args: readonly unknown[], wrt: Wrt): Shape[] =>
  shapesBy(argumentWithBlocks, args, wrt);

/** The number of reals in some trees. */
export const countOf = (shapes: readonly Shape[]): number =>
  shapes.reduce((total, { count }) => total + count, 0);

/** Returns the real or block that stands for this one now, as `usable` does for reals. */
export const settled = (x: Real, place: () => string): Real =>
  isBlock(x) ? (blocks.kind!.usable(asBlock(x), place) as unknown as Real) : usable(x, place);

const takenApartBy =
  (atoms: typeof onlyReals) =>
  (arg: unknown, position: number, keys: readonly string[] | null = null): Shape => {
    const place = `argument ${position}`;
    const shape = new Shape(arg, place, atoms, keys && new Set(keys));
    if (shape.flat instanceof Float64Array) return shape;
    const { reals } = shape;
    for (let k = 0; k < reals.length; k++) {
      const x = reals[k];
      if (x instanceof Dual && !isOpen(x)) reals[k] = settledIn(x, place);
    }
    return shape;
  };

/** Apart from its caller, which makes no closure where all are numbers. */
const settledIn = (x: Dual, place: string): Real => settled(x, () => place);

/**
 * One argument taken apart; its duals, if any, are of open runs, since what a muted one
 * stands for is its primal.
 */
export const argumentShape = /* @__PURE__ */ takenApartBy(onlyReals);

/** The same, with arrays as parts of their own. */
const argumentWithBlocks = /* @__PURE__ */ takenApartBy(realsAndBlocks);

/** Refuses copies of duals, and duals of finished runs; other values pass. */
export function insistOnOpen(values: readonly unknown[], place: string): void {
  for (const x of values) {
    if (!(x instanceof Dual)) continue;
    if (!Run.isRun(x.run)) throw copied(place);
    if (x.run.status === 'finished') keptPrimal(x);
  }
}

/** The arguments with other trees at the positions that `wrt` names. */
export function withArguments(args: readonly unknown[], wrt: Wrt, trees: readonly unknown[]) {
  const replaced = [...args];
  positionsOf(wrt).forEach((position, k) => (replaced[position] = trees[k]));
  return replaced;
}

/** Deals a flat list of leaves out to shapes, in order. */
export function rebuildAll(
  shapes: readonly Pick<Shape, 'count' | 'rebuild'>[],
  leaves: Flat<unknown>,
): unknown[] {
  let start = 0;
  return shapes.map((shape) => {
    start += shape.count;
    return shape.rebuild(leaves, start - shape.count);
  });
}

/**
 * The reals of a tangent or cotangent, in the shape of a tree; its duals, if
 * any, must be of open runs. Arrays are in the types of those of the tree.
 */
export function readOpen(shape: Shape, tree: unknown, what: string): Real[] {
  const reals = readAs(shape, tree, what);
  insistOnOpen(reals, `a real of the ${what}`);
  const { flat } = shape;
  return blocks.kind === null ? reals : reals.map((x, k) => changeFor(x, flat[k]));
}

/**
 * The same of several trees, one for each shape. A single array of floats is given as it stands. O(reals).
 */
export function readAllOpen(
  shapes: readonly Shape[],
  trees: readonly unknown[],
  what: string,
): Flat<Real> {
  const [tree] = trees;
  if (shapes.length === 1 && isFloats(tree)) {
    const original = shapes[0].containers[0]?.original;
    if (isFloats(original) && original.length === tree.length) return tree;
  }
  return shapes.flatMap((shape, k) => readOpen(shape, trees[k], what));
}

/** True if derivatives are taken with respect to one array of floats: then their rows are such arrays. */
export const isByFloats = (args: readonly unknown[], wrt: Wrt): boolean =>
  typeof wrt === 'number' && args[wrt] instanceof Float64Array;

const isFloats = (tree: unknown): tree is Float64Array =>
  tree instanceof Float64Array && Object.getPrototypeOf(tree) === Float64Array.prototype;

const changeFor = (x: Real, like: Real): Real =>
  isBlock(x) ? (blocks.kind!.change(asBlock(x), asBlock(like)) as unknown as Real) : x;
