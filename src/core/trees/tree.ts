/**
 * Trees of reals: the first-order types S and T of §11, as values. What the paper's polytypic functions do
 * by type (Fig. 15) is done here by walking the value: a real, a leaf, or a container of trees.
 *
 * `flatten` enumerates the reals of a tree from left to right; `rebuild` puts anything else in their places;
 * `readAs` (read-as.ts) reads a second tree through the shape of the first. Parts without reals are shared.
 * All are iterative, O(size of the tree). Functions may count as atoms, too (`AtomTest`).
 */
import { FlatBuilder, onlyReals, realsAndBlocks, type AtomTest, type Flat } from './flat.js';
import {
  holdsNoReals,
  isOfCopy,
  isClassInstance,
  isSequence,
  floats,
  kindOf,
} from './containers.js';
import type { ContainerKind } from './container-kind.js';
import { copied, cyclicStructure, memberText, unorderedReals } from '../../errors/errors.js';
import { isReal, type Real } from '../real.js';

export interface Container {
  readonly kind: ContainerKind;
  readonly original: object;
  /** Undefined for sequences, whose keys are their positions. */
  readonly keys: readonly unknown[] | undefined;
  /** As they were when the tree was taken apart; empty if all are reals. */
  readonly children: readonly unknown[];
  readonly size: number;
  readonly parent: number;
  readonly position: number;
  /** For a container of nothing but reals, the index of the first among all reals; otherwise -1. */
  readonly start: number;
  /** Children that are reals: position and index among all reals, in turn. */
  readonly realsAt: number[];
  /** Children that are containers with reals inside: position and index among those, in turn. */
  readonly containersAt: number[];
}

export const keyAt = ({ keys }: Container, position: number): unknown =>
  keys === undefined ? position : keys[position];

function childrenOf(
  value: object,
  kind: ContainerKind,
  keys: readonly unknown[] | undefined,
  size: number,
): unknown[] {
  const read = kind.reader(value);
  const children: unknown[] = [];
  for (let k = 0; k < size; k++) {
    const child = read(keys === undefined ? k : keys[k], k);
    // Holes of an array stay holes.
    if (child !== undefined || keys || k in value) children[k] = child;
  }
  children.length = size;
  return children;
}

export const sizeOf = (kind: ContainerKind, value: object): number =>
  isSequence(kind) ? (value as ArrayLike<unknown>).length : kind.keys(value)!.length;

export const holdsReals = ({ start, realsAt, containersAt }: Container): boolean =>
  start >= 0 || realsAt.length > 0 || containersAt.length > 0;

const none: never[] = [];

/** A container whose children are being looked at. */
interface Visit {
  readonly index: number;
  readonly atomsBefore: number;
  /** Only a real is missed in a Set, where there is no place for its derivative. */
  readonly inSet: boolean;
  next: number;
}

/** A tree taken apart: its reals (or other atoms) in order, and the way to build others like it. */
export class Shape<A = Real, B = A> {
  private readonly builder: FlatBuilder<A>;
  readonly containers: Container[] = [];

  /**
   * @param root how error messages call the tree, such as `argument 1`
   * @param only the keys of its entries that are looked into; null for all
   */
  constructor(
    private readonly tree: unknown,
    private readonly root: string,
    readonly atoms: AtomTest<A, B>,
    private readonly only: ReadonlySet<unknown> | null = null,
  ) {
    const isAtom = atoms.is(tree);
    this.builder = new FlatBuilder(isAtom ? [tree] : []);
    const kind = isAtom ? undefined : kindOf(tree);
    if (!isAtom && isOfCopy(tree, kind)) throw copied(root);
    if (kind !== undefined && this.add(tree as object, kind, -1, 0)) this.walk();
  }

  get count(): number {
    return this.builder.count;
  }

  /** The reals, or other atoms, in order. */
  get reals(): A[] {
    return this.builder.toList();
  }

  /** The same, without a list if all are plain numbers. */
  get flat(): Flat<A> {
    return this.builder.flat;
  }

  /** True if the tree is itself a real, or another atom. */
  get isAtom(): boolean {
    return this.containers.length === 0 && this.count === 1;
  }

  /** True if the tree can hold reals at all: false for a string, a function, null and other leaves. */
  get isLeaf(): boolean {
    if (this.containers.length === 0) return !this.isAtom;
    const { kind, original, size } = this.containers[0];
    return holdsNoReals(kind) || (size === 0 && isClassInstance(original, kind));
  }

  /** True if reals were found at a key of the top container, which has such a key. */
  holdsAt(key: unknown): boolean {
    const [{ keys, realsAt, containersAt }] = this.containers;
    const at = keys!.indexOf(key);
    return [...realsAt, ...containersAt].some((x, k) => k % 2 === 0 && x === at);
  }

  /** The parts of the tree beside the entries that are looked into, with their paths. */
  get beside(): { readonly value: unknown; readonly path: string }[] {
    const { only } = this;
    if (only === null) return [];
    const { children, keys } = this.containers[0];
    const all = children.map((value, k) => ({ value, path: this.pathOf(0, k) }));
    return all.filter((_, k) => !only.has(keys![k]));
  }

  /** Adds a container, and says whether its children are to be looked at one by one. */
  private add(original: object, kind: ContainerKind, parent: number, position: number): boolean {
    const keys = kind.keys(original);
    const size = keys === undefined ? sizeOf(kind, original) : keys.length;
    const first = this.count;
    const isDense =
      keys === undefined && size > 0 && this.builder.pushAll(original as ArrayLike<unknown>, size);
    this.containers.push({
      kind,
      original,
      keys,
      children: isDense ? none : childrenOf(original, kind, keys, size),
      size,
      parent,
      position,
      start: isDense ? first : -1,
      realsAt: isDense ? none : [],
      containersAt: isDense ? none : [],
    });
    return !isDense;
  }

  private walk(): void {
    const ancestors = new Set<object>();
    const open: Visit[] = [];
    const descend = (index: number, inSet: boolean) => {
      const { kind, original } = this.containers[index];
      if (ancestors.has(original)) throw cyclicStructure(this.pathOf(index));
      ancestors.add(original);
      open.push({ index, atomsBefore: this.count, inSet: inSet || holdsNoReals(kind), next: 0 });
    };

    descend(0, false);
    while (open.length > 0) {
      const frame = open[open.length - 1];
      const container = this.containers[frame.index];
      if (frame.next === container.size) {
        open.pop();
        ancestors.delete(container.original);
        if (this.count === frame.atomsBefore) continue;
        if (holdsNoReals(container.kind)) throw unorderedReals(this.pathOf(frame.index));
        if (container.parent >= 0) {
          this.containers[container.parent].containersAt.push(container.position, frame.index);
        }
        continue;
      }
      const position = frame.next++;
      if (frame.index === 0 && this.only?.has(keyAt(container, position)) === false) continue;
      const child = container.children[position];
      if (this.atoms.is(child) && (!frame.inSet || onlyReals.is(child))) {
        container.realsAt.push(position, this.count);
        this.builder.push(child);
        continue;
      }
      const kind = kindOf(child);
      if (isOfCopy(child, kind)) throw copied(this.pathOf(frame.index));
      if (kind === undefined) continue;
      const index = this.containers.length;
      if (this.add(child as object, kind, frame.index, position)) descend(index, frame.inSet);
      else container.containersAt.push(position, index);
    }
  }

  /** True if all reals are elements of arrays of floats, so that it can be rebuilt from packed ones. */
  get isOfFloats(): boolean {
    return this.containers.every(({ kind, start, realsAt }) =>
      start >= 0 ? kind === floats : realsAt.length === 0,
    );
  }

  /**
   * The same tree with `leaves[from + k]` in the place of the k-th real. Packed leaves are the
   * caller's no more. `built` takes the containers that are made anew.
   */
  rebuild(leaves: Flat<unknown>, from = 0, built: unknown[] = []): unknown {
    if (this.containers.length === 0) return this.count === 1 ? leaves[from] : this.tree;
    if (this.count === 0) return this.tree;
    // For a small tree it would take longer than all else to assign to `length`.
    for (let k = 0; k < this.containers.length; k++) built.push(undefined);
    for (let index = this.containers.length - 1; index >= 0; index--) {
      const container = this.containers[index];
      if (!holdsReals(container)) continue;
      const { kind, original, keys, size, start, realsAt, containersAt } = container;
      if (start >= 0) {
        built[index] = kind.build(original, leaves, none, from + start, size);
        continue;
      }
      const children = container.children.slice();
      let isShared = true;
      const put = (position: number, child: unknown) => {
        isShared &&= child === children[position] && !isReal(child);
        children[position] = child;
      };
      for (let k = 0; k < realsAt.length; k += 2) put(realsAt[k], leaves[from + realsAt[k + 1]]);
      for (let k = 0; k < containersAt.length; k += 2) {
        put(containersAt[k], built[containersAt[k + 1]]);
      }
      built[index] = isShared ? original : kind.build(original, children, keys ?? [], 0, size);
    }
    return built[0];
  }

  /** Where each real stands, as a person would write it: `argument 1.weights[3]`. */
  paths(root = this.root): string[] {
    if (this.containers.length === 0) return this.count === 1 ? [root] : [];
    const paths = new Array<string>(this.count);
    this.containers.forEach(({ start, size, realsAt }, index) => {
      const prefix = root + this.pathOf(index).slice(this.root.length);
      if (start >= 0)
        for (let k = 0; k < size; k++) paths[start + k] = prefix + this.step(index, k);
      for (let k = 0; k < realsAt.length; k += 2) {
        paths[realsAt[k + 1]] = prefix + this.step(index, realsAt[k]);
      }
    });
    return paths;
  }

  pathOf(index: number, position?: number): string {
    const steps = position === undefined ? [] : [this.step(index, position)];
    for (let at = index; at > 0; at = this.containers[at].parent) {
      steps.push(this.step(this.containers[at].parent, this.containers[at].position));
    }
    return this.root + steps.reverse().join('');
  }

  private step(index: number, position: number): string {
    return memberText(keyAt(this.containers[index], position));
  }
}

/** Takes a tree apart into its reals. */
export const flatten = (tree: unknown, root: string): Shape => new Shape(tree, root, onlyReals);

/** The tree with every real, and every array of them, replaced by `change` of it. */
export function mapReals(tree: unknown, root: string, change: (x: Real) => unknown): unknown {
  const shape = new Shape(tree, root, realsAndBlocks);
  return shape.rebuild(shape.reals.map(change));
}
