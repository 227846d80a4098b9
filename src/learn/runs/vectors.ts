/** Vectors of numbers. */
export type Vector = Float64Array;

export function dot(xs: Vector, ys: Vector): number {
  let total = 0;
  for (let k = 0; k < xs.length; k++) total += xs[k] * ys[k];
  return total;
}

/** The Euclidean norm, which does not overflow where the result does not. */
export function norm(xs: Vector): number {
  const largest = largestOf(xs);
  if (largest === 0 || !Number.isFinite(largest)) return largest;
  let total = 0;
  for (let k = 0; k < xs.length; k++) total += (xs[k] / largest) ** 2;
  return largest * Math.sqrt(total);
}

/** The largest size of an entry; NaN if there is one. */
export function largestOf(xs: Vector): number {
  let largest = 0;
  for (let k = 0; k < xs.length; k++) {
    const size = Math.abs(xs[k]);
    if (Number.isNaN(size)) return NaN;
    if (size > largest) largest = size;
  }
  return largest;
}

/** x + t·d. */
export function along(x: Vector, t: number, d: Vector): Vector {
  const result = new Float64Array(x.length);
  for (let k = 0; k < x.length; k++) result[k] = x[k] + t * d[k];
  return result;
}

/** Each number times that of another vector. */
export function stretched(xs: Vector, by: Vector): Vector {
  const result = new Float64Array(xs.length);
  for (let k = 0; k < xs.length; k++) result[k] = xs[k] * by[k];
  return result;
}

/** Each number divided by that of another vector. */
export function shrunk(xs: Vector, by: Vector): Vector {
  const result = new Float64Array(xs.length);
  for (let k = 0; k < xs.length; k++) result[k] = xs[k] / by[k];
  return result;
}

export const minus = (xs: Vector, ys: Vector): Vector => along(xs, -1, ys);
export const times = (t: number, xs: Vector): Vector => xs.map((x) => t * x);
export function isFinite(xs: Vector): boolean {
  for (let k = 0; k < xs.length; k++) if (!Number.isFinite(xs[k])) return false;
  return true;
}

// In place. They hold nothing but a loop: V8 leaves code that it entered in the middle of a loop after it, at each call.

export function addTo(xs: Vector, ys: Vector): void {
  for (let k = 0; k < xs.length; k++) xs[k] += ys[k];
}

export function scale(xs: Vector, factor: number): void {
  for (let k = 0; k < xs.length; k++) xs[k] *= factor;
}
