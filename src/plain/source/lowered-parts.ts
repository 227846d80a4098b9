/** The parameters of a lowered function as the parts of the arguments that they come from. */
import type { Func, Value } from '../ir/ir.js';
import type { Origin } from '../ir/origin.js';
import type { Part } from './argument-parts.js';
import type { NamedFunction } from './module.js';
import type { Reason } from './errors.js';

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
function partsOf(
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

export function loweredParts(
  func: Func,
  origins: readonly Origin[],
  captures: readonly string[],
  { node }: NamedFunction,
  refused: (reason: Reason) => Error,
) {
  if (origins.some(({ tells }) => tells !== undefined))
    throw refused({
      what: 'it uses texts, maps, sets, trees, arrays in objects of an array, or what may be missing',
      instead: 'write a function for each of them',
      line: undefined,
    });
  const parts = partsOf(func.region.params, origins, 'argument');
  const held = partsOf(func.region.params, origins, 'capture');
  return {
    args: node.params.map((_, k) => parts.get(k)),
    captured: captures.flatMap((name, k) => {
      const part = held.get(k);
      return part === undefined ? [] : [{ name, part }];
    }),
  };
}
