/** The rows of the table of primitives, on numbers: their values and their partials. */
import { within } from '../../core/open-runs.js';
import { namedOperators } from '../../special/named.js';
import type { Operation, Real } from '../../core/real.js';
import { ForwardRun } from '../../tape/forward-run.js';
import { TangentDual } from '../../tape/tangent-dual.js';
import { knownPartials } from './known-partials.js';
import { isOwnRow, nameOfOwn, operatorNamed } from './own-rows.js';

type Numeric = (...args: readonly number[]) => number;

/** Operations that JavaScript writes as operators. */
const written: Readonly<Record<string, Numeric>> = {
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  div: (x, y) => x / y,
  rem: (x, y) => x % y,
  pow: (x, y) => x ** y,
  neg: (x) => -x,
};

/** The operation of a row. */
export const operationOf = (name: string): Operation => operatorOf(name)!.primitive;

/** The partials of a row, by its arguments, in operators; null for those of any number of arguments. */
export function rulesOf(name: string): readonly ((...args: readonly Real[]) => Real)[] | null {
  const { partials } = operatorOf(name)!.primitive.row;
  return typeof partials === 'function' ? null : (partials as ReturnType<typeof rulesOf>);
}

/** The row of an operation, which is one of the table or a user's that a lowered function uses. */
export const rowOf = (operation: Operation): string =>
  namedOperators.get(operation.name)?.primitive === operation
    ? operation.name
    : nameOfOwn(operation)!;

const operatorOf = (name: string) => namedOperators.get(name) ?? operatorNamed(name);

/** The number of arguments of a row: null for any number, undefined for no row. */
export function arityOf(name: string): number | null | undefined {
  if (isOwnRow(name)) return null;
  const partials = operatorOf(name)?.primitive.row.partials;
  return typeof partials === 'function' ? null : partials?.length;
}

/** True if the function of `Math` of a row takes any number of arguments. */
export const isVariadic = (name: string): boolean =>
  name === 'max' || name === 'min' || arityOf(name) === null;

const native = Math as unknown as Readonly<Record<string, unknown>>;

/** True if the value of a row is the function of `Math` of its name. */
export const isInMath = (name: string): boolean => typeof native[name] === 'function';
export const isWritten = (name: string): boolean => name in written;
/** True if a row is one of the table: those of users may do anything. */
export const isOfTable = (name: string): boolean => isWritten(name) || namedOperators.has(name);

/**
 * The value of a row on numbers: exactly that of the operator or of the function of `Math`, where there is one.
 * Other rows refuse what is not a number, as their operators do.
 */
export function valueOf(name: string): Numeric {
  if (isWritten(name)) return written[name];
  return (isInMath(name) ? native[name] : operatorOf(name)) as Numeric;
}

/**
 * A partial of a row as a function of the arguments and the output; what an array has not counts as NaN.
 *
 * @param along the arguments by which it is differentiated further; each costs a forward run
 */
export function partialOf(name: string, by: number, along: readonly number[] = []): Numeric {
  if (along.length > 0) {
    const further = furtherOf(name, by, along);
    return (...args) => Number(further(args.slice(0, -1).map(Number)));
  }
  if (Object.hasOwn(knownPartials, name)) return knownPartials[name](by);
  const { partials } = operatorOf(name)!.primitive.row;
  if (typeof partials !== 'function') {
    const partial = partials[by] as unknown as Numeric;
    if (partials.length === 1) return (x, z) => partial(Number(x), Number(z));
    if (partials.length === 2) return (x, y, z) => partial(Number(x), Number(y), Number(z));
    return (...args) => partial(...args.map(Number));
  }
  const all = partials as unknown as (xs: readonly number[], z: number) => readonly number[];
  return (...args) => {
    const numbers = args.map(Number);
    return all(numbers.slice(0, -1), numbers[args.length - 1])[by];
  };
}

type OfReals = (xs: readonly Real[]) => Real;

function furtherOf(name: string, by: number, along: readonly number[]): OfReals {
  const { primitive } = operatorOf(name)!;
  if (along.length === 0) {
    const { partials } = primitive.row;
    const all =
      typeof partials === 'function' ? (partials as (...args: unknown[]) => Real[]) : null;
    return (xs) =>
      all === null
        ? (partials as readonly ((...args: Real[]) => Real)[])[by](...xs, primitive.apply(xs))
        : all(xs, primitive.apply(xs))[by];
  }
  const before = furtherOf(name, by, along.slice(0, -1));
  const [moving] = along.slice(-1);
  return (xs) => {
    const run = new ForwardRun();
    return within(run, () => {
      const found = before(xs.map((x, k) => (k === moving ? run.dual(x, 1) : x)));
      return found instanceof TangentDual && found.run === run ? found.tangent : 0;
    });
  };
}
