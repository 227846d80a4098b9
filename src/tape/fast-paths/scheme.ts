/**
 * The scheme of fast paths (core/primitives/fast-paths.ts): the operands must be duals of the run, the row
 * gives the value and the partials, and the result is a dual. An operand that is a number has no partial.
 *
 * A carrier is what a run keeps beside its primals: ids of bindings (reverse.ts), ids with tangents
 * (second-order.ts), or tangents (forward.ts). Each has one text for all operands, which asks for them by
 * flags. V8 inlines operators into the user's function within a fixed budget of bytecode, and makes none of
 * what a flag excludes.
 */
import type { FastPath, OnOne, OnTwo, Operands } from '../../core/primitives/fast-paths.js';
import type { BinaryRow, UnaryRow } from '../../core/primitives/row.js';
import type { Real } from '../../core/real.js';
import { specialiseBy } from '../../core/specialise.js';

interface Flags {
  /** True if there is one operand. */
  readonly isUnary: boolean;
  readonly isFirst: boolean;
  readonly isSecond: boolean;
  readonly isBoth: boolean;
}

const flags: Readonly<Record<Operands, Flags>> = {
  one: { isUnary: true, isFirst: true, isSecond: false, isBoth: false },
  both: { isUnary: false, isFirst: true, isSecond: true, isBoth: true },
  first: { isUnary: false, isFirst: true, isSecond: false, isBoth: false },
  second: { isUnary: false, isFirst: false, isSecond: true, isBoth: false },
};

export type Partial = (...args: readonly Real[]) => Real;

/** The part of the row that the text of a carrier has. Duals that it does not take go to `general`. */
export interface OfRow extends Flags {
  readonly value: (a: number, b?: number) => number;
  /** The partials; at plain numbers they are numbers, since they are written in operators. */
  readonly dx: Partial;
  readonly dy: Partial;
  readonly general: OnTwo;
}

/**
 * The path of a carrier.
 *
 * @param parts gives what the text needs beside the row
 */
export const pathOf = <P extends object>(
  variant: string,
  text: (the: P & OfRow) => (x: never, y: never) => Real,
  parts: () => P,
): FastPath => ({
  operator<F extends OnOne | OnTwo>(
    row: UnaryRow | BinaryRow,
    operands: Operands,
    copy: string,
    general: F,
  ): F {
    const { name, value, partials } = row;
    const [dx, dy] = partials as readonly Partial[];
    const all = { ...parts(), ...flags[operands], value, dx, dy, general };
    return specialiseBy(text, name, `${variant} ${operands} ${copy}`, all as P & OfRow) as F;
  },
});
