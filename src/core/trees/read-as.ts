/** Reading other trees through the shape of one (tree.ts). */
import { kindOf, sameKind } from './containers.js';
import { treeMismatch, withKeys } from '../../errors/errors.js';
import type { Real } from '../real.js';
import { copyNumbers } from './flat.js';
import { holdsReals, keyAt, sizeOf, type Container, type Shape } from './tree.js';

/**
 * The reals of another tree of the same shape; its leaves are not looked at. O(size of the tree).
 *
 * @throws DeltaTapeError that names the place where `other` (called `what`) differs.
 */
export function readAs<A = Real, B = A>(shape: Shape<A, B>, other: unknown, what: string): B[] {
  const { flat, containers, atoms } = shape;
  const accept = (k: number, found: unknown, index: number, position?: number): B => {
    const atom = flat[k] as A;
    if (atoms.accepts(atom, found)) return found;
    throw treeMismatch(what, shape.pathOf(index, position), atoms.noun(atom), found);
  };
  if (containers.length === 0) return shape.count === 0 ? [] : [accept(0, other, -1)];
  const found = new Array<B>(shape.count);
  const others: unknown[] = new Array(containers.length);
  others[0] = other;
  containers.forEach((container, index) => {
    if (!holdsReals(container)) return;
    const { kind, size, start, realsAt, containersAt } = container;
    const value = others[index];
    const otherKind = kindOf(value);
    if (!sameKind(kind, otherKind) || sizeOf(otherKind!, value as object) !== size) {
      throw treeMismatch(what, shape.pathOf(index), expectedText(container), value);
    }
    const read = otherKind!.reader(value as object);
    const childAt = (position: number) => read(keyAt(container, position), position);
    const take = (position: number, k: number) => {
      found[k] = accept(k, childAt(position), index, position);
    };
    if (start >= 0) for (let k = 0; k < size; k++) take(k, start + k);
    for (let k = 0; k < realsAt.length; k += 2) take(realsAt[k], realsAt[k + 1]);
    for (let k = 0; k < containersAt.length; k += 2) {
      others[containersAt[k + 1]] = childAt(containersAt[k]);
    }
  });
  return found;
}

const expectedText = ({ kind, keys, size }: Container): string =>
  keys === undefined ? `${kind.noun} of length ${size}` : withKeys(kind.noun, keys);

/**
 * The same numbers packed; null unless both trees hold nothing but plain numbers and have the same shape. A
 * nanosecond for each element of an array.
 */
export function numbersAs(shape: Shape, other: unknown): Float64Array | null {
  const { flat, containers } = shape;
  if (!(flat instanceof Float64Array)) return null;
  const found = new Float64Array(flat.length);
  const others: unknown[] = [other];
  for (let index = 0; index < containers.length; index++) {
    const container = containers[index];
    if (!holdsReals(container)) continue;
    const { kind, size, start, realsAt, containersAt } = container;
    const value = others[index] as object;
    const otherKind = kindOf(value);
    if (!sameKind(kind, otherKind) || sizeOf(otherKind!, value) !== size) return null;
    if (start >= 0) {
      if (copyNumbers(value as ArrayLike<unknown>, size, found, start) < size) return null;
      continue;
    }
    const read = otherKind!.reader(value);
    for (let k = 0; k < realsAt.length; k += 2) {
      const x = read(keyAt(container, realsAt[k]), realsAt[k]);
      if (typeof x !== 'number') return null;
      found[realsAt[k + 1]] = x;
    }
    for (let k = 0; k < containersAt.length; k += 2)
      others[containersAt[k + 1]] = read(keyAt(container, containersAt[k]), containersAt[k]);
  }
  return found;
}

/** The container that holds an atom; undefined if the tree is the atom. O(size of the tree). */
export function ownerOf<A, B>({ containers }: Shape<A, B>, atom: number): object | undefined {
  const holds = ({ start, size, realsAt }: Container) =>
    (start >= 0 && atom >= start && atom < start + size) ||
    realsAt.some((index, k) => k % 2 === 1 && index === atom);
  return containers.find(holds)?.original;
}
