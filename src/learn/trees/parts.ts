/**
 * The parts of a tree of reals that are arrays or single numbers, with the names that people and files use for them.
 */
import { asBlock, blocks, countIn, isBlock } from '../../core/block.js';
import { array, floats, nameOfTypedArray } from '../../core/trees/containers.js';
import type { Flat } from '../../core/trees/flat.js';
import { holdsReals, keyAt, type Container, type Shape } from '../../core/trees/tree.js';
import type { Real } from '../../core/real.js';
import { describe } from '../../errors/errors.js';
import { unnamedPart } from './errors.js';

type FloatType = 'float64' | 'float32';

/** Some of the atoms of a tree, all in one array, or a single one. */
export interface Part {
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

/** The parts of a tree, in order. O(size of the tree). */
export function partsOf(shape: Shape): Part[] {
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
      parts.push({ ...grid, name: nameAt(k), count: grid.shape.reduce((n, d) => n * d, 1) });
    }
  });
  return named(parts.sort((one, other) => one.first - other.first));
}

/** The names, which must be different. */
function named(parts: readonly Part[]): Part[] {
  const names = new Set<string>();
  return parts.map((part) => {
    const name = part.name === '' ? 'value' : part.name;
    if (names.has(name)) throw unnamedPart(`two of its places have the name ${name}`);
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
    throw unnamedPart(`a key in it is ${describe(key)}, not a string or a number`);
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

/** Where the reals of a part stand among all reals, those of arrays one by one. */
export interface Place {
  readonly name: string;
  readonly start: number;
  readonly size: number;
  /** The lengths of the axes of an array; empty for a single number. */
  readonly shape: readonly number[];
}

export function placesOf(shape: Shape): Place[] {
  const { flat } = shape;
  let start = 0;
  return partsOf(shape).map(({ name, first, count, shape: own }) => {
    const size = own === null ? countIn(flat[first]) : count;
    start += size;
    return { name, start: start - size, size, shape: own ?? asBlock(flat[first]).shape };
  });
}
