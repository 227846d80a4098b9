/** The places in which translated code stores, noted if they may outlive the run (left-behind.ts). */
import { leaving, leavingBehind, type PlaceOfVariable } from '../../core/left-behind.js';
import { leaveGenerator } from '../../core/open-runs.js';
import type { Run } from '../../core/real.js';
import { Settling } from './settling.js';

class NotedPlaces {
  readonly objects = new Set<object>();
  readonly named = new Set<object>();
  readonly variables = new Set<PlaceOfVariable>();

  settle(ending: Run, isLast: boolean): void {
    const settling = new Settling(ending, isLast);
    settling.places(this);
    if (!settling.isOpaque) return;
    ending.keepPrimals();
    if (settling.hasGenerators) leaveGenerator();
  }
}

const first = (): NotedPlaces => new NotedPlaces();

/**
 * Notes an object in which `value` is about to be stored, and gives the value. O(1), and next to nothing for
 * numbers.
 */
export function storedIn<T>(object: unknown, value: T): T {
  if (typeof value !== 'number' && object !== leaving.deepest.named)
    noteObject(object, value, true);
  return value;
}

/** The same for an element of a list: the names of a long list need not be looked at. */
export function elementIn<T>(object: unknown, value: T): T {
  if (typeof value !== 'number' && object !== leaving.deepest.noted)
    noteObject(object, value, false);
  return value;
}

/** An object that was made in the deepest run, where it is handed to code that may store in it. */
export function madeInRun<T>(object: T): T {
  const { deepest } = leaving;
  if (object !== deepest.fresher) {
    deepest.fresh = deepest.fresher;
    deepest.fresher = object;
  }
  return object;
}

const isObject = (x: unknown): x is object =>
  (typeof x === 'object' && x !== null) || typeof x === 'function';

function noteObject(object: unknown, value: unknown, isNamed: boolean): void {
  const { deepest } = leaving;
  if (object === deepest.fresher || object === deepest.fresh) return;
  if (!isObject(value) || !isObject(object)) return;
  const places = leavingBehind(first);
  if (places === null) return;
  places.objects.add(object);
  deepest.noted = object;
  if (!isNamed) return;
  deepest.named = object;
  if (Array.isArray(object)) places.named.add(object);
}

/** Notes a variable, or another place that only code can name. */
export function notePlace(place: PlaceOfVariable): void {
  leavingBehind(first)?.variables.add(place);
}

/** Notes that code which is called later may hold duals where nobody can reach them. */
export const noteLater = (): void => notePlace(later);
const later: PlaceOfVariable = (settle) => {
  void settle(Promise.resolve());
};
