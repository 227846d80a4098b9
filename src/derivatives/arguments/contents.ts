/**
 * A record of what some trees hold, with each container once. So copies made from it share containers where
 * the trees do, also those that lead back to themselves. Later changes of the containers leave the record as
 * it is.
 *
 * Everything takes O(size), in an order that depends on the trees alone. Instances of classes that hold no
 * reals are not copied, because they may keep parts that nobody sees from outside.
 */
import { countIn, isBlock, type Block } from '../../core/block.js';
import { cyclicStructure, unorderedReals } from '../../errors/errors.js';
import { areSame, remembered } from './remembered-lists.js';
import { blockNow, copyOf, holdsBlock } from './plain-blocks.js';
import { bytesOf, copiesOf, hasBytes, isMemory, type Memory } from './memory-views.js';
import { Dual } from '../../core/real.js';
import { copyKindOf, type Keys } from './copy-kinds.js';
import { hidesSomething, isWritable, keptInstances, type Snapshot } from './snapshot.js';

/** The value that takes the place of a dual; `k` is its place among all. */
export type Replacement = (x: Dual, k: number) => unknown;

export interface CopiedTrees {
  readonly roots: unknown[];
  /** In the order of `containers`. */
  readonly containers: unknown[];
}

// Most trees are single reals, or hold no views of memory.
const noMemory = new Map<Memory, Uint8Array>();
const noIndices = new Map<object, number>();
const noSnapshots: Snapshot[] = [];
const nothing = () => false;
/** Of an element of an array. */
const BYTES = 8;

export class Contents {
  /** The reals that are duals, each as often as it occurs. */
  readonly duals: Dual[] = [];
  /** The number of reals in all. */
  count = 0;
  /** Memory of the arrays. */
  blockBytes = 0;
  /** Plain arrays of a floor that knows them, with what they hold. */
  private blocks: Map<object, Block> | null = null;
  private snapshots: Snapshot[] = noSnapshots;
  private memory: Map<Memory, Uint8Array> = noMemory;
  private indices: Map<object, number> = noIndices;

  /**
   * @param name how error messages call the trees
   * @param isBeyond whether a container is not to be looked into
   */
  constructor(
    readonly roots: readonly unknown[],
    private readonly name: string,
    private readonly isBeyond: (container: object) => boolean = nothing,
  ) {
    for (const root of roots) this.look(root);
    for (let k = 0; k < this.snapshots.length; k++) this.lookInto(this.snapshots[k]);
  }

  private lookInto(snapshot: Snapshot): void {
    const { kind, keys, children } = snapshot;
    snapshot.firstDual = this.duals.length;
    for (const child of children) this.look(child);
    if (kind.holdsNoDuals && this.duals.length > snapshot.firstDual)
      throw unorderedReals(this.name);
    // A key may be a container, by which its value is found.
    if (keys !== undefined) for (const key of keys) if (typeof key === 'object') this.look(key);
  }

  private look(x: unknown): void {
    if (typeof x === 'number') this.count++;
    if (typeof x !== 'object' || x === null) return;
    if (x instanceof Dual) {
      if (isBlock(x)) this.blockBytes += BYTES * countIn(x);
      else this.count++;
      this.duals.push(x);
      return;
    }
    if (this.indices.has(x) || this.isBeyond(x)) return;
    if (isBlock(x)) {
      this.blockBytes += BYTES * countIn(x);
      this.blocks ??= new Map();
      if (!this.blocks.has(x)) this.blocks.set(x, blockNow(x));
      return;
    }
    const kind = copyKindOf(x);
    if (kind !== undefined) {
      const keys = kind.keys(x);
      const children = remembered(x, kind.children(x, keys));
      if (this.snapshots === noSnapshots) {
        this.snapshots = [];
        this.indices = new Map();
      }
      this.indices.set(x, this.snapshots.length);
      this.snapshots.push({ original: x, kind, keys, children, firstDual: 0 });
    } else if (isMemory(x) && !this.memory.has(x)) {
      if (this.memory === noMemory) this.memory = new Map();
      this.memory.set(x, bytesOf(x));
    }
  }

  /** The containers, in order. */
  get containers(): object[] {
    return this.snapshots.map(({ original }) => original);
  }

  /** True if a container is among them, and can be written. */
  canWrite(container: object): boolean {
    const index = this.indices.get(container);
    return index !== undefined && isWritable(this.snapshots[index]);
  }

  /** True if copies of other contents are like copies of these, but for their duals. */
  isLike(other: Contents): boolean {
    const sameAt = (x: unknown, y: unknown): boolean => {
      if (Object.is(x, y) || (x instanceof Dual && y instanceof Dual)) return true;
      if (typeof x !== 'object' || x === null || typeof y !== 'object' || y === null) return false;
      const index = this.indices.get(x);
      return index !== undefined && index === other.indices.get(y);
    };
    const same = (xs: readonly unknown[], ys: readonly unknown[]): boolean =>
      xs.length === ys.length && xs.every((x, k) => sameAt(x, ys[k]));
    const { memory, snapshots } = this;
    if (this.blocks !== null || other.blocks !== null) return false;
    if (memory.size + other.memory.size > 0 || snapshots.length !== other.snapshots.length)
      return false;
    return (
      same(this.roots, other.roots) &&
      snapshots.every((snapshot, k) => {
        const { original, kind, keys, children } = other.snapshots[k];
        return (
          kind === snapshot.kind &&
          Object.getPrototypeOf(original) === Object.getPrototypeOf(snapshot.original) &&
          Object.isFrozen(original) === Object.isFrozen(snapshot.original) &&
          !hidesSomething(snapshot) &&
          !hidesSomething(other.snapshots[k]) &&
          (keys === undefined || same(snapshot.keys!, keys)) &&
          same(snapshot.children, children)
        );
      })
    );
  }

  /** True if all containers hold what they did. */
  get isUnchanged(): boolean {
    for (const [value, bytes] of this.memory) if (!hasBytes(value, bytes)) return false;
    for (const [value, block] of this.blocks ?? []) if (!holdsBlock(value, block)) return false;
    return this.snapshots.every(({ original, kind, keys, children }) => {
      const now = kind.keys(original);
      if (keys !== undefined && !areSame(keys, now!)) return false;
      return areSame(children, kind.children(original, now));
    });
  }

  /** Trees like these as they were, with other reals in the places of the duals. */
  copy(change: Replacement): CopiedTrees {
    const { snapshots } = this;
    if (snapshots.length === 0 && this.memory.size === 0 && this.blocks === null) {
      return { roots: this.changedRoots(noIndices, change), containers: [] };
    }
    const copies = copiesOf(this.memory);
    for (const [value, block] of this.blocks ?? []) copies.set(value, copyOf(block));
    const isKept = keptInstances(this.snapshots, this.indices);
    const made = snapshots.map(({ original, kind, keys }, k) => {
      const copy = isKept(k) ? original : kind.steps?.empty(original, keys);
      if (copy !== undefined) copies.set(original, copy);
      return copy;
    });
    const atOnce = snapshots.filter((_, k) => made[k] === undefined);
    this.buildAll(atOnce, copies, change);
    snapshots.forEach((snapshot, k) => {
      const { original, kind, keys } = snapshot;
      const copy = made[k];
      if (copy === undefined || copy === original) return;
      kind.steps!.fill(copy, changedKeys(keys, copies), this.changed(snapshot, copies, change));
      if (Object.isFrozen(original)) Object.freeze(copy);
    });
    return {
      roots: this.changedRoots(copies, change),
      containers: snapshots.map(({ original }) => copies.get(original)),
    };
  }

  /**
   * Puts other reals into the containers themselves. Those that cannot be written are built anew, if that
   * is asked for. Gives the roots, which may have been built anew.
   */
  replace(change: Replacement, buildsAnew = true): unknown[] {
    if (this.snapshots.length === 0) return this.changedRoots(noIndices, change);
    const built = new Map<object, object>();
    if (buildsAnew) this.buildAll(this.unwritable(), built, change);
    const areAllWritten = buildsAnew && built.size === 0;
    for (const snapshot of this.snapshots) {
      const { original, kind, keys, children } = snapshot;
      if (built.has(original)) continue;
      if (!this.holdsDuals(snapshot) && built.size === 0) continue;
      if (!areAllWritten && !isWritable(snapshot)) continue;
      const changed = this.changed(snapshot, built, change);
      changed.forEach((child, k) => {
        const before = children[k];
        if (child !== before && !Object.is(child, before)) {
          kind.put(original, keys === undefined ? k : keys[k], child, before);
        }
      });
    }
    return this.changedRoots(built, change);
  }

  private holdsDuals(snapshot: Snapshot): boolean {
    return snapshot.children.some((child) => child instanceof Dual);
  }

  /** The containers that have to be built anew for other duals, or for what they hold to be built anew. */
  private unwritable(): Snapshot[] {
    const isFixed = (snapshot: Snapshot) => !isWritable(snapshot);
    const found = new Set(
      this.snapshots.filter((snapshot) => this.holdsDuals(snapshot) && isFixed(snapshot)),
    );
    if (found.size === 0) return [];
    const originals = new Set<unknown>([...found].map(({ original }) => original));
    const others = this.snapshots.filter((snapshot) => !found.has(snapshot) && isFixed(snapshot));
    for (let before = -1; before < found.size;) {
      before = found.size;
      for (const snapshot of others) {
        if (found.has(snapshot) || !snapshot.children.some((child) => originals.has(child)))
          continue;
        found.add(snapshot);
        originals.add(snapshot.original);
      }
    }
    return this.snapshots.filter((snapshot) => found.has(snapshot));
  }

  /** Builds containers of others that are there, or are built among them. */
  private buildAll(
    snapshots: readonly Snapshot[],
    made: Map<object, object>,
    change: Replacement,
  ): void {
    const waiting = new Set<unknown>(snapshots.map(({ original }) => original));
    let left = [...snapshots].reverse();
    while (left.length > 0) {
      const later: Snapshot[] = [];
      for (const snapshot of left) {
        if (snapshot.children.some((child) => waiting.has(child))) {
          later.push(snapshot);
          continue;
        }
        const { original, kind, keys } = snapshot;
        made.set(original, kind.build(original, keys, this.changed(snapshot, made, change)));
        waiting.delete(original);
      }
      if (later.length === left.length) throw cyclicStructure(this.name);
      left = later;
    }
  }

  private changed(
    { children, firstDual }: Pick<Snapshot, 'children' | 'firstDual'>,
    made: ReadonlyMap<object, unknown>,
    change: Replacement,
  ): unknown[] {
    let dual = firstDual;
    const changed = children.slice();
    for (let k = 0; k < changed.length; k++) {
      const child = changed[k];
      if (typeof child !== 'object' || child === null) continue;
      changed[k] = child instanceof Dual ? change(child, dual++) : (made.get(child) ?? child);
    }
    return changed;
  }

  private changedRoots(made: ReadonlyMap<object, unknown>, change: Replacement): unknown[] {
    const { roots } = this;
    const all = { children: roots, firstDual: 0 };
    return this.changed(all, made, change);
  }
}

/** Keys that are containers are copied like others. */
const changedKeys = (keys: Keys, made: ReadonlyMap<object, object>): Keys =>
  keys?.map((key) => (typeof key === 'object' && key !== null ? (made.get(key) ?? key) : key));
