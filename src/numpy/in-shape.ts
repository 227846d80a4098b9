/** Brings a change into the shape and type of the array that it is a change of. */
import { isRealOperand, type AnyArray, type Operand } from './array-dual.js';
import { floatTypeOf, sameShape } from './elements.js';
import { ops, type Outline } from './ops.js';

/** Null for a real. */
export type Like = Outline | null;

export const likeOf = (x: Operand): Like =>
  isRealOperand(x) ? null : { shape: x.shape, dtype: floatTypeOf(x) };

/** Sums over axes that were broadcast, and broadcasts what is smaller. */
export function fit(change: Operand, like: Like): Operand {
  if (like === null) return isRealOperand(change) ? change : ops.sum(change);
  const { shape, dtype } = like;
  if (isRealOperand(change)) return ops.spread(change, shape, dtype);
  let fitted: AnyArray = change;
  if (!sameShape(change.shape, shape)) {
    const extra = change.shape.length - shape.length;
    const axes = change.shape.flatMap((d: number, k: number) =>
      k < extra || (shape[k - extra] === 1 && d !== 1) ? [k] : [],
    );
    const summed = axes.length === 0 ? change : ops.sum(change, axes, true);
    const array = isRealOperand(summed)
      ? ops.spread(
          summed,
          change.shape.map(() => 1),
          dtype,
        )
      : summed;
    fitted = extra > 0 ? ops.reshape(array, array.shape.slice(extra)) : array;
    if (!sameShape(fitted.shape, shape)) fitted = ops.spread(fitted, shape, dtype);
  }
  return fitted.dtype === dtype ? fitted : ops.cast(fitted, dtype);
}

/** The tangent of an output, in its shape. */
export function changeOf(change: Operand, like: Like): Operand {
  if (change !== 0) return fit(change, like);
  return like === null ? 0 : ops.spread(0, like.shape, like.dtype);
}
