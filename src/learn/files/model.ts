/** Trees of parameters as tensors with names, and back. */
import { asBlock, blocks, isBlock } from '../../core/block.js';
import { notAReal } from '../../core/errors.js';
import { realsAndBlocks, type Flat } from '../../core/trees/flat.js';
import { array, floats, nameOfTypedArray } from '../../core/trees/containers.js';
import { Shape, holdsReals, keyAt, type Container } from '../../core/trees/tree.js';
import type { Real } from '../../core/real.js';
import { invalidTensor, modelMismatch } from './errors.js';
import { countOf, type Tensor, type Tensors } from './tensor.js';

type FloatType = 'float64' | 'float32';

/** A part of a tree that is one tensor: some of its atoms, all in one array, or a single one. */
interface Part {
  readonly name: string;
  readonly first: number;
  readonly count: number;
  readonly dtype: FloatType;
  /** Null for an array of NumPy, which knows its own. */
  readonly shape: readonly number[] | null;
}

/** Nested arrays of numbers that are a tensor together. */
interface Grid {
  readonly shape: readonly number[];
  readonly dtype: FloatType;
  readonly first: number;
}

/**
 * The numbers of a tree by the names of their places, such as `layers.0.weights`; `value` if it is one number or array.
 * An array of numbers, also a nested one, is one tensor; so is a typed array, and a NumPy array. What is no real is
 * left out. O(size of the tree).
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
 * A tree like the given one, with the numbers of tensors that `tensorsOf` gave, or that a file holds under the same
 * names. What is no real, and the types of arrays, are those of the given tree. O(size of the tree).
 *
 * @throws DeltaTapeError if the names or shapes are not those of the tree.
 * @example treeOf({ slope: 0, name: 'line' }, tensorsOf({ slope: 3 })) // { slope: 3, name: 'line' }
 */
export function treeOf<T>(like: T, tensors: Tensors): T {
  const shape = new Shape(like, 'the tree', realsAndBlocks);
  const { flat } = shape;
  const parts = partsOf(shape);
  const names = new Set(parts.map(({ name }) => name));
  const unknown = [...tensors.keys()].find((name) => !names.has(name));
  if (unknown !== undefined)
    throw modelMismatch(`the tree has no place for ${JSON.stringify(unknown)}`);
  const found =
    flat instanceof Float64Array ? new Float64Array(shape.count) : new Array<Real>(shape.count);
  for (const part of parts) {
    const tensor = tensors.get(part.name);
    if (tensor === undefined) throw modelMismatch(`${JSON.stringify(part.name)} is missing`);
    const lengths = part.shape ?? asBlock(flat[part.first]).shape;
    if (tensor.shape.join() !== lengths.join()) {
      const shapes = [tensor.shape, lengths].map((one) => `[${one.join(', ')}]`);
      throw modelMismatch(
        `${JSON.stringify(part.name)} has the shape ${shapes.join(' rather than ')}`,
      );
    }
    const numbers = numbersIn(part.name, tensor);
    if (part.shape === null) {
      found[part.first] = blocks.kind!.of(asBlock(flat[part.first]), numbers) as unknown as Real;
    } else for (let k = 0; k < part.count; k++) found[part.first + k] = numbers[k];
  }
  return shape.rebuild(found) as T;
}

function numbersIn(name: string, { data, shape }: Tensor): ArrayLike<number> {
  if (data.length !== countOf(shape)) throw invalidTensor(name, 'has not the size of its shape');
  if (!(data instanceof BigInt64Array || data instanceof BigUint64Array)) return data;
  return Float64Array.from(data as BigInt64Array, Number);
}

function tensorAt({ name, first, count, dtype, shape }: Part, flat: Flat<Real>): Tensor {
  const Class = dtype === 'float32' ? Float32Array : Float64Array;
  if (shape === null) {
    const block = asBlock(flat[first]);
    if (!blocks.kind!.isPlain(block)) throw notAReal(block, `the tensor ${JSON.stringify(name)}`);
    const data = Class.from(blocks.kind!.numbers(block));
    return { dtype, shape: [...block.shape], data } as Tensor;
  }
  const data = new Class(count);
  for (let k = 0; k < count; k++) {
    const x = flat[first + k];
    if (typeof x !== 'number') throw invalidTensor(name, 'holds dual numbers; use primalOf first');
    data[k] = x;
  }
  return { dtype, shape, data } as Tensor;
}

function partsOf(shape: Shape): Part[] {
  const { containers, flat } = shape;
  const nameAt = namesOf(containers);
  const grids: (Grid | null)[] = new Array<Grid | null>(containers.length);
  for (let k = containers.length - 1; k >= 0; k--) grids[k] = gridOf(containers[k], grids, flat);
  const parts: Part[] = [];
  const add = (name: string, k: number) => {
    const x = flat[k];
    const isArray = isBlock(x);
    const is32 = isArray && blocks.kind!.numbers(asBlock(x)) instanceof Float32Array;
    const dtype = is32 ? 'float32' : 'float64';
    parts.push({ name, first: k, count: 1, dtype, shape: isArray ? null : [] });
  };
  if (shape.isAtom) add('', 0);
  containers.forEach((container, k) => {
    const grid = grids[k];
    if (grid === null) {
      const { realsAt } = container;
      for (let at = 0; at < realsAt.length; at += 2) add(nameAt(k, realsAt[at]), realsAt[at + 1]);
    } else if (container.parent < 0 || grids[container.parent] === null) {
      parts.push({ ...grid, name: nameAt(k), count: countOf(grid.shape)! });
    }
  });
  return named(parts.sort((one, other) => one.first - other.first));
}

/** The names, which must be different. */
function named(parts: readonly Part[]): Part[] {
  const names = new Set<string>();
  return parts.map((part) => {
    const name = part.name === '' ? 'value' : part.name;
    if (names.has(name)) throw invalidTensor(name, 'stands in two places of the tree');
    names.add(name);
    return { ...part, name };
  });
}

/** The tensor that a container is, whose inner containers have been looked at. */
function gridOf(
  { kind, original, size, start, realsAt, containersAt }: Container,
  grids: readonly (Grid | null)[],
  flat: Flat<Real>,
): Grid | null {
  if (kind === floats && start >= 0) {
    const dtype = nameOfTypedArray(original) === 'Float32Array' ? 'float32' : 'float64';
    return { shape: [size], dtype, first: start };
  }
  if (kind !== array) return null;
  if (start >= 0) {
    return flat instanceof Float64Array || !isBlock(flat[start])
      ? { shape: [size], dtype: 'float64', first: start }
      : null;
  }
  if (size === 0 || containersAt.length !== 2 * size || realsAt.length > 0) return null;
  const rows = containersAt.filter((_, k) => k % 2 === 1).map((index) => grids[index]);
  const [row] = rows;
  const areSame = rows.every(
    (other) =>
      other !== null && other.shape.join() === row!.shape.join() && other.dtype === row!.dtype,
  );
  return areSame ? { ...row!, shape: [size, ...row!.shape] } : null;
}

/** The keys that lead to containers that hold reals, and to a child of one, with dots between. */
function namesOf(containers: readonly Container[]): (index: number, position?: number) => string {
  const keyText = (index: number, position: number): string => {
    const key = keyAt(containers[index], position);
    if (typeof key === 'string' || typeof key === 'number') return String(key);
    throw invalidTensor(String(key), 'has a key in its name that is neither a text nor a number');
  };
  const below = (prefix: string, key: string): string => (prefix === '' ? key : `${prefix}.${key}`);
  const prefixes: string[] = [];
  containers.forEach((container, k) => {
    const { parent, position } = container;
    if (!holdsReals(container)) return;
    prefixes[k] = parent < 0 ? '' : below(prefixes[parent], keyText(parent, position));
  });
  return (index, position) =>
    position === undefined ? prefixes[index] : below(prefixes[index], keyText(index, position));
}
