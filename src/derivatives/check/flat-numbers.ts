/** Trees of reals and arrays as flat lists of numbers, element by element. */
import { asBlock, blocks, countIn, isBlock } from '../../core/block.js';
import type { Real } from '../../core/real.js';
import type { Shape } from '../../core/trees/tree.js';
import { inputsWithBlocks } from '../argument-shapes.js';
import { elementsIn } from '../units.js';

/** The tree with other numbers. */
export const treeOf = (shape: Shape, numbers: readonly number[]): unknown =>
  shape.rebuild(leavesOf(shape, numbers));

/** The same of several trees, one after the other. */
export function treesOf(shapes: readonly Shape[], numbers: readonly number[]): unknown[] {
  let next = 0;
  return shapes.map((shape) => {
    const count = elementsIn(shape.reals);
    next += count;
    return treeOf(shape, numbers.slice(next - count, next));
  });
}

/** Numbers, and arrays of them, in the places of the reals of a tree. */
export function leavesOf(shape: Shape, numbers: readonly number[]): unknown[] {
  let next = 0;
  return shape.reals.map((x): unknown => {
    if (!isBlock(x)) return numbers[next++];
    const count = countIn(x);
    next += count;
    return blocks.kind!.of(asBlock(x), numbers.slice(next - count, next));
  });
}

/** Where each number stands: `argument 0.weights[1, 2]` for an element of an array. */
export function pathsOf(shape: Shape): string[] {
  const { reals } = shape;
  return shape.paths().flatMap((path, k) => {
    const x = reals[k];
    if (!isBlock(x)) return path;
    const { shape: lengths } = asBlock(x);
    return Array.from({ length: countIn(x) }, (_, place) => `${path}[${indexAt(place, lengths)}]`);
  });
}

function indexAt(place: number, lengths: readonly number[]): string {
  const index: number[] = [];
  let left = place;
  for (let k = lengths.length - 1; k >= 0; k--) {
    index.unshift(left % lengths[k]);
    left = Math.floor(left / lengths[k]);
  }
  return index.join(', ');
}

/** An argument, whose arrays are in the widest type, since differences need all digits. */
export function subjectShape(x: unknown): Shape {
  const [shape] = inputsWithBlocks([x], 0);
  if (!shape.reals.some(isBlock)) return shape;
  const widened = (a: Real) => (isBlock(a) ? blocks.kind!.widened(asBlock(a)) : a);
  const [wide] = inputsWithBlocks([shape.rebuild(shape.reals.map(widened))], 0);
  return wide;
}
