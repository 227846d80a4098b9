/**
 * Tells which part of the arguments each parameter of a lowered function is: by places, inside of objects and tuples,
 * and as columns in arrays of objects.
 */
import { isArray, isWholeStorage, type Type } from '../../../ir/ir.js';
import {
  CLASS,
  ENTRIES,
  NAMES,
  NODES,
  STARTS,
  type Origin,
  type Step,
} from '../../../ir/origin.js';

/** The place of a parameter among all, or what is inside. */
export type Part = number | Inside;
type Parts = ReadonlyMap<Step, number | Parts>;

/**
 * The parts inside: of an object by name, of a tuple by position, of all objects in an array under
 * null, of all nodes of a tree under NODES; where each of several arrays begins under STARTS.
 */
export class Inside {
  readonly steps: readonly Step[];
  readonly parts: readonly Part[];
  readonly isTuple: boolean;
  /** The part that all objects in an array have. */
  readonly element: Part | undefined;
  /** The part that all nodes of a tree have. */
  readonly nodes: Part | undefined;
  /** The place that tells where each array begins, if there is one in each of some objects. */
  readonly starts: number | undefined;
  /** The place that tells whether it is there, if it may be missing. */
  readonly presence: number | undefined;
  /** The place of the keys, of a map, a set, or an object with any keys. */
  readonly names: number | undefined;
  private readonly byStep: ReadonlyMap<Step, Part>;

  constructor(parts: Parts) {
    this.steps = [...parts.keys()];
    this.parts = [...parts.values()].map((part) =>
      typeof part === 'number' ? part : new Inside(part),
    );
    this.isTuple = typeof this.steps[0] === 'number' && this.steps[0] >= 0;
    this.byStep = new Map(this.steps.map((step, k) => [step, this.parts[k]]));
    this.element = this.at(null);
    this.nodes = this.at(NODES);
    this.starts = this.at(STARTS) as number | undefined;
    this.names = this.at(NAMES) as number | undefined;
    this.presence = this.at(false) as number | undefined;
  }

  /** The values that keys lead to, as an array. */
  get entries(): Inside | undefined {
    return this.at(ENTRIES) as Inside | undefined;
  }

  at(step: Step): Part | undefined {
    return this.byStep.get(step);
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

/** True if objects of an array hold arrays of objects. */
export const holdsStretches = (part: Part): boolean =>
  typeof part !== 'number' && (part.starts !== undefined || part.parts.some(holdsStretches));

/** The places of all parameters in a part. */
export const placesIn = (part: Part): readonly number[] =>
  typeof part === 'number' ? [part] : part.parts.flatMap(placesIn);

/** A value of a type that nobody reads. */
export function noneOf(type: Type, length: number): unknown {
  if (type === 'bool') return false;
  if (type === 'host') return null;
  if (!isArray(type)) return NaN;
  const { of } = type;
  if (of !== undefined) return Array.from({ length }, () => noneOf(of, 0));
  return isWholeStorage(type.storage) ? new Int32Array(length) : new Float64Array(length);
}

/** True if a value is certainly not a real and holds none. */
export const isLeaf = (value: unknown): boolean =>
  value === null || (typeof value !== 'number' && typeof value !== 'object');

export const isFloats = (type: Type): boolean => isArray(type) && type.storage === 'Float64Array';

/** True if a part is more than an object or a tuple with one value for each step. */
const isOfMore = ({ presence, nodes, element, starts, names }: Inside): boolean =>
  presence !== undefined ||
  names !== undefined ||
  nodes !== undefined ||
  element !== undefined ||
  starts !== undefined;

/** True if anything in a part is. */
export const isOfMany = (part: Part): boolean =>
  typeof part !== 'number' && (isOfMore(part) || part.parts.some(isOfMany));

/** True if anything in a part is an instance of a class. */
export const isOfClasses = (part: Part): boolean =>
  typeof part !== 'number' && (part.at(CLASS) !== undefined || part.parts.some(isOfClasses));
