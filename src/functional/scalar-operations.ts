/**
 * The scalar operations: the primitives of the library, by their names, and comparisons. "The set of
 * scalar operations should be closed under partial differentiation" (§3.2): the common ones have their
 * partials as terms, and each other primitive f has the operations ∂1 f, ∂2 f, …, whose values are the
 * partials of its row.
 */
import { eq, ge, gt, le, lt } from '../core/comparisons.js';
import * as special from '../special/special.js';
import * as table from '../core/primitives/table.js';
import { primalOf, type Real } from '../core/real.js';
import type { AnyOperator } from '../core/primitives/row.js';
import { unknownOperation } from './errors.js';
import { constant, op, times, type Term } from './language.js';

type Value = (...xs: readonly number[]) => number | boolean;

const comparisons: Readonly<Record<string, Value>> = { lt, le, gt, ge, eq } as never;

const isOperator = (x: unknown): x is AnyOperator => typeof x === 'function' && 'primitive' in x;
const primitives = new Map(
  [...Object.values(table), ...Object.values(special)]
    .filter(isOperator)
    .map((operator): [string, AnyOperator] => [operator.primitive.name, operator]),
);

export const isComparison = (name: string): boolean => Object.hasOwn(comparisons, name);
export const isPrimitive = (name: string): boolean => primitives.has(name);

/** The primitive and the argument of `∂2 pow`. */
export function partialNamed(name: string): readonly [AnyOperator, number] | undefined {
  const [, place, of] = /^∂(\d+) (.+)$/.exec(name) ?? [];
  const operator = primitives.get(of);
  return operator && [operator, Number(place) - 1];
}

/** Applies an operation to numbers. */
export function valueOf(name: string, args: readonly number[]): number | boolean {
  if (isComparison(name)) return comparisons[name](...args);
  const own = primitives.get(name);
  if (own !== undefined) return (own as unknown as (...xs: readonly Real[]) => number)(...args);
  const partial = partialNamed(name);
  if (partial === undefined) throw unknownOperation(name);
  const [{ primitive }, place] = partial;
  const output = primitive.value(args);
  const active = args.map((_, k) => k === place);
  return primalOf(primitive.partials(args, output, active)[place]);
}

const one = constant(1);
const neg = (x: Term) => op('neg', x);

/** ∂op of the common operations. */
const written: Readonly<Record<string, (...xs: readonly Term[]) => readonly Term[]>> = {
  add: () => [one, one],
  sub: () => [one, constant(-1)],
  mul: (x, y) => [y, x],
  div: (x, y) => [op('div', one, y), neg(op('div', x, times(y, y)))],
  neg: () => [constant(-1)],
  sin: (x) => [op('cos', x)],
  cos: (x) => [neg(op('sin', x))],
  exp: (x) => [op('exp', x)],
  log: (x) => [op('div', one, x)],
  sqrt: (x) => [op('div', constant(0.5), op('sqrt', x))],
  tanh: (x) => [op('sub', one, times(op('tanh', x), op('tanh', x)))],
  pow: (x, y) => [times(y, op('pow', x, op('sub', y, one))), times(op('pow', x, y), op('log', x))],
};

/** ∂₁op(args), ∂₂op(args), … as terms. */
export function partialsOf(name: string, args: readonly Term[]): readonly Term[] {
  if (Object.hasOwn(written, name)) return written[name](...args);
  if (!primitives.has(name)) throw unknownOperation(name);
  return args.map((_, k) => op(`∂${k + 1} ${name}`, ...args));
}

/** The operations that are written between their arguments. */
export const signs: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  eq: '=',
};

/** Those whose cost is one addition, or one multiplication (§5.2). */
export const isAddition = (name: string): boolean => ['add', 'sub', 'neg'].includes(name);
export const isMultiplication = (name: string): boolean => ['mul', 'div'].includes(name);
