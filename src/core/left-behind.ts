/**
 * The places that outlive a run and may hold its duals now. Translated code notes each place when it
 * stores there (plain/runtime/left-behind.ts), and when the run ends, however it ends, numbers take the
 * places of its duals (settling.ts): a plain call finds what it would have found without the run. A run
 * that stores nowhere but in its own objects pays nothing; one that does pays for what it left, and not
 * for the length of the run.
 *
 * Code that is not translated notes nothing. A dual that it kept is refused as before (invariant *one run*).
 */
/** A value with primals in the places of duals; objects are settled in place. */
export type Settle = <T>(value: T) => T;

/** Settles a variable: reads it, and assigns it again. */
export type PlaceOfVariable = (settle: Settle) => void;

interface Noted {
  readonly objects: Set<object>;
  readonly variables: Set<PlaceOfVariable>;
}

/** Those of the deepest run; null if it has noted none, or none is open. */
let noted: Noted | null = null;
/** The object that was noted last: mostly the next one is the same. */
let last: unknown;
/** The two objects made in the deepest run that were handed on last: what is stored in them leaves nothing behind. */
let fresh: unknown;
let fresher: unknown;

/** The number of open runs. */
let depth = 0;

/** The number of runs so far, so that a place is noted once in each; never 0. */
let serial = 0;
/** The number of the run that began last. */
export const lastSerial = (): number => serial;
export const nextSerial = (): number => (serial = (serial % (2 ** 30 - 1)) + 1);

/** Notes an object in which `value` is about to be stored, and gives the value. O(1), and next to nothing for numbers. */
export function storedIn<T>(object: unknown, value: T): T {
  if (typeof value !== 'number' && object !== last) noteObject(object, value);
  return value;
}

/** An object that was made in the deepest run, where it is handed to code that may store in it. */
export function madeInRun<T>(object: T): T {
  if (object !== fresher) {
    fresh = fresher;
    fresher = object;
  }
  return object;
}

function noteObject(object: unknown, value: unknown): void {
  if (
    object === fresher ||
    object === fresh ||
    depth === 0 ||
    !isObject(value) ||
    !isObject(object)
  )
    return;
  (noted ??= newNoted()).objects.add(object);
  last = object;
}

/** Notes a variable, or another place that only code can name. */
export function notePlace(place: PlaceOfVariable): void {
  if (depth > 0) (noted ??= newNoted()).variables.add(place);
}

/** Another run is the deepest, to which none of these objects is new. */
function forgetObjects(): void {
  last = fresh = fresher = undefined;
}

const newNoted = (): Noted => ({ objects: new Set(), variables: new Set() });

const isObject = (x: unknown): x is object =>
  (typeof x === 'object' && x !== null) || typeof x === 'function';

/** Begins a run, which notes its own places. What it gives ends it. */
export function beginLeaving(): Noted | null {
  const outer = noted;
  depth++;
  noted = null;
  forgetObjects();
  return outer;
}

/** The places of the deepest run; null if there are none. */
export const leftBehind = (): Noted | null => noted;

/**
 * Ends a run. Its places are those of the run around it, too: an object of that may have been put there, in which duals
 * are stored later.
 */
export function endLeaving(outer: Noted | null): void {
  const own = noted;
  depth--;
  noted = outer;
  forgetObjects();
  if (own === null || depth === 0) return;
  noted ??= newNoted();
  for (const object of own.objects) noted.objects.add(object);
  for (const variable of own.variables) noted.variables.add(variable);
}
