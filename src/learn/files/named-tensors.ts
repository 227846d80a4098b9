/** Trees of parameters as tensors with names, and back. */
import { asBlock, blocks } from '../../core/block.js';
import { notAReal, type DeltaTapeError } from '../../errors/errors.js';
import { realsAndBlocks, type Flat } from '../../core/trees/flat.js';
import { Shape } from '../../core/trees/tree.js';
import type { Real } from '../../core/real.js';
import { partsOf, type Part } from '../trees/parts.js';
import { invalidTensor, modelMismatch } from './errors.js';
import { countOf, type Tensor, type Tensors } from './tensor.js';

/**
 * The numbers of a tree by the names of their places, such as `layers.0.weights`; `value` if it is one
 * number or array. An array of numbers, also a nested one, is one tensor; so is a typed array, and a NumPy
 * array. Other parts are left out. O(size of the tree).
 *
 * @throws DeltaTapeError if two places have the same name, or there are dual numbers.
 * @example [...tensorsOf({ layers: [{ weights: [[1, 2], [3, 4]] }] }).keys()] // ['layers.0.weights']
 */
export function tensorsOf(tree: unknown): Tensors {
  const shape = new Shape(tree, 'the tree', realsAndBlocks);
  const { flat } = shape;
  return new Map(partsOf(shape).map((part) => [part.name, tensorAt(part, flat)]));
}

/**
 * A tree like the given one, with the numbers of tensors that `tensorsOf` gave, or that a file holds under
 * the same names. Other parts, and the types of arrays, are those of the given tree. O(size of the tree).
 *
 * @throws DeltaTapeError if the names or shapes are not those of the tree.
 * @example treeOf({ slope: 0, name: 'line' }, tensorsOf({ slope: 3 })) // { slope: 3, name: 'line' }
 */
export function treeOf<T>(like: T, tensors: Tensors): T {
  return readTree(like, tensors, modelMismatch);
}

/** @param mismatch the error for names or shapes that are not those of the tree */
export function readTree<T>(
  like: T,
  tensors: Tensors,
  mismatch: (problem: string) => DeltaTapeError,
): T {
  const shape = new Shape(like, 'the tree', realsAndBlocks);
  const { flat } = shape;
  const parts = partsOf(shape);
  const names = new Set(parts.map(({ name }) => name));
  const unknown = [...tensors.keys()].find((name) => !names.has(name));
  if (unknown !== undefined) throw mismatch(`the tree has no place for ${JSON.stringify(unknown)}`);
  const found =
    flat instanceof Float64Array ? new Float64Array(shape.count) : new Array<Real>(shape.count);
  for (const part of parts) {
    const tensor = tensors.get(part.name);
    if (tensor === undefined) throw mismatch(`${JSON.stringify(part.name)} is missing`);
    const lengths = part.shape ?? asBlock(flat[part.first]).shape;
    if (tensor.shape.join() !== lengths.join()) {
      const shapes = [tensor.shape, lengths].map((one) => `[${one.join(', ')}]`);
      throw mismatch(`${JSON.stringify(part.name)} has the shape ${shapes.join(' rather than ')}`);
    }
    const numbers = numbersIn(part.name, tensor);
    if (part.shape === null) {
      found[part.first] = blocks.kind!.of(asBlock(flat[part.first]), numbers) as unknown as Real;
    } else for (let k = 0; k < part.count; k++) found[part.first + k] = numbers[k];
  }
  return shape.rebuild(found) as T;
}

function numbersIn(name: string, { data, shape }: Tensor): ArrayLike<number> {
  if (data.length !== countOf(shape))
    throw invalidTensor(name, 'does not have the size of its shape');
  if (!(data instanceof BigInt64Array || data instanceof BigUint64Array)) return data;
  return Float64Array.from(data as BigInt64Array, Number);
}

function tensorAt({ name, first, count, dtype, shape }: Part, flat: Flat<Real>): Tensor {
  const Class = dtype === 'float32' ? Float32Array : Float64Array;
  if (shape === null) {
    const block = asBlock(flat[first]);
    if (!blocks.kind!.isPlain(block)) throw notAReal(block, `the tensor ${JSON.stringify(name)}`);
    const data = Class.from(blocks.kind!.numbers(block));
    return { dtype, shape: [...block.shape], data };
  }
  const data = new Class(count);
  for (let k = 0; k < count; k++) {
    const x = flat[first + k];
    if (typeof x !== 'number') throw invalidTensor(name, 'holds dual numbers; use primalOf first');
    data[k] = x;
  }
  return { dtype, shape, data };
}
