/**
 * More columns for a reverse run inside a forward run (forward over reverse). The columns of the tape hold
 * primals, partials and cotangents. These hold their tangents along the direction of the forward run.
 *
 * They are reserved when a first such run begins, and bound by `const` in the code that is made
 * then (columns.ts says why).
 */
import { columns, floats, reserve } from './columns.js';
import { doesNotNest } from '../errors/errors.js';
import { TangentDual } from './tangent-dual.js';
import type { Real, Run } from '../core/real.js';

/** Memory that a binding and a wide edge take here. */
export const BINDING_TANGENT_BYTES = 32;
export const WIDE_TANGENT_BYTES = 8;

const changes = () =>
  reserve(columns().capacity, (capacity) => ({
    capacity,
    primalTangent: floats(capacity),
    partial1Tangent: floats(capacity),
    partial2Tangent: floats(capacity),
    cotangentTangent: floats(capacity),
    widePartialTangent: floats(capacity),
  }));

type TangentColumns = ReturnType<typeof changes>;

let reserved: TangentColumns | undefined;

/** The columns of tangents. */
export const tangentColumns = () => (reserved ??= changes());

/** The same, if they are reserved. */
export const tangentColumnsInUse = (): TangentColumns | undefined => reserved;

/** The tangent of a real along the outermost forward run, which is a number. */
export function tangentAlong(along: Run, x: Real): number {
  if (typeof x === 'number') return 0;
  if (!(x instanceof TangentDual) || x.run !== along) throw doesNotNest('a Hessian-vector product');
  return x.tangent as number;
}

/** The run that records tangents, and the forward run around it, while there are such runs. */
export const secondOrder: { run: Run | null; along: Run | null } = { run: null, along: null };
