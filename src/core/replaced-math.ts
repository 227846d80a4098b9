/**
 * Functions of `Math` that a program replaces after this was loaded. Rows compute by those that were there, and have their
 * derivatives: with others, values and derivatives would not fit. O(functions of `Math`), 0.1 µs.
 */
import { replacedFunction } from './errors.js';

const functions = Math as unknown as Readonly<Record<string, unknown>>;
const names = Object.getOwnPropertyNames(Math).filter(
  (name) => typeof functions[name] === 'function' && name !== 'random',
);
const loaded = names.map((name) => functions[name]);

/** @throws DeltaTapeError if one is not what it was. */
export function insistOnMath(): void {
  for (let k = 0; k < names.length; k++)
    if (functions[names[k]] !== loaded[k]) throw replacedFunction(`Math.${names[k]}`);
}
