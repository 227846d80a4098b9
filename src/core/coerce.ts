/**
 * The conversions that JavaScript's operators and functions make of their arguments, for values of which
 * some may be duals. A dual is a number already, and stays what it is. Each conversion asks a value as often
 * as JavaScript does, and throws what JavaScript throws.
 */
import { copied } from '../errors/errors.js';
import { isCopyOfDual } from '../errors/copy-guard.js';
import { Dual, type Real } from './real.js';

type Hint = 'default' | 'number' | 'string';

/** ToPrimitive. A method that gives a dual gives a number. */
export function toPrimitive(value: unknown, hint: Hint): unknown {
  if (!isObject(value)) return value;
  const method = (value as { readonly [Symbol.toPrimitive]?: unknown })[Symbol.toPrimitive];
  if (method !== undefined && method !== null) {
    return insistOnPrimitive(Reflect.apply(method as (hint: Hint) => unknown, value, [hint]));
  }
  const names = hint === 'string' ? ['toString', 'valueOf'] : ['valueOf', 'toString'];
  for (const name of names) {
    const method = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof method !== 'function') continue;
    const result = Reflect.apply(method, value, []) as unknown;
    if (result === '[object Object]' && isCopyOfDual(value)) throw copied('what an operator met');
    if (!isObject(result)) return result;
  }
  return insistOnPrimitive(value);
}

/** True if a conversion calls methods of the value itself. */
export const isObject = (value: unknown): value is object =>
  ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
  !(value instanceof Dual);

function insistOnPrimitive(value: unknown): unknown {
  if (isObject(value)) throw new TypeError('Cannot convert object to primitive value');
  return value;
}

/** ToNumeric: a number or a bigint. */
export function numeric(value: unknown): Real | bigint {
  const primitive = toPrimitive(value, 'number');
  if (primitive instanceof Dual) return primitive;
  // The one operator that takes bigints and numbers, and twice it changes nothing.
  return -(-(primitive as number));
}

/** ToNumber. */
export function number(value: unknown): Real {
  const primitive = toPrimitive(value, 'number');
  return primitive instanceof Dual ? primitive : +(primitive as number);
}
