/**
 * The gradient of a batch that is cut into chunks. The number of chunks, their seeds and the order in which results
 * are added do not depend on who computes them. Who computes chunks adds them up as far as the tree of additions lets it, so
 * that threads send few gradients.
 */
import { valueAndGrad } from '../../derivatives/grad.js';
import { reproducibly } from '../../functions/reproducible.js';
import { primalOf, type Real } from '../../core/real.js';
import { seedOf } from '../../derivatives/check/seed.js';
import type { Parameters } from '../optimizers/parameter-vector.js';
import { addTo, scale } from '../runs/vectors.js';
import { partsOfCount, type Dataset } from './data.js';
import { partsWithin, sumOf, type Part } from './fixed-sum.js';

/** The argument of a loss after parameters and batch. */
export interface LossContext {
  /** Another whole number for each step and chunk: for all chance in the loss, such as `dropout`. */
  readonly seed: number;
  /** The number of steps made before. */
  readonly step: number;
  /** From 0. */
  readonly epoch: number;
  /** True if this is for a step, rather than for a look at the loss. */
  readonly training: boolean;
}

/** The mean loss of some examples. */
export type BatchLoss<P, B> = (params: P, batch: B, context: LossContext) => Real;

/** A part of a batch, as the loss gets it. */
export interface Chunk {
  /** Of its examples among all. */
  readonly positions: readonly number[];
  readonly batch: unknown;
  readonly context: LossContext;
  /** Its examples, as a part of all in the batch. */
  readonly share: number;
}

/** The first loss or gradient of a chunk that is not finite. */
export interface NotFinite {
  readonly tag: 'not-finite';
  /** From 0. */
  readonly chunk: number;
  readonly of: 'loss' | 'gradient';
  readonly value: number;
}

/** Loss and gradient of a batch. */
export interface Finite {
  readonly tag: 'finite';
  readonly loss: number;
  /** As a vector: the numbers of the parameters in their order. */
  readonly gradient: Float64Array;
}

export type BatchGradient = Finite | NotFinite;

/** The result of some of the chunks: sums over parts of the tree. */
export type Sum = Part & Omit<Finite, 'tag'>;
export type Sums = readonly Sum[] | NotFinite;

/** The examples at some positions, cut into so many chunks. */
export function chunksOf(
  data: Dataset<unknown>,
  positions: readonly number[],
  count: number,
  context: LossContext,
): Chunk[] {
  return partsOfCount(positions, count).map((part, k) => ({
    positions: part,
    batch: data.batch(part),
    context: { ...context, seed: seedOf(context.seed, context.step, k) },
    share: part.length / positions.length,
  }));
}

function notFiniteIn(xs: Float64Array): number | undefined {
  for (let k = 0; k < xs.length; k++) if (!Number.isFinite(xs[k])) return xs[k];
  return undefined;
}

function added(one: Sum, other: Sum): Sum {
  addTo(one.gradient, other.gradient);
  return { from: one.from, to: other.to, loss: one.loss + other.loss, gradient: one.gradient };
}

/** Ends a sum. */
class Found extends Error {
  constructor(readonly what: NotFinite) {
    super(what.tag);
  }
}

/**
 * The sums that chunks in succession give, of which the first is one of so many.
 *
 * @param parameters of the shape of all the parameters that are given
 */
export function sumsBy(
  loss: BatchLoss<unknown, unknown>,
  parameters: Parameters,
): (params: unknown, chunks: readonly Chunk[], first: number, count: number) => Sums {
  const both = valueAndGrad(loss as (...args: unknown[]) => Real);
  return (params, chunks, first, count) => {
    const ofOne = ({ from, to }: Part): Sum | undefined => {
      if (to - from > 1) return undefined;
      const { batch, context, share } = chunks[from - first];
      const found = reproducibly(() => both(params, batch, context));
      const value = primalOf(found.value);
      const tag = 'not-finite';
      if (!Number.isFinite(value)) throw new Found({ tag, chunk: from, of: 'loss', value });
      const gradient = parameters.read(found.gradient, 'gradient');
      const wrong = notFiniteIn(gradient);
      if (wrong !== undefined) throw new Found({ tag, chunk: from, of: 'gradient', value: wrong });
      if (share !== 1) scale(gradient, share);
      return { from, to, loss: share * value, gradient };
    };
    const parts = partsWithin({ from: first, to: first + chunks.length }, { from: 0, to: count });
    try {
      return parts.map((part) => sumOf(part, ofOne, added));
    } catch (error) {
      if (error instanceof Found) return error.what;
      throw error;
    }
  };
}

/** The mean of all chunks, from the sums over parts of them, in order. These are written into. */
export function joined(sums: readonly Sums[], count: number): BatchGradient {
  const known: Sum[] = [];
  for (const part of sums) {
    if ('tag' in part) return part;
    known.push(...part);
  }
  const among = ({ from, to }: Part) => known.find((sum) => sum.from === from && sum.to === to);
  const { loss, gradient } = sumOf({ from: 0, to: count }, among, added);
  return { tag: 'finite', loss, gradient };
}
