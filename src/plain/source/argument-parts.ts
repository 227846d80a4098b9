/** The parameters of code as the parts of the arguments that they come from. */
import type { Value } from '../ir/ir.js';

/** A parameter, or the parts of an object by name, of a tuple by position, of all objects in an array. */
export type Part =
  | { readonly tag: 'leaf'; readonly value: Value }
  | { readonly tag: 'record'; readonly isTuple: boolean; readonly parts: ReadonlyMap<string, Part> }
  | { readonly tag: 'columns'; readonly of: Part }
  /** A part that no code reads. */
  | { readonly tag: 'rest'; readonly mayHoldReals: boolean };

/** The parameters in a part, in their order. */
export function leavesIn(part: Part): readonly Value[] {
  switch (part.tag) {
    case 'leaf':
      return [part.value];
    case 'columns':
      return leavesIn(part.of);
    case 'record':
      return [...part.parts.values()].flatMap(leavesIn);
    case 'rest':
      return [];
  }
}

/** True if a part may hold reals that code does not know. */
export function hidesReals(part: Part): boolean {
  switch (part.tag) {
    case 'columns':
      return hidesReals(part.of);
    case 'record':
      return [...part.parts.values()].some(hidesReals);
    default:
      return part.tag === 'rest' && part.mayHoldReals;
  }
}
