/**
 * The functions by which recording versions write the columns (general/recording/recording-translator.ts). There
 * reals are pairs of a primal and a Delta id, and no objects. These functions may run only while
 * `mode.recording` is set: then the columns belong to the deepest run.
 */
import * as tape from '../../tape/columns.js';
import { DeltaDual, full, recording } from '../../tape/columns.js';
import { isObject } from '../../core/coerce.js';
import { originQuery, noteOrigin } from '../../tape/origins.js';
import { usable } from '../../core/open-runs.js';
import type { Pack } from '../../tape/pack.js';
import { elementAt, isBoxed, packOf } from '../../tape/packed-array.js';
import { packed } from '../../tape/is-packed.js';
import { Dual, isReal, primalOf, type Real } from '../../core/real.js';
import { doesNotNest } from '../../errors/errors.js';
import { tapeOf } from '../../tape/reverse-run.js';
import { notANumber, recordedMeanwhile } from './errors.js';
import { set } from './keys.js';

/** The pack of an array, by which recording code reads and writes it. */
export const pack = packOf;

/**
 * True if a value is a Float64Array or stands for one. Reading its elements and its length then runs no
 * code of others. A value that may be a proxy is not touched.
 */
export function holdsFloats(xs: unknown): boolean {
  if (Array.isArray(xs)) return packed(xs)?.array === xs || isBoxed(xs);
  return (
    ArrayBuffer.isView(xs) &&
    Object.getPrototypeOf(xs) === Float64Array.prototype &&
    !Object.hasOwn(xs, 'length')
  );
}

/** Checks a value that types declare to be a number: operators may not run code on it. */
export function primitive(x: unknown): unknown {
  if (typeof x === 'number') return x;
  if (isObject(x)) throw notANumber(x);
  return x;
}

// V8 knows the addresses of a module's own constants. It would look up an import each time.
const { head, TOP, WIDE, LIMIT } = tape;

/** The columns that recording versions write. They are reserved when the first of these versions is loaded. */
export const columns = tape.columns();
const { capacity, primal, partial1, partial2, arg1, arg2, widePartial, wideArg } = columns;

/**
 * The Delta id of a real. Its primal is in its column. A plain number has id 0, `Zero`, and its primal is there
 * until the next call of `id`.
 */
export function id(x: Real): number {
  if (typeof x !== 'number') return x?.run === recording.owner ? (x as DeltaDual).id : otherId(x);
  primal[0] = x;
  return 0;
}

/**
 * Values that arithmetic takes for a number, for example an element that is undefined. Such a value has the id
 * of a binding that starts a list of edges without any, so that the pair can become the value again.
 */
const others: readonly unknown[] = [undefined, null, false, true];

/**
 * The id of any other value: a dual that was made outside of the run's current segment, or a value that
 * TypeScript does not see.
 */
function otherId(x: unknown): number {
  const other = others.indexOf(x);
  if (other >= 0) {
    const id = next(Number(x));
    arg1[id] = ~other;
    arg2[id] = 0;
    return id;
  }
  if (!(x instanceof Dual && isReal(x))) throw notANumber(x);
  const real = usable(x, () => 'a value that is declared to be a number');
  if (typeof real === 'number') {
    primal[0] = real;
    return 0;
  }
  const id = tapeOf(recording.owner!)?.idOf(real) ?? 0;
  if (id === 0) throw doesNotNest('a recording function');
  return id;
}

/** The primal of a real, or of a value that is converted to one. */
export const value = (x: Real): number =>
  typeof x === 'number' ? x : x?.run === undefined ? Number(x) : primalOf(x);

/** The Delta id of an element, as `id` gives it. Translated code looks into `pack.ids` first. */
export function idAt(pack: Pack, k: number): number {
  const known = pack.ids[k];
  if (known > 0) return known;
  const x = pack.numberAt(k);
  if (x !== x) return id(elementAt(pack.array as ArrayLike<Real>, k));
  primal[0] = x;
  return 0;
}

/** The primal of an element. */
export function valueAt(pack: Pack, k: number): number {
  const id = pack.ids[k];
  if (id > 0) return primal[id];
  const x = pack.numberAt(k);
  return x === x ? x : value(elementAt(pack.array as ArrayLike<Real>, k));
}

/** Stores a pair. */
export function setAt(pack: Pack, k: number, x: number, id: number): void {
  if (id > 0 && pack.run !== null) pack.ids[k] = id;
  else setElsewhere(pack, k, real(x, id));
}

function setElsewhere(pack: Pack, k: number, x: Real): void {
  if (pack.run === null) set(pack.array, k, x);
  else if (k in pack.ids) pack.store(k, x);
}

/** A pair as one value. */
export function real(x: number, id: number): Real {
  if (id === 0) return x;
  return arg1[id] < 0 && arg2[id] === 0
    ? (others[~arg1[id]] as Real)
    : new DeltaDual(recording.owner!, id);
}

/** A new id of a value. */
function next(value: number): number {
  const id = head[TOP] + 1;
  if (id >= head[LIMIT]) lookUp(id);
  head[TOP] = id;
  primal[id] = value;
  return id;
}

function lookUp(id: number): void {
  if (id >= capacity) full();
  originQuery.origins!.unseen = true;
  noteOrigin(id);
}

/** `let z = Scale p (Var x)`: the id of z, whose primal is `value`. */
export function bind1(value: number, p: number, x: number): number {
  const id = next(value);
  partial1[id] = p;
  arg1[id] = x;
  arg2[id] = 0;
  return id;
}

/** `let z = Add (Scale p (Var x)) (Scale q (Var y))`. */
export function bind2(value: number, p: number, x: number, q: number, y: number): number {
  const id = next(value);
  partial1[id] = p;
  arg1[id] = x;
  partial2[id] = q;
  arg2[id] = y;
  return id;
}

/** The same with three summands, of which often only two are active. */
export function bind3(
  value: number,
  p: number,
  x: number,
  q: number,
  y: number,
  r: number,
  z: number,
): number {
  if (x !== 0 && y !== 0 && z !== 0) {
    const start = head[WIDE];
    return wide(start, edge(edge(edge(start, p, x), q, y), r, z), value);
  }
  if (x === 0) return bind2(value, r, z, q, y);
  return bind2(value, p, x, y === 0 ? r : q, y === 0 ? z : y);
}

/** The place of the first edge of a binding with any number of them. */
export const open = (): number => head[WIDE];

/** Adds `Scale p (Var x)` to a list of edges. The result is the place of the next edge. */
function edge(end: number, p: number, x: number): number {
  widePartial[end] = p;
  wideArg[end] = x;
  return x === 0 ? end : end + 1;
}

/**
 * The id of a binding with the edges from `start` to `end`; 0 if there are none.
 *
 * @throws DeltaTapeError if others recorded wide edges since `open`.
 */
export function close(start: number, end: number, value: number): number {
  if (head[WIDE] !== start) throw recordedMeanwhile();
  return start === end ? 0 : wide(start, end, value);
}

/** A binding with a list of edges. Edges beyond the columns were not stored, which is noticed here. */
function wide(start: number, end: number, value: number): number {
  if (end > capacity) full();
  const id = next(value);
  arg1[id] = ~start;
  arg2[id] = end - start;
  head[WIDE] = end;
  return id;
}

/** A product in which an exact 0 wins over infinity and NaN, as in the sweep. */
export function times(x: number, y: number): number {
  const product = x * y;
  return product === product || (x !== 0 && y !== 0) ? product : 0;
}
