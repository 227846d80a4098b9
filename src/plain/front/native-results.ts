/** The kinds of the results of native functions and methods, and of the arguments that they give their callbacks. */
import { listOf } from './annotations.js';
import { any, join, list, native, number, real, widened, type Kind } from './kinds.js';

const elementwise = [
  'map',
  'forEach',
  'filter',
  'some',
  'every',
  'find',
  'findIndex',
  'findLast',
  'findLastIndex',
  'flatMap',
];
const folding = ['reduce', 'reduceRight'];
const sorting = ['sort', 'toSorted'];
const selecting = ['slice', 'filter', 'subarray', 'reverse', 'sort'];
const listing = [
  'concat',
  'fill',
  'toSorted',
  'toReversed',
  'with',
  'toSpliced',
  'splice',
  'copyWithin',
];
/** Methods of a typed array whose result is a typed array of the same kind. */
const copying = ['map', 'fill', 'toSorted', 'toReversed', 'with', 'copyWithin'];
const counting = ['push', 'unshift', 'indexOf', 'lastIndexOf', 'findIndex', 'findLastIndex'];
const asking = ['includes', 'some', 'every', 'join', 'forEach', 'toString'];

type List = Kind & { readonly tag: 'list' };

/** The kind of parameter `index` of a callback; `folded` is that of a fold's value so far. */
export function callbackParameter(name: string, index: number, receiver: List, folded: Kind): Kind {
  if (elementwise.includes(name)) return [receiver.of, number, receiver][index] ?? any;
  if (sorting.includes(name)) return receiver.of;
  return folding.includes(name) ? ([folded, receiver.of, number, receiver][index] ?? any) : any;
}

/** The kind of a method's result, given those of the callback's results and of the second argument. */
export function methodResult(
  name: string,
  receiver: List,
  { callback, start }: { readonly callback: Kind; readonly start: Kind },
): Kind {
  if (selecting.includes(name) || (receiver.isFloats && copying.includes(name))) return receiver;
  if (listing.includes(name)) return list(any);
  if (counting.includes(name)) return number;
  if (asking.includes(name)) return native;
  if (name === 'map') return list(widened(callback));
  return folding.includes(name) ? join(start, callback) : any;
}

/** The kind of the result of a global function, given whether its arguments cannot be duals. */
export function globalResult(name: string, isPassive: boolean): Kind {
  if (['String', 'Boolean', 'isNaN', 'isFinite'].includes(name)) return native;
  if (name === 'parseInt') return number;
  return ['Number', 'parseFloat'].includes(name) ? (isPassive ? number : real) : any;
}

/** The kind of the result of a static method. */
export function staticResult(constructor: string, name: string): Kind {
  if (constructor === 'Number') return name.startsWith('is') ? native : any;
  return ['from', 'of'].includes(name) ? (listOf(constructor) ?? any) : any;
}

/** The kind of what a constructor makes of arguments of some kinds. */
export function newResult(constructor: string, [first]: readonly Kind[]): Kind {
  const made = listOf(constructor);
  if (made === undefined) return constructor === 'Array' ? list(any) : any;
  // On memory that is given, whole numbers may be the bits of a dual.
  const isOfIntegers = made.tag === 'list' && made.of === number;
  return isOfIntegers && first?.tag === 'any' ? list(number, true) : made;
}

/** Functions of Math whose partials are 0, so that their values do not depend on inputs. */
const steps = ['floor', 'ceil', 'round', 'trunc', 'sign', 'clz32', 'imul'];
export const isStep = (name: string): boolean => steps.includes(name);
