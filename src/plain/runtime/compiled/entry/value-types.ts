/**
 * Finds the types of values where lowering left types open: of arguments without annotations, and of what functions
 * capture.
 */
import { RealArray } from '../../../../core/floats/real-array.js';
import { isArray, type ArrayType, type Type } from '../../../ir/ir.js';
import { isOpenStorage, openName, USUAL } from '../../../ir/open-types.js';
import type { Origin, Step } from '../../../ir/origin.js';
import { typedArray } from './checked.js';
import { heldBy, NONE } from './records.js';

/** The arguments of a function, and its captured values. */
export interface Given {
  readonly args: readonly unknown[];
  readonly captured: readonly unknown[];
}

const inside = (of: unknown, step: string | number): unknown => {
  if (typeof of !== 'object' || of === null) return undefined;
  const found = heldBy(of as never, step);
  return found === NONE ? undefined : found;
};

/** One of the values that a way leads to. */
function sampleAt(of: unknown, way: readonly Step[]): unknown {
  let at = of;
  for (const step of way)
    if (step === null) at = inside(at, 0);
    else if (typeof step !== 'boolean') at = inside(at, step);
  return at;
}

/** The type of an array; what most arrays are for anything else, which entry refuses then. */
function typeOf(of: unknown): ArrayType {
  const storage = of instanceof RealArray ? of.floats : typedArray(of);
  if (storage !== undefined) return { storage };
  if (!Array.isArray(of)) return USUAL;
  const first = inside(of, 0);
  const isList = Array.isArray(first) || typedArray(first) !== undefined;
  return isList ? { storage: 'list', of: typeOf(first) } : USUAL;
}

/** Closes what is open in a type by one of the values that it is the type of. */
function close(type: Type, of: unknown, known: Map<string, Type>): void {
  if (!isArray(type)) return;
  if (!isOpenStorage(type.storage)) {
    if (type.of !== undefined) close(type.of, inside(of, 0), known);
  } else if (!known.has(type.storage)) known.set(type.storage, typeOf(of));
}

const isOpen = ({ type }: Origin): boolean => openName(type) !== undefined;

/** Closes types that are still open, by values where there are any. O(open types). */
export function closeByValues(
  origins: readonly Origin[],
  given: Given,
  known: Map<string, Type>,
): void {
  for (const { of, path, type } of origins.filter(isOpen)) {
    const [which, ...way] = path;
    const root = (of === 'argument' ? given.args : given.captured)[which];
    const sample = sampleAt(root, way);
    // A column is an array of what the objects have; one of arrays in objects has those of all arrays.
    const isColumn = way.includes(null) && isArray(type) && type.of !== undefined;
    close(isColumn ? type.of : type, sample, known);
  }
}

/** The types of values at some places, as text: values of one signature have the same program. */
export function signatureOf(open: readonly Origin[], given: Given): string {
  const known = new Map<string, Type>();
  closeByValues(open, given, known);
  return JSON.stringify([...known]);
}

/** The origins that have open types. */
export const openOrigins = (origins: readonly Origin[]): readonly Origin[] =>
  origins.filter(isOpen);
