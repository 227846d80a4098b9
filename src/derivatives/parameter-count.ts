/**
 * The most arguments that a function takes, where that is known: it has no defaults, no rest, no
 * patterns and no `arguments`.
 */
import { nativeOf } from '../functions/function-versions.js';

type AnyFunction = (...args: never[]) => unknown;

/** Infinity where it cannot be told. O(length of the text). */
export function mostArguments(f: AnyFunction): number {
  if (typeof f !== 'function') return Infinity;
  const text = Function.prototype.toString.call(nativeOf(f));
  const head = /^(?:function\b[^(]*)?\(([^()]*)\)|^(\w+)\s*=>/.exec(text);
  const names = head?.[1] ?? head?.[2];
  const isPlain = names !== undefined && /^[\w$\s,]*$/.test(names);
  return isPlain && f.length > 0 && !/\barguments\b/.test(text) ? f.length : Infinity;
}
