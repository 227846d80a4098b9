/** Bounds of unknowns, for all of them or for some. */
import { boundsCross } from '../errors.js';
import { insistOnOptions } from '../../errors/options.js';
import { TreeElements } from '../../derivatives/tree-elements.js';
import { namesOf, numbersOf } from './reals.js';

/** Bounds of any type. */
export interface Limits {
  readonly lower?: unknown;
  readonly upper?: unknown;
}

/** The limits of a box. */
export interface Box {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** @param solver who has the bounds, for errors */
export function boxOf(solver: string, elements: TreeElements, bounds: Limits): Box {
  insistOnOptions(`the option bounds of ${solver}`, bounds, { lower: true, upper: true });
  const { size } = elements;
  /** The number of each unknown in its place. */
  const places = elements.rebuild(Float64Array.from({ length: size }, (_, k) => k));
  const limits = (side: 'lower' | 'upper', none: number) => {
    const found = new Float64Array(size).fill(none);
    read(bounds[side], places, `bounds.${side}`);
    return found;

    function read(given: unknown, place: unknown, name: string): void {
      if (given === undefined) return;
      const isOpen = isOpenContainer(place) && typeof given === 'object' && given !== null;
      if (isOpen && Array.isArray(place) === Array.isArray(given)) {
        const known = Object.fromEntries(Object.keys(place).map((key) => [key, true as const]));
        if (!Array.isArray(place))
          insistOnOptions<object>(`the option ${name} of ${solver}`, given, known);
        else if ((given as unknown[]).length !== place.length)
          new TreeElements(place, name).read(given, `${side} bound`);
        for (const [key, part] of Object.entries(given))
          read(part, (place as Readonly<Record<string, unknown>>)[key], `${name}.${key}`);
        return;
      }
      const part = new TreeElements(place, name);
      const numbers =
        typeof given === 'number' ? null : numbersOf(part.read(given, `${side} bound`), solver);
      numbersOf(part.reals, solver).forEach(
        (k, j) => (found[k] = numbers?.[j] ?? (given as number)),
      );
    }
  };
  const box = { lower: limits('lower', -Infinity), upper: limits('upper', Infinity) };
  const crossed = box.lower.findIndex((x, k) => !(x <= box.upper[k]));
  if (crossed >= 0) throw boundsCross(namesOf(elements)[crossed]);
  return box;
}

/** Lists and objects, of which bounds may leave parts out. */
const isOpenContainer = (tree: unknown): tree is object =>
  Array.isArray(tree) ||
  (typeof tree === 'object' && tree !== null && Object.getPrototypeOf(tree) === Object.prototype);

/** Moves a point into a box, and to its sides where they are no further than some gaps. */
export function project(x: Float64Array, { lower, upper }: Box, gaps?: Float64Array): void {
  for (let k = 0; k < x.length; k++) {
    const gap = gaps?.[k] ?? 0;
    if (x[k] - gap <= lower[k]) x[k] = lower[k];
    else if (x[k] + gap >= upper[k]) x[k] = upper[k];
  }
}
