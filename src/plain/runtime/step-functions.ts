/**
 * Functions that are constant between jumps: rows of the table whose partials are 0 (floor, sign, …), bitwise
 * operators, and conversions to an index. On duals they give the plain number that JavaScript gives, and bind
 * nothing. Watched runs see them, since the point may be a jump.
 */
import { fromJump, fromJumps } from '../../core/primitives/boundaries.js';
import { isObject, number, numeric } from '../../core/coerce.js';
import { numberIn } from '../../core/number-in.js';
import { Dual, primalOf, type Operation, type Real } from '../../core/real.js';
import { runsAreWatched, watchStep } from '../../core/watcher.js';
import { noteRounded } from './keys-of-texts.js';
import type { OfOne, OfTwo } from './operators.js';

type Boundary = Operation['boundary'];

/** A step as watchers see it. */
export const stepOf = (
  name: string,
  native: (...args: never[]) => unknown,
  boundary: Boundary,
): Operation => {
  const value = (args: readonly number[]) => native(...(args as never[])) as number;
  return {
    name,
    value,
    apply: (args) => value(args.map(primalOf)),
    partials: (args) => args.map(() => 0),
    boundary,
  };
};

/** The value of a step at reals. Watched runs see it. */
export function stepped(step: Operation, args: readonly Real[]): number {
  if (runsAreWatched()) watchStep(step, args);
  const value = step.value(args.map(numberIn));
  noteRounded(value, args);
  return value;
}

/** The step of a row on any values, with one argument or two. */
export function ofRow(step: Operation, native: (...args: never[]) => unknown, count: number) {
  if (count === 1) {
    return (given: unknown): unknown => {
      const x = isObject(given) ? number(given) : given;
      return x instanceof Dual ? stepped(step, [x]) : native(x as never);
    };
  }
  return (x: unknown, y: unknown): unknown =>
    needsCare(x) || needsCare(y)
      ? stepped(step, [number(x), number(y)])
      : native(x as never, y as never);
}

/** True if a value is a dual, or may give one. */
const needsCare = (x: unknown): boolean => x instanceof Dual || isObject(x);

const jump: Boundary = ([x]) => fromJump(x);
const jumps: Boundary = ([x, y], active) => fromJumps(x, y, active);

/** A bitwise operator: numbers and bigints as they are, a dual as its primal. */
function bitwise(name: string, native: (x: never, y: never) => unknown): OfTwo {
  const step = stepOf(name, native, jumps);
  return (x, y) => {
    if (!needsCare(x) && !needsCare(y)) return native(x as never, y as never);
    const a = numeric(x);
    const b = numeric(y);
    if (!(a instanceof Dual) && !(b instanceof Dual)) return native(a as never, b as never);
    if (typeof a !== 'bigint' && typeof b !== 'bigint') return stepped(step, [a, b]);
    // JavaScript refuses to mix them.
    return native(0 as never, 0n as never);
  };
}

export const and = bitwise('and', (x: number, y: number) => x & y);
export const or = bitwise('or', (x: number, y: number) => x | y);
export const xor = bitwise('xor', (x: number, y: number) => x ^ y);
export const shl = bitwise('shl', (x: number, y: number) => x << y);
export const shr = bitwise('shr', (x: number, y: number) => x >> y);
export const ushr = bitwise('ushr', (x: number, y: number) => x >>> y);

const complement = (x: number) => ~x;
const notStep = stepOf('not', complement, jump);
export const not: OfOne = (given) => {
  const x = isObject(given) ? numeric(given) : given;
  return x instanceof Dual ? stepped(notStep, [x]) : complement(x as number);
};
