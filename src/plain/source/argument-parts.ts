/** The parameters of a lowered function as the parts of the arguments that they come from. */
import type { Value } from '../ir/ir.js';
import type { Origin } from '../ir/origin.js';

/** A parameter, or the parts of an object by name, of a tuple by position, of all objects in an array. */
export type Part =
  | { readonly tag: 'leaf'; readonly value: Value }
  | { readonly tag: 'record'; readonly isTuple: boolean; readonly parts: ReadonlyMap<string, Part> }
  | { readonly tag: 'columns'; readonly of: Part };

interface Building {
  readonly steps: Map<number | string | null, Building>;
  value?: Value;
}

function partOf({ value, steps }: Building): Part {
  if (value !== undefined) return { tag: 'leaf', value };
  const inner = steps.get(null);
  if (inner !== undefined) return { tag: 'columns', of: partOf(inner) };
  const isTuple = typeof steps.keys().next().value === 'number';
  const parts = new Map([...steps].map(([key, step]) => [String(key), partOf(step)]));
  return { tag: 'record', isTuple, parts };
}

/** The arguments, or the captured variables, by their places. */
export function partsOf(
  params: readonly Value[],
  origins: readonly Origin[],
  of: Origin['of'],
): ReadonlyMap<number, Part> {
  const root: Building = { steps: new Map() };
  origins.forEach((origin, k) => {
    if (origin.of !== of) return;
    let at = root;
    for (const step of origin.path) {
      // What may be missing is refused before.
      if (typeof step === 'boolean') continue;
      const next = at.steps.get(step) ?? { steps: new Map() };
      at.steps.set(step, next);
      at = next;
    }
    at.value = params[k];
  });
  return new Map([...root.steps].map(([place, building]) => [Number(place), partOf(building)]));
}

/** The parameters in a part, in their order. */
export function leavesIn(part: Part): readonly Value[] {
  if (part.tag === 'leaf') return [part.value];
  return part.tag === 'columns'
    ? leavesIn(part.of)
    : [...part.parts.values()].flatMap((inner) => leavesIn(inner));
}
