/**
 * Parts of arguments as parameters of lowered functions have them: by their places, inside of objects and tuples, and in
 * arrays of objects as columns.
 */
import { isArray, type Type } from '../../ir/ir.js';
import type { Origin, Step } from '../../ir/origin.js';
import { keysIn, type Held } from './records.js';

/** The place of a parameter among all, or what is inside. */
export type Part = number | Inside;
type Parts = ReadonlyMap<Step, number | Parts>;

/** What is inside: of an object by name, of a tuple by position, of all objects in an array under null. */
export class Inside {
  readonly each: readonly (readonly [step: Step, part: Part])[];
  readonly isTuple: boolean;
  private readonly byStep: ReadonlyMap<Step, Part>;

  constructor(parts: Parts) {
    this.each = [...parts].map(([step, part]) => [
      step,
      typeof part === 'number' ? part : new Inside(part),
    ]);
    this.isTuple = typeof this.each[0]?.[0] === 'number';
    this.byStep = new Map(this.each);
  }

  at = (step: Step): Part | undefined => this.byStep.get(step);

  get element(): Part | undefined {
    return this.byStep.get(null);
  }

  /** The place that tells whether it is there, if it may be missing. */
  get presence(): number | undefined {
    return this.byStep.get(false) as number | undefined;
  }
}

export function partsOf(origins: readonly Origin[], of: Origin['of']): Inside {
  const parts = new Map<Step, number | Parts>();
  origins.forEach((origin, place) => {
    if (origin.of !== of) return;
    const { path } = origin;
    let around = parts;
    for (const step of path.slice(0, -1)) {
      const inner =
        (around.get(step) as typeof parts | undefined) ?? new Map<Step, number | Parts>();
      around.set(step, inner);
      around = inner;
    }
    around.set(path.at(-1)!, place);
  });
  return new Inside(parts);
}

/** A value of a type that nobody reads. */
export function noneOf(type: Type, length: number): unknown {
  if (type === 'bool') return false;
  if (!isArray(type)) return NaN;
  const { of } = type;
  if (of !== undefined) return Array.from({ length }, () => noneOf(of, 0));
  return type.storage === 'Int32Array' ? new Int32Array(length) : new Float64Array(length);
}

/** Whether two objects have the same keys in the same order, as far as their parts are known. O(size). */
export function areAlike(part: Part | undefined, one: unknown, other: unknown): boolean {
  if (part === undefined) return isLeaf(one);
  if (typeof part === 'number') return true;
  if (part.presence !== undefined) {
    const isThere = one !== undefined && one !== null;
    if (isThere !== (other !== undefined && other !== null)) return false;
    return !isThere || areAlike(part.at(true), one, other);
  }
  const [own, its] = [keysIn(one as object), keysIn(other as object)];
  if (own === null || its === null || own.length !== its.length) return false;
  return own.every(
    (key, k) => key === its[k] && areAlike(part.at(key), (one as Held)[key], (other as Held)[key]),
  );
}

/** Whether a value is certainly no real and holds none. */
export const isLeaf = (value: unknown): boolean =>
  value === null || (typeof value !== 'number' && typeof value !== 'object');
