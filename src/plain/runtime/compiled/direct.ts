/**
 * Gradients by one number or one array of numbers, in their shape. This is what `rebuildAll` gives, and takes a part of
 * the time; it matters where a function costs little. O(size).
 */
type Numbers = Float64Array | readonly number[];

/** @returns undefined for a gradient of another shape */
export function directGradient(of: unknown, cotangents: Numbers): unknown {
  const { length } = cotangents;
  if (typeof of === 'number') return length === 1 ? cotangents[0] : undefined;
  if (of instanceof Float64Array)
    return cotangents instanceof Float64Array && of.length === length ? cotangents : undefined;
  if (!Array.isArray(of) || of.length !== length || typeof of[0] !== 'number') return undefined;
  const gradient = new Array<number>(length);
  for (let k = 0; k < length; k++) gradient[k] = cotangents[k];
  return gradient;
}
