/** The interface by which one kind of container is read and built (containers.ts). */
import type { Flat } from './flat.js';

export interface ContainerKind {
  /** The noun for error messages. */
  readonly noun: string;
  is(value: object): boolean;
  /** The keys of a container, or undefined for a sequence, whose keys are its positions. */
  keys(value: object): readonly unknown[] | undefined;
  /** A way to the children of a container, by key and position. */
  reader(value: object): (key: unknown, position: number) => unknown;
  /**
   * A container like `original`, with the keys it had and the given children in their order. A
   * sequence takes `size` of them from `start` on, so that long ones need no copy of their own; if
   * they are packed, and no more than that, it may be made of them.
   */
  build(
    original: object,
    children: Flat<unknown>,
    keys: readonly unknown[],
    start: number,
    size: number,
  ): unknown;
}
