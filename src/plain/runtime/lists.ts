/**
 * Methods of arrays and typed arrays. Elements, results of callbacks and positions may be duals. Each method
 * does the same as the native method, and calls the native method wherever that is right on duals.
 */
import type { FunctionVersions } from '../../functions/function-versions.js';
import { number } from '../../core/coerce.js';
import { lt } from '../../core/comparisons.js';
import { elementIn } from './noted-places.js';
import { Dual, isReal, primalOf } from '../../core/real.js';
import { RealArray } from '../../core/floats/real-array.js';
import { eq, truthy } from './comparisons.js';
import { integerOf } from './keys.js';
import { holdsDuals, joined, text } from './values.js';
import { apply, methods, own, type Native, type NativeVersion } from './native-versions.js';

type List = readonly unknown[];

const asIs = (native: Native): NativeVersion =>
  function (...args) {
    return apply(native, this, args);
  };

const isDual = (x: unknown): boolean => x instanceof Dual;
const hasDuals = (list: unknown): boolean => Array.isArray(list) && list.some(isDual);

/** Methods whose callback answers yes or no. */
const asking = (native: Native): NativeVersion =>
  function (f, ...rest) {
    return apply(native, this, [
      typeof f === 'function' ? answering(own(f) as Native) : f,
      ...rest,
    ]);
  };
const answering = (f: Native): NativeVersion =>
  function (...args) {
    const answer = apply(f, this, args);
    return answer instanceof Dual ? truthy(answer) : answer;
  };

/** Methods whose callback may be a native function. */
const calling = (native: Native): NativeVersion =>
  function (f, ...rest) {
    return apply(native, this, [own(f), ...rest]);
  };

/** Methods with positions among their arguments, from `first` up to `end`. */
const placing =
  (first: number, end: number) =>
  (native: Native): NativeVersion =>
    function (...args) {
      const placed = args.map((x, k) => (k >= first && k < end ? integerOf(x) : x));
      return apply(native, this, placed);
    };

/** A comparator as a native one. Its result may be a dual, which is compared with 0. */
const ordering = (compare: Native): NativeVersion =>
  function (x, y) {
    const order = apply(compare, this, [x, y]);
    if (!(order instanceof Dual)) return order;
    lt(order, 0);
    return primalOf(order);
  };

function byText(x: unknown, y: unknown): number {
  const [a, b] = [x, y].map((item) => text(item instanceof Dual ? primalOf(item) : item));
  return a < b ? -1 : a > b ? 1 : 0;
}

const sorting = (native: Native): NativeVersion =>
  function (compare) {
    if (typeof compare === 'function') {
      return apply(native, this, [ordering(own(compare) as Native)]);
    }
    const isText = compare === undefined && !(this instanceof RealArray) && hasDuals(this);
    return apply(native, this, [isText ? byText : compare]);
  };

/** ToIntegerOrInfinity of an argument that may be left out. */
const integerOr = (missing: number, args: List): number =>
  args.length < 2 ? missing : Math.trunc(number(integerOf(args[1])) as number) || 0;

const fromStart = (from: number, size: number): number =>
  from < 0 ? Math.max(size + from, 0) : from;

/** Positions by equality. The native method is called unless the sought value or the list has duals. */
const seeking =
  (found: (list: List, args: List) => unknown) =>
  (native: Native): NativeVersion =>
    function (...args) {
      const isNative = !isReal(args[0]) || !(isDual(args[0]) || hasDuals(this));
      if (isNative) return apply(native, this, placed(args));
      return found(this as List, args);
    };
const placed = (args: List): List => args.map((x, k) => (k === 1 ? integerOf(x) : x));

function indexOf(list: List, args: List): number {
  const size = list.length;
  for (let k = fromStart(integerOr(0, args), size); k < size; k++) {
    if (k in list && eq(list[k], args[0])) return k;
  }
  return -1;
}

function lastIndexOf(list: List, args: List): number {
  const size = list.length;
  const from = integerOr(size - 1, args);
  for (let k = from < 0 ? size + from : Math.min(from, size - 1); k >= 0; k--) {
    if (k in list && eq(list[k], args[0])) return k;
  }
  return -1;
}

/** As `indexOf`, but NaN is found. */
function includes(list: List, args: List): boolean {
  const isNaN = (x: unknown) => isReal(x) && Number.isNaN(primalOf(x));
  const size = list.length;
  for (let k = fromStart(integerOr(0, args), size); k < size; k++) {
    if (eq(list[k], args[0]) || (isNaN(list[k]) && isNaN(args[0]))) return true;
  }
  return false;
}

/** `join` and `toString`. */
const joining = (native: Native, name: string): NativeVersion =>
  function (...args) {
    if (!holdsDuals(this)) return apply(native, this, args);
    return joined(this, name === 'join' ? args[0] : undefined);
  };

/** `flatMap`. An array that stands for a typed array is not flattened. */
const flattening = (native: Native): NativeVersion =>
  function (f, ...rest) {
    if (typeof f !== 'function') return apply(native, this, [f, ...rest]);
    const version = own(f) as Native;
    const held = function (this: unknown, ...args: unknown[]): unknown {
      const result = apply(version, this, args);
      return result instanceof RealArray ? [result] : result;
    };
    return apply(native, this, [held, ...rest]);
  };

/** `flat`, in the same way. */
function flat(this: unknown, depth: unknown = 1): unknown {
  const levels = Math.trunc(number(integerOf(depth)) as number) || 0;
  const flattened = (list: List, level: number): unknown[] => {
    const result: unknown[] = [];
    list.forEach((x) => {
      if (level > 0 && Array.isArray(x) && !(x instanceof RealArray)) {
        result.push(...flattened(x, level - 1));
      } else result.push(x);
    });
    return result;
  };
  return flattened(this as List, levels);
}
const flatting = (native: Native): NativeVersion =>
  function (...args) {
    const holds = (x: unknown): boolean =>
      x instanceof RealArray || (Array.isArray(x) && x.some(holds));
    return Array.isArray(this) && holds(this)
      ? apply(flat, this, args)
      : apply(native, this, args.map(integerOf));
  };

/** Translated code calls them itself (general/calls.ts); other code finds them here. */
export const growingMethods = ['push', 'unshift'];
const predicates = ['filter', 'some', 'every', 'find', 'findIndex', 'findLast', 'findLastIndex'];
const callers = ['map', 'forEach', 'reduce', 'reduceRight'];

/** Those of these methods that a prototype has. */
const listMethods = (prototype: object): FunctionVersions => [
  ...methods(prototype, predicates, asking),
  ...methods(prototype, callers, calling),
  ...methods(prototype, ['sort', 'toSorted'], sorting),
  ...methods(prototype, ['indexOf'], seeking(indexOf)),
  ...methods(prototype, ['lastIndexOf'], seeking(lastIndexOf)),
  ...methods(prototype, ['includes'], seeking(includes)),
  ...methods(prototype, ['join', 'toString'], joining),
  ...methods(prototype, ['at', 'with'], placing(0, 1)),
  ...methods(prototype, ['slice', 'splice', 'toSpliced', 'subarray'], placing(0, 2)),
  ...methods(prototype, ['copyWithin'], placing(0, 3)),
  ...methods(prototype, ['fill'], placing(1, 3)),
  ...methods(prototype, ['set'], placing(1, 2)),
  // A typed array may hold duals, which are moved with its elements (floats.ts).
  ...methods(prototype, ['reverse'], asIs),
];

/** Methods that put what they are given, from position `first` on, into an array that may be older than the run. */
const storing =
  (first: number, version: (native: Native) => NativeVersion) =>
  (native: Native): NativeVersion => {
    const own = version(native);
    return function (...args) {
      for (let k = first; k < args.length; k++) elementIn(this, args[k]);
      return apply(own, this, args);
    };
  };

/** The methods of the arrays of one realm, by their prototype. */
export const arrayMethods = (prototype: object): FunctionVersions => [
  ...listMethods(prototype),
  ...methods(prototype, ['splice'], storing(2, placing(0, 2))),
  ...methods(prototype, ['fill'], storing(0, placing(1, 3))),
  ...methods(prototype, growingMethods, storing(0, asIs)),
  ...methods(prototype, ['flatMap'], flattening),
  ...methods(prototype, ['flat'], flatting),
];
// Stand-ins inherit methods of arrays, whose versions count.
export const ofArrays: FunctionVersions = [
  ...listMethods(RealArray.prototype),
  ...arrayMethods(Array.prototype),
];

export const typedMethods = listMethods;
