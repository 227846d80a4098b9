/** The monadic operators: every row of the table, lifted by Fig. 14. */
import { namedOperators } from '../special/named.js';
import type * as special from '../special/special.js';
import type { Items, Primitive } from '../core/primitives/row.js';
import { notAPrimitive, wrongArity } from './errors.js';
import type { Real } from '../core/real.js';
import type * as table from '../core/primitives/table.js';
import { SpecDual } from '../delta/specification.js';
import { arityOf, lifted } from './apply-primitive.js';
import { Computation, applyM, type M } from './monad.js';

/** A real of the monad: a dual number, or a plain number for a constant. */
export type MReal = number | SpecDual;

/** Dual numbers in the places of reals, and the result in the monad. */
type LiftedOperator<F> = F extends (
  ...args: infer Args extends readonly Real[] | [Items<Real>]
) => unknown
  ? (...args: Dualised<Args>) => M<SpecDual>
  : never;
type Dualised<Args extends readonly unknown[]> = {
  [K in keyof Args]: Args[K] extends Real ? MReal : Iterable<MReal>;
};

type Rows = Omit<typeof table & typeof special, 'polygamma'>;

const isIterable = (x: unknown): x is Iterable<Real> =>
  typeof x === 'object' &&
  x !== null &&
  !(x instanceof SpecDual) &&
  Symbol.iterator in x &&
  !(x instanceof Computation);

/**
 * An operator of the library, or one that `definePrimitive` made, in monadic style (Fig. 14). It takes a list as one
 * argument or spread out; a binary operator is folded over more than two arguments.
 *
 * @throws DeltaTapeError if the function has no row.
 * @example
 * import { sin } from 'delta-tape';
 * grad((x: MReal) => lift(sin)(x))(0) // 1
 */
export function lift<F extends (...args: never[]) => unknown>(operator: F): LiftedOperator<F> {
  const { primitive } = operator as { primitive?: Primitive };
  if (primitive === undefined) throw notAPrimitive(operator.name);
  const { name } = primitive;
  const arity = arityOf(primitive);
  const general = (args: readonly (Real | readonly Real[])[]): M<SpecDual> => {
    const list = args.length === 1 && isIterable(args[0]) ? [...args[0]] : args;
    const xs = list as readonly Real[];
    if (arity === null || xs.length === arity) return applyM(primitive, xs);
    if (arity !== 2 || xs.length < 2) throw wrongArity(name, arity, xs.length);
    const [first, second, ...rest] = xs;
    return rest.reduce<M<SpecDual>>(
      (m, x) => m.bind((result) => applyM(primitive, [result, x])),
      applyM(primitive, [first, second]),
    );
  };
  const known = lifted(primitive)!;
  // V8 makes no list of arguments where it does not go on.
  const unary = (...args: Real[]) =>
    args.length === 1 && !isIterable(args[0])
      ? new Computation<SpecDual>('Apply', known, args[0])
      : general(args);
  const binary = (...args: Real[]) =>
    args.length === 2 ? new Computation<SpecDual>('Apply', known, args[0], args[1]) : general(args);
  return (
    arity === 1 ? unary : arity === 2 ? binary : (...args: Real[]) => general(args)
  ) as LiftedOperator<F>;
}

/**
 * The operators of the table in monadic style: each takes dual or plain numbers and gives a
 * computation that records one Let-binding.
 *
 * @example const { mul, sin } = operators; mul(x, x).bind(sin)
 */
export const operators = Object.fromEntries(
  [...namedOperators].map(([name, operator]) => [name, lift(operator)]),
) as unknown as {
  readonly [K in keyof Rows]: LiftedOperator<Rows[K]>;
};
