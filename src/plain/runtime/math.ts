/**
 * The functions of `Math` on any values. They are the rows of the table that are named as in `Math`; the native
 * functions compute for arguments that are not duals. Steps give plain numbers on duals.
 */
import { withOrigin } from '../../tape/origins.js';
import type { Binary, Primitive, Row, Unary } from '../../core/primitives/row.js';
import { Dual, type Real } from '../../core/real.js';
import * as table from '../../core/primitives/table.js';
import type { Variadic } from '../../core/primitives/variadic.js';
import { ofOne, ofTwo } from './operators.js';
import { random as randomNumber } from './random-numbers.js';
import { ofRow } from './step-functions.js';
import { readNumber } from './texts.js';

type Native = (...args: never[]) => number;
type Names = {
  [K in keyof Math]: Math[K] extends (...args: never[]) => number ? K : never;
}[keyof Math];
export type MathFunction = (...args: unknown[]) => unknown;

const isStep = (row: Row): boolean => row.formula.every((formula) => formula === '0');

function ofAny(operator: { readonly primitive: Primitive }, native: Native): MathFunction {
  const { primitive } = operator;
  const count = primitive.row.partials.length;
  if (isStep(primitive.row)) return ofRow(primitive, native, count);
  if ('ofList' in operator) return ofMany(operator as Variadic, native);
  return count === 1
    ? ofOne(operator as Unary, native)
    : ofTwo(operator as Binary, native, readNumber);
}

/** Functions of any number of arguments, given as a list. */
const lists = new Map<unknown, (args: readonly unknown[]) => unknown>();

/** A function of any number of arguments, of which two are the common case. */
function ofMany(operator: Variadic, native: Native): MathFunction {
  const { primitive, ofList } = operator;
  const many = (given: readonly unknown[]): unknown => {
    const args = given.some((x) => typeof x !== 'number') ? given.map(readNumber) : given;
    if (args.some((x) => x instanceof Dual)) return withOrigin(ofList(args as Real[]));
    // A list that is long would take all of the stack a second time.
    return args.length <= 1000 || args.some((x) => typeof x !== 'number')
      ? native(...(args as never[]))
      : ofList(args as number[]);
  };
  lists.set(native, many);
  if (typeof primitive.row.partials === 'function') return (...args) => many(args);
  const two = ofTwo({ primitive } as Binary, native, readNumber);
  return (...args) => (args.length === 2 ? two(args[0], args[1]) : many(args));
}

/** `Math[name](...args)` of any number of arguments. */
export const mathOfList = (name: 'hypot' | 'max' | 'min', args: readonly unknown[]): unknown =>
  lists.get(natives[name])!(args);

const operators = table as unknown as Readonly<Record<string, { readonly primitive: Primitive }>>;
const natives = Math as unknown as Readonly<Record<string, Native>>;

const names = Object.keys(table).filter((name) => typeof natives[name] === 'function');

/** By name, every function of `Math` that the table has. */
export const math = {
  ...Object.fromEntries(names.map((name) => [name, ofAny(operators[name], natives[name])])),
  random: randomNumber,
} as Readonly<Record<Names, MathFunction>>;

export const {
  abs,
  acos,
  acosh,
  asin,
  asinh,
  atan,
  atan2,
  atanh,
  cbrt,
  ceil,
  clz32,
  cos,
  cosh,
  exp,
  expm1,
  floor,
  fround,
  hypot,
  imul,
  log,
  log10,
  log1p,
  log2,
  max,
  min,
  random,
  round,
  sign,
  sin,
  sinh,
  sqrt,
  tan,
  tanh,
  trunc,
} = math;
