/**
 * The gradient of a batch that is cut into chunks. The number of chunks, their seeds and the order in which results
 * are added do not depend on who computes them.
 */
import { valueAndGrad } from '../../derivatives/grad.js';
import { primalOf, type Real } from '../../core/real.js';
import { seedOf } from '../../core/seed.js';
import type { Parameters } from '../optimizers/parameter-vector.js';
import { partsOfCount } from './data.js';

/** What a loss is told beside parameters and batch. */
export interface LossContext {
  /** Another whole number for each step and chunk: for all chance in the loss, such as `dropout`. */
  readonly seed: number;
  /** How many steps have been made before. */
  readonly step: number;
  /** From 0. */
  readonly epoch: number;
  /** Whether this is for a step, rather than for a look at the loss. */
  readonly training: boolean;
}

/** The mean loss of some examples. */
export type BatchLoss<P, B> = (params: P, batch: B, context: LossContext) => Real;

export interface BatchGradient {
  readonly loss: number;
  /** In the shape of the parameters. */
  readonly gradient: unknown;
}

/** A part of a batch, as the loss gets it. */
export interface Chunk {
  readonly positions: readonly number[];
  readonly context: LossContext;
}

export const chunksOf = (
  positions: readonly number[],
  count: number,
  context: LossContext,
): Chunk[] =>
  partsOfCount(positions, count).map((part, k) => ({
    positions: part,
    context: { ...context, seed: seedOf(context.seed, context.step, k) },
  }));

/** Sums in pairs, and sums of those: the same tree for the same number. */
function treeSum<T>(items: readonly T[], add: (one: T, other: T) => T): T {
  let row = items;
  while (row.length > 1) {
    const next: T[] = [];
    for (let k = 0; k < row.length; k += 2) {
      next.push(k + 1 < row.length ? add(row[k], row[k + 1]) : row[k]);
    }
    row = next;
  }
  return row[0];
}

const scaled = (share: number, xs: Float64Array): Float64Array => {
  for (let k = 0; k < xs.length; k++) xs[k] *= share;
  return xs;
};

const addInto = (to: Float64Array, more: Float64Array): Float64Array => {
  for (let k = 0; k < to.length; k++) to[k] += more[k];
  return to;
};

/** The mean of what chunks gave, each as much as it has examples. The slopes are written into. */
export function combined(
  parameters: Parameters,
  chunks: readonly Chunk[],
  losses: readonly number[],
  slopes: readonly Float64Array[],
): BatchGradient {
  const size = chunks.reduce((sum, { positions }) => sum + positions.length, 0);
  const shares = chunks.map(({ positions }) => positions.length / size);
  const vectors = slopes.map((xs, k) => scaled(shares[k], xs));
  return {
    loss: treeSum(
      losses.map((loss, k) => shares[k] * loss),
      (one, other) => one + other,
    ),
    gradient: parameters.rebuild(treeSum(vectors, addInto)),
  };
}

/** Loss and gradient of a batch. */
export function gradientOf(
  loss: BatchLoss<unknown, unknown>,
): (params: unknown, batch: unknown, context: LossContext) => BatchGradient {
  const both = valueAndGrad(loss as (...args: unknown[]) => Real);
  return (...args) => {
    const { value, gradient } = both(...args);
    return { loss: primalOf(value), gradient };
  };
}
