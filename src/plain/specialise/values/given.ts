/** Arrays of the program that an abstract array may be, or be in. */

/** An array of the program, and how deep another one stands in it. */
export interface Given {
  /** Asks that no such array has a property of its own with a key. */
  readonly hasNo: (key: PropertyKey, depth: number) => void;
  readonly depth: number;
  /** The array itself, where code can have a copy of it. */
  readonly array?: object;
  /** True if code works on a copy, so that it may be written. */
  readonly isCopied?: boolean;
}

/** Owners without those that stand there twice. */
export const allOwners = (owners: readonly Given[]): readonly Given[] =>
  owners.filter(
    (one, k) =>
      owners.findIndex(({ hasNo, depth }) => hasNo === one.hasNo && depth === one.depth) === k,
  );
