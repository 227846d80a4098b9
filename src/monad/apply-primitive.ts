/** Fig. 14 in the monad: what a primitive does to dual numbers and to the state. */
import type { BinaryRow, Primitive, UnaryRow } from '../core/primitives/row.js';
import type { Operation, Real } from '../core/real.js';
import { runsAreWatched } from '../core/watcher.js';
import { ColumnState } from '../delta/column-state.js';
import type { DeltaState } from '../delta/delta.js';
import { SpecDual, applySpec } from '../delta/specification.js';
import { columnStep, type ColumnStep } from './column-step.js';
import { commonRun, real } from './dual.js';

/**
 * A primitive applied to dual and plain numbers, which stand for constants, from a state to a state. Constants bind nothing.
 * O(arguments).
 */
export function apply(
  primitive: Operation,
  args: readonly Real[],
  state: DeltaState,
): readonly [SpecDual, DeltaState] {
  const run = commonRun(primitive.name, args);
  const [result, next] = applySpec(run, primitive, args, state);
  return [typeof result === 'number' ? real(result) : (result as SpecDual), next];
}

/** A primitive of one argument or two, which nearly every step of a program applies, with its step over columns. */
export class Lifted {
  private step: ColumnStep | undefined;

  constructor(readonly primitive: Primitive) {}

  /** The same as `apply` to its one or two arguments, in place; null where the state has no columns or `apply` is needed. */
  here(x: Real, y: Real | undefined, state: DeltaState): SpecDual | null {
    if (!(state instanceof ColumnState) || runsAreWatched()) return null;
    return (this.step ??= columnStep(this.primitive.row as UnaryRow | BinaryRow))(x, y, state);
  }

  apply(x: Real, y: Real | undefined, state: DeltaState): readonly [SpecDual, DeltaState] {
    return apply(this.primitive, arityOf(this.primitive) === 1 ? [x] : [x, y!], state);
  }
}

/** The number of arguments of a primitive; null for one that takes a list, or has no row. */
export function arityOf(operation: Operation): number | null {
  const { row } = operation as Partial<Primitive>;
  return row === undefined || typeof row.partials === 'function' ? null : row.partials.length;
}

const known = new WeakMap<Operation, Lifted>();

/** A primitive with its step over columns, one for each; undefined if it takes other numbers of arguments. */
export function lifted(operation: Operation): Lifted | undefined {
  const arity = arityOf(operation);
  if (arity === null || arity > 2) return undefined;
  let found = known.get(operation);
  if (found === undefined) known.set(operation, (found = new Lifted(operation as Primitive)));
  return found;
}
