/**
 * A function under differentiation gets copies of its arguments, with other reals in the places of those
 * that it is differentiated by. On numbers, the function gets the containers themselves: a write through one
 * name of a container, or of shared memory, is visible through its other names. Copies share nothing,
 * because each place has its own derivative. So a call is refused if this makes a difference.
 *
 * Two differences are not found: a write that is undone before the call ends, and a read through a variable
 * from outside.
 */
import type { Flat } from '../../core/trees/flat.js';
import {
  array,
  floats,
  isSequence,
  kindOf,
  nativeMap,
  object,
} from '../../core/trees/containers.js';
import type { ContainerKind } from '../../core/trees/container-kind.js';
import { usable } from '../../core/open-runs.js';
import { isSame } from './remembered-lists.js';
import { isMemory } from './memory-views.js';
import { packed } from '../../tape/is-packed.js';
import { Places } from './storage-places.js';
import { blocks } from '../../core/block.js';
import { Dual } from '../../core/real.js';
import type { Container, Shape } from '../../core/trees/tree.js';
import { changedMeanwhile, writtenInPlaces } from './errors.js';

type AnyShape = Pick<
  Shape<unknown>,
  'beside' | 'containers' | 'count' | 'rebuild' | 'flat' | 'pathOf' | 'paths'
>;

/** An argument, with what takes the places of its reals. */
export interface Filled {
  readonly position: number;
  readonly shape: AnyShape;
  readonly leaves: Flat<unknown>;
  /** Which of the leaves is the first. */
  readonly from?: number;
}

/** Arguments as the caller of a derivative gave them. */
export interface Given {
  readonly args: readonly unknown[];
  /** Those that are copied, taken apart. */
  readonly shapes: readonly AnyShape[];
}

const writable = new Set([array, floats, nativeMap, object]);

/** True if elements are just those that were expected. */
function areSame(xs: ArrayLike<unknown>, size: number, expected: Flat<unknown>, start: number) {
  if (xs.length !== size) return false;
  for (let k = 0; k < size; k++) if (xs[k] !== expected[start + k]) return false;
  return true;
}

/**
 * True if a real or a part of a tree is what it was; reals were settled when the tree was taken apart.
 */
const isStill = (x: unknown, before: unknown): boolean =>
  isSame(x, before) || (x instanceof Dual && isSame(usable(x, noPlace), before));
const noPlace = () => 'an argument';

/** True if a container holds what was expected of it, from `start` on; getters are not called. */
function holds(
  value: object,
  { kind, keys, size }: Container,
  expected: Flat<unknown>,
  start: number,
): boolean {
  if (isSequence(kind) && areSame(value as ArrayLike<unknown>, size, expected, start)) return true;
  const now = kind.keys(value);
  if ((now ?? (value as ArrayLike<unknown>)).length !== size) return false;
  const read = kind.reader(value);
  for (let k = 0; k < size; k++) {
    const key = now === undefined ? k : now[k];
    if (keys !== undefined && !Object.is(key, keys[k])) return false;
    const isComputed =
      kind === object && Object.getOwnPropertyDescriptor(value, key as string)!.get !== undefined;
    if (!isComputed && !isStill(read(key, k), expected[start + k])) return false;
  }
  return true;
}

function isOriginal({ flat }: AnyShape, container: Container): boolean {
  const { original, start, children } = container;
  const [expected, first] = start < 0 ? [children, 0] : [flat, start];
  return holds(original, container, expected, first);
}

function isAsBuilt({ shape, leaves, from = 0 }: Filled, built: unknown[], index: number): boolean {
  const container = shape.containers[index];
  const { start, realsAt, containersAt } = container;
  const copy = built[index] as object;
  if (start >= 0) {
    const [part, all] = [packed(copy), packed(leaves)];
    if (part !== undefined && all !== undefined) return part.isPartOf(all, from + start);
    return holds(copy, container, leaves, from + start);
  }
  const children = container.children.slice();
  for (let k = 0; k < realsAt.length; k += 2) children[realsAt[k]] = leaves[from + realsAt[k + 1]];
  for (let k = 0; k < containersAt.length; k += 2) {
    children[containersAt[k]] = built[containersAt[k + 1]];
  }
  return holds(copy, container, children, 0);
}

const isObject = (x: unknown): boolean => typeof x === 'object' && x !== null;

/** The contents of a container, with its keys. */
function inside(value: object, kind: ContainerKind): readonly unknown[] {
  const keys = kind.keys(value);
  if (keys === undefined) return Array.prototype.slice.call(value) as unknown[];
  const read = kind.reader(value);
  return [...keys, ...keys.map(read)];
}

export class Copies {
  readonly args: unknown[];
  private readonly built: unknown[][] = [];

  /** @param given if `originals` are themselves copies; null if the function has run on the like before */
  constructor(
    private readonly originals: readonly unknown[],
    private readonly filled: readonly Filled[],
    private readonly given?: Given | null,
  ) {
    this.args = originals.slice();
    for (let k = 0; k < filled.length; k++) {
      const { position, shape, leaves, from } = filled[k];
      const built: unknown[] = [];
      this.args[position] = shape.rebuild(leaves, from, built);
      this.built.push(built);
    }
  }

  /** The shape of the caller's tree in the place of `filled[k]`. */
  private givenShape(k: number): AnyShape {
    return this.given?.shapes[k] ?? this.filled[k].shape;
  }

  /**
   * @throws DeltaTapeError if on numbers the function would have seen something else. O(size of the trees);
   *   where it wrote into them, O(size of all arguments).
   */
  insistOnOneName(): void {
    const { built, filled, given, originals } = this;
    if (given === null) return;
    const { length } = given?.args ?? originals;
    let areWritten = false;
    for (let k = 0; k < filled.length; k++) {
      const shape = this.givenShape(k);
      const { containers } = shape;
      const isAlone = containers.length === 1 && length === 1 && shape.beside.length === 0;
      for (let index = 0; index < built[k].length; index++) {
        if (built[k][index] === undefined || !writable.has(containers[index].kind)) continue;
        if (!isOriginal(shape, containers[index])) throw changedMeanwhile(shape.pathOf(index));
        areWritten ||= !isAlone && this.isWritten(k, index);
      }
      if (blocks.kind === null) continue;
      const { leaves, from = 0 } = filled[k];
      const changed = blocks.kind.changedIn(shape.flat, leaves, from);
      if (changed >= 0) throw changedMeanwhile(shape.paths()[changed]);
    }
    const overlap = areWritten ? this.places().overlap() : null;
    if (overlap !== null) throw writtenInPlaces(...overlap);
  }

  /** True if the function wrote into a copy. */
  private isWritten(k: number, index: number): boolean {
    const copy = this.built[k][index];
    return copy !== undefined && !isAsBuilt(this.filled[k], this.built[k], index);
  }

  /** Where all is that the caller gave. */
  private places(): Places {
    const { filled, given, originals } = this;
    const places = new Places();
    const shapes = given?.shapes ?? filled.map(({ shape }) => shape);
    shapes.forEach((shape, k) => {
      shape.containers.forEach(({ original, children }, index) => {
        places.add(original, this.isWritten(k, index), () => shape.pathOf(index));
        for (const child of children) {
          if (isObject(child) && isMemory(child as object) && kindOf(child) === undefined) {
            places.add(child as object, false, () => `a part of ${shape.pathOf(index)}`);
          }
        }
      });
    });
    const others = (given?.args ?? originals).flatMap((value, position) =>
      filled.some((one) => one.position === position)
        ? []
        : [{ value, path: `argument ${position}` }],
    );
    const seen = new Set<unknown>();
    for (const { value, path } of [...others, ...shapes.flatMap(({ beside }) => beside)]) {
      const waiting = [value];
      while (waiting.length > 0) {
        const x = waiting.pop();
        if (typeof x !== 'object' || x === null || x instanceof Dual || seen.has(x)) continue;
        seen.add(x);
        const kind = kindOf(x);
        if (kind === undefined && !isMemory(x)) continue;
        places.add(x, false, () => (x === value ? '' : 'a part of ') + path);
        if (kind !== undefined && !ArrayBuffer.isView(x)) waiting.push(...inside(x, kind));
      }
    }
    return places;
  }
}
