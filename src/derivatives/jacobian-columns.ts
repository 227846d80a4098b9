/** Jacobians by columns, as solvers take them: in one pass, without trees of rows. */
import { compiledCode } from '../functions/translated-functions.js';
import type { AnyFunction } from './signatures.js';

/** The directions of the inputs, one by one. */
export function unitVectors(size: number): Float64Array[] {
  const all: Float64Array[] = [];
  for (let k = 0; k < size; k++) {
    const unit = new Float64Array(size);
    unit[k] = 1;
    all.push(unit);
  }
  return all;
}

type Columns = readonly Float64Array[];

const known = new WeakMap<AnyFunction, (...args: readonly unknown[]) => Columns>();

/**
 * Remembers that a function of numbers, which no run can follow, knows the columns of its Jacobian with
 * respect to its first argument. Returns the function.
 */
export function withColumns<F extends AnyFunction>(
  f: F,
  columns: (...args: Parameters<F>) => Columns,
): F {
  known.set(f, columns as (...args: readonly unknown[]) => Columns);
  return f;
}

export const knowsColumns = (f: AnyFunction): boolean => known.has(f);

/**
 * The derivatives of all reals of the result with respect to each real of the first argument: as the
 * function knows, or by compiled code along the unit vectors; null where neither answers. O(f · units).
 */
export const columnsOf = (
  f: AnyFunction,
  args: readonly unknown[],
  units: Columns,
): Columns | null =>
  known.get(f)?.(...args) ?? compiledCode?.swept(f, args, 0, {}, 'forward', units)?.vectors ?? null;
