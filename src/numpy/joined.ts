/** Jacobians of arrays, built from their rows or columns. */
import { asBlock, isBlock } from '../core/block.js';
import type { Real } from '../core/real.js';
import type { AnyArray } from './array-dual.js';
import { asReal } from './block-run.js';
import { sizeOf, zerosLike } from './elements.js';
import { fit, likeOf } from './in-shape.js';
import { ops } from './ops.js';
import { shapes } from './rows/rearranging.js';

const shapeOf = (x: Real): readonly number[] => (isBlock(x) ? asBlock(x).shape : []);
const asArray = (x: Real): AnyArray => x as unknown as AnyArray;

/** Joins the parts as `BlockKind.joined` says, in the type of the second operand. */
export function joined(
  first: Real,
  second: Real,
  parts: readonly Real[],
  byColumns: boolean,
): Real {
  const shape = [...shapeOf(first), ...shapeOf(second)];
  const dtype = isBlock(second) ? likeOf(asArray(second))!.dtype : 'float64';
  if (!isBlock(byColumns ? second : first)) {
    const [part] = parts;
    return isBlock(part) ? asReal(fit(asArray(part), { shape, dtype })) : part;
  }
  if (sizeOf(shape) === 0) return asReal(zerosLike({ shape, dtype }));
  if (!parts.some(isBlock)) {
    return asReal(ops.scatter(parts, [...parts.keys()], { shape, dtype }));
  }
  const stacked = shapes.stack(parts.map(asArray), byColumns ? -1 : 0) as AnyArray;
  return asReal(fit(ops.reshape(stacked, shape), { shape, dtype }));
}
