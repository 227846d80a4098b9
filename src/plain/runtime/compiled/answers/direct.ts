/**
 * Puts gradients into the shape of the arguments: numbers, arrays of numbers, and plain objects and lists of those.
 * The result is what `rebuildAll` gives, in a part of its time, which counts where a function costs little. O(size).
 */
import type { Held } from '../entry/records.js';

/** The keys of all objects, in the order of their reals. */
type Keys = readonly (readonly string[])[];
type Numbers = Float64Array | readonly number[];

/** Says that a gradient has another shape. */
const OTHER = Symbol('other');

/**
 * @param keys of the objects; what else is in them is left to others
 * @returns undefined for a gradient of another shape
 */
export function directGradient(of: unknown, cotangents: Numbers, keys: Keys): unknown {
  if (of instanceof Float64Array && cotangents instanceof Float64Array)
    return of.length === cotangents.length ? cotangents : undefined;
  if (typeof of === 'number') return cotangents.length === 1 ? cotangents[0] : undefined;
  return directGradients([of], cotangents, keys)?.[0];
}

/** The same by several arguments. */
export function directGradients(
  all: readonly unknown[],
  cotangents: Numbers,
  keys: Keys,
): unknown[] | undefined {
  const reading = new CotangentReader(cotangents, keys);
  const gradients: unknown[] = [];
  for (const of of all) {
    const gradient = reading.next(of);
    if (gradient === OTHER) return undefined;
    gradients.push(gradient);
  }
  return reading.isAtEnd ? gradients : undefined;
}

/** True if a list holds nothing but numbers, and no holes. */
function areNumbers(of: readonly unknown[]): boolean {
  for (let k = 0; k < of.length; k++) if (typeof of[k] !== 'number') return false;
  return true;
}

class CotangentReader {
  private at = 0;
  /** The number of objects met. */
  private met = 0;

  constructor(
    private readonly cotangents: Numbers,
    private readonly keys: Keys,
  ) {}

  get isAtEnd(): boolean {
    return this.at === this.cotangents.length;
  }

  next(of: unknown): unknown {
    if (typeof of === 'number')
      return this.at < this.cotangents.length ? this.cotangents[this.at++] : OTHER;
    // What holds no reals stays what it is.
    if (typeof of !== 'object' || of === null) return of;
    if (of instanceof Float64Array) return of.length === 0 ? of : this.floats(of.length);
    if (ArrayBuffer.isView(of)) return OTHER;
    const before = this.at;
    const gradient = Array.isArray(of)
      ? this.list(of as readonly unknown[])
      : this.object(of as Held);
    return this.at === before && gradient !== OTHER ? of : gradient;
  }

  private floats(length: number): unknown {
    const { at, cotangents } = this;
    const gradient = new Float64Array(length);
    if (at + length > cotangents.length) return OTHER;
    for (let k = 0; k < length; k++) gradient[k] = cotangents[at + k];
    this.at += length;
    return gradient;
  }

  private list(of: readonly unknown[]): unknown {
    if (areNumbers(of)) return this.numbers(of.length);
    const gradient = new Array<unknown>(of.length);
    for (let k = 0; k < of.length; k++) {
      if (of[k] === undefined) return OTHER;
      const inner = this.next(of[k]);
      if (inner === OTHER) return OTHER;
      gradient[k] = inner;
    }
    return gradient;
  }

  /** Apart from other lists, so that V8 stores no number of it as an object: for users, too. */
  private numbers(length: number): unknown {
    const { at, cotangents } = this;
    if (at + length > cotangents.length) return OTHER;
    const gradient = new Array<number>(length);
    for (let k = 0; k < length; k++) gradient[k] = cotangents[at + k];
    this.at += length;
    return gradient;
  }

  private object(of: Held): unknown {
    const keys = this.keys[this.met++] as Keys[number] | undefined;
    if (keys === undefined) return OTHER;
    const gradient: Record<string, unknown> = {};
    for (const key of keys) {
      const inner = this.next(of[key]);
      if (inner === OTHER) return OTHER;
      gradient[key] = inner;
    }
    return gradient;
  }
}
