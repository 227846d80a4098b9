/** Arguments that are changed somewhere after others that were alike, and what comes of gradients by them. */
import { inspect, isDeepStrictEqual } from 'node:util';
import { valueAndGrad } from 'delta-tape';
import { mapReals } from '../../src/core/trees/tree.js';
import { withoutCompiled } from './tiers.js';

export type F = (...args: unknown[]) => number;

/** The outcome of a gradient. */
export function outcome(f: F, args: readonly unknown[], wrt: unknown): unknown {
  try {
    const both = (valueAndGrad as unknown as (f: F, options: object) => F)(f, { wrt });
    const { value, gradient } = both(...args) as unknown as { value: number; gradient: unknown };
    // Runs add cotangents to 0, which is seen in the sign of 0 alone.
    return {
      value,
      gradient: mapReals(gradient, 'it', (x) => Number((x as number).toPrecision(12)) + 0),
    };
  } catch (error) {
    return String(error);
  }
}

/** Insists that what comes of a gradient is what comes of it without compiled code. */
export const same = (f: F, args: () => readonly unknown[], wrt: unknown = 0): void => {
  const [found, expected] = [
    outcome(f, args(), wrt),
    withoutCompiled(() => outcome(f, args(), wrt)),
  ];
  if (!isDeepStrictEqual(found, expected))
    throw new Error(`${inspect(found)}, not ${inspect(expected)}`);
};

const derived = Object.create(Object.prototype) as object;
const derivedList = Object.create(Array.prototype) as object;

/** Changes something somewhere in arguments, which were all alike before. */
const spoils: readonly ((of: never, key: string) => unknown)[] = [
  (of: object) => Object.assign(of, { [Symbol.for('s')]: 1 }),
  (of: object) => Object.defineProperty(of, 'hidden', { value: 1 }),
  (of: object) => Object.assign(of, { more: 2 }),
  (of: object) => Object.assign(of, { note: 'text' }),
  (of: object) => Reflect.setPrototypeOf(of, Array.isArray(of) ? derivedList : derived),
  (of: Record<string, unknown>, key: string) => (of[key] = NaN),
  (of: Record<string, unknown>, key: string) => (of[key] = -0),
  (of: Record<string, unknown>, key: string) => (of[key] = undefined),
  (of: Record<string, unknown>, key: string) => (of[key] = Infinity),
  (of: Record<string, unknown>, key: string) => (of[key] = '1'),
  (of: Record<string, unknown>, key: string) => (of[key] = [of[key]]),
  (of: Record<string, unknown>, key: string) => Reflect.deleteProperty(of, key),
  (of: Record<string, unknown>, key: string) => {
    const before = of[key];
    Reflect.deleteProperty(of, key);
    of[key] = before;
  },
  (of: Record<string, unknown>, key: string) => {
    const before = of[key];
    Reflect.defineProperty(of, key, { get: () => before, enumerable: true, configurable: true });
  },
  (of: Record<string, unknown>, key: string) =>
    Reflect.defineProperty(of, key, { enumerable: false, configurable: true }),
  (of: Record<string, unknown>, key: string) => {
    const other = Object.keys(of).find((one) => one !== key);
    if (other !== undefined) of[key] = of[other];
  },
  (of: object) => (Array.isArray(of) ? (of.length = 0) : 0),
  (of: object) => (Array.isArray(of) ? of.push(3) : 0),
  (of: object) => Object.freeze(of),
  (of: object) =>
    Array.isArray(of) &&
    Reflect.defineProperty(of, Symbol.iterator, { value: () => of.slice(1).values() }),
  (of: object) => Array.isArray(of) && Reflect.defineProperty(of, 'reduce', { value: () => 0.5 }),
  (of: object) =>
    Array.isArray(of) && Reflect.defineProperty(of, 'map', { value: () => [0.5, 0.25] }),
];

/** All objects and arrays in something. */
const insideOf = (of: unknown): object[] =>
  typeof of === 'object' && of !== null
    ? [of, ...Object.values(of).flatMap((inner) => insideOf(inner))]
    : [];

/** Puts an object that stands elsewhere, and behind, into another one, so that there is no circle. */
function givenTwice(all: readonly object[], where: number, key: number): boolean {
  const one = all[where] as Record<string, unknown>;
  const name = Object.keys(one).find((inner) => typeof one[inner] === 'object');
  const behind = all.slice(where + 1);
  if (name === undefined || behind.length === 0) return false;
  return Reflect.set(one, name, behind[key % behind.length]);
}

/** Changes something somewhere in arguments, as three numbers say. Says whether anything was changed. */
export function spoilt(
  args: readonly unknown[],
  which: number,
  where: number,
  key: number,
): boolean {
  const all = insideOf(args).slice(1);
  if (all.length === 0) return false;
  const one = all[where % all.length];
  const keys = Object.keys(one);
  if (which % (spoils.length + 1) === spoils.length)
    return givenTwice(all, where % all.length, key);
  try {
    spoils[which % spoils.length](one as never, keys[key % keys.length] ?? '');
    return true;
  } catch {
    // Typed arrays refuse most.
    return false;
  }
}
