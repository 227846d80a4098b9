/** Fig. 14 in the monad: what a primitive does to dual numbers and to the state. */
import type { BinaryRow, Primitive, UnaryRow } from '../core/primitives/row.js';
import type { Operation, Real } from '../core/real.js';
import { runsAreWatched } from '../core/watcher.js';
import type { ColumnState } from '../delta/column-state.js';
import type { DeltaId, DeltaState } from '../delta/delta.js';
import { SpecDual, applySpec } from '../delta/specification.js';
import { commonRun, real } from './dual.js';

const idOf = (x: Real): DeltaId => (x instanceof SpecDual ? x.id : 0);
const primalOf = (x: Real): number => (x instanceof SpecDual ? x.primalNumber : (x as number));

/**
 * A row of one argument or two, over columns, which go on in place: nothing is made but the dual. It is what nearly every
 * step of a program is, and takes a fifth of the time of the general rule. Null where that rule is needed.
 */
export function applyHere(
  primitive: Operation,
  args: readonly Real[],
  state: ColumnState,
): SpecDual | null {
  const { row } = primitive as Primitive;
  const { length } = args;
  if (length > 2 || !Array.isArray(row?.partials) || runsAreWatched()) return null;
  const run = commonRun(primitive.name, args);
  const [x, y] = args;
  const first = idOf(x);
  // Those made by hand may be no atoms.
  if (first < 0) return null;
  const a = primalOf(x);
  if (length === 1) {
    const { value, partials } = row as UnaryRow;
    const z = value(a);
    if (first === 0) return real(z);
    return new SpecDual(run, z, state.bindHere(first, partials[0](a, z) as number, 0, 0));
  }
  const { value, partials } = row as BinaryRow;
  const second = idOf(y);
  if (second < 0) return null;
  const b = primalOf(y);
  const z = value(a, b);
  if (first === 0 && second === 0) return real(z);
  const by = first === 0 ? 0 : (partials[0](a, b, z) as number);
  const bySecond = second === 0 ? 0 : (partials[1](a, b, z) as number);
  const id =
    first === 0
      ? state.bindHere(second, bySecond, 0, 0)
      : state.bindHere(first, by, second, bySecond);
  return new SpecDual(run, z, id);
}

/** A primitive applied to dual and plain numbers, which stand for constants. Constants bind nothing. O(arguments). */
export function apply(
  primitive: Operation,
  args: readonly Real[],
  state: DeltaState,
): readonly [SpecDual, DeltaState] {
  const run = commonRun(primitive.name, args);
  const [result, next] = applySpec(run, primitive, args, state);
  return [typeof result === 'number' ? real(result) : (result as SpecDual), next];
}
