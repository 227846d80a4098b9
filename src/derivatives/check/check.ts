/**
 * The law checker: do the derivatives of a function obey the laws of the library? Everything is random but
 * repeatable, by a seed.
 */
import { invalidOption } from '../../errors/errors.js';
import { insistOnOptions } from '../../errors/options.js';
import type { Real } from '../../core/real.js';
import { axiomsOf } from './category.js';
import { checksOneArgument, lawsBroken } from './errors.js';
import { formOf, keysOf, partsOf, withEntries } from '../arguments/chosen.js';
import { inputsWithBlocks } from '../argument-shapes.js';
import type {
  AnyFunction,
  Arguments,
  Callback,
  EntryKey,
  Unannotated,
  WithReal,
} from '../signatures.js';
import { compareSlopes, SHARP, stepsFrom } from './differences.js';
import { draws, magnitude } from './draws.js';
import { independentOfCalls, isKept } from './earlier-calls.js';
import { adjoint, balanced, samePrimal } from './first.js';
import { linear } from './linear-law.js';
import { GradientReport, Tally } from './report.js';
import { secondOrder } from './second.js';
import { CheckedFunction, attempt } from './checked-function.js';

export interface CheckOptions<K extends string = never> {
  /** The seed of the random directions, an integer. Default 1. */
  readonly seed?: number;
  /** 1 leaves second derivatives out. Default 2. */
  readonly order?: 1 | 2;
  /** True if the axioms CD1 to CD7 of Cartesian differential categories are checked, too. Default false. */
  readonly category?: boolean;
  /** The key of an entry of the argument, or several, to check the derivatives by. Default all of it. */
  readonly wrt?: K | readonly K[];
}

/** Finite differences of each output by each input real, against the pushforward's columns. */
function differences(
  subject: CheckedFunction,
  j: number,
  column: readonly number[],
  tally: Tally,
): void {
  const { point, inputPaths, outputPaths } = subject;
  const moved = (t: number) => point.map((x, k) => (k === j ? x + t : x));
  compareSlopes(tally, {
    curve: (t) => {
      const xs = moved(t);
      if (xs[j] - point[j] !== t || !subject.isGiven(xs)) return null;
      return attempt(() => subject.plain(xs).values);
    },
    center: subject.value,
    claims: column,
    steps: stepsFrom(magnitude(point[j])),
    rounding: 0,
    sharp: SHARP,
    pathOf: (i) =>
      outputPaths.length === 1 ? inputPaths[j] : `${outputPaths[i]} by ${inputPaths[j]}`,
    hasKinkBefore: (t) => subject.hasKinkBefore(moved(t)),
  });
}

/** The comparison of primals; null for a function that may be differentiated once at each point only (a cache). */
function primalOrNone(subject: CheckedFunction): Tally | null {
  try {
    return samePrimal(subject);
  } catch (error) {
    if (isKept(error)) return null;
    throw error;
  }
}

/** Options with their defaults. */
interface Asked {
  readonly seed: number;
  readonly order: 1 | 2;
  readonly category: boolean;
}

function check(f: AnyFunction, x: unknown, { seed, order, category }: Asked): GradientReport {
  const subject = new CheckedFunction(f, x);
  const [inputs, outputs] = [subject.point.length, subject.outputPaths.length];
  const primal = primalOrNone(subject);
  const laws = [primal ?? independentOfCalls(subject, draws(seed)(outputs))];
  if (primal !== null && !primal.fails) subject.rules((law) => laws.push(law));
  if (primal !== null && !primal.fails && inputs > 0 && outputs > 0) {
    const draw = draws(seed);
    laws.push(independentOfCalls(subject, draws(seed)(outputs)));
    const pullback = subject.pullback();
    const linearBack = new Tally('linear pullback');
    linear(linearBack, pullback, subject.inputPaths, [draw(outputs), draw(outputs)]);
    const linearOn = new Tally('linear pushforward');
    linear(linearOn, subject.pushforward, subject.outputPaths, [draw(inputs), draw(inputs)]);
    const cotangent = balanced(subject, draw);
    const adjointLaw = new Tally('adjoint law');
    const finite = new Tally('finite differences');
    adjoint(adjointLaw, subject, pullback, cotangent, (j, column) =>
      differences(subject, j, column, finite),
    );
    laws.push(linearBack, linearOn, adjointLaw, finite);
    if (order === 2) laws.push(...secondOrder(subject, cotangent, draw));
    if (category) laws.push(...axiomsOf(subject, draw, order, !linearOn.fails));
  }
  const ok = laws.every(({ fails }) => !fails);
  const reports = laws.map((law) => law.report());
  return new GradientReport(ok, reports, inputs, outputs, seed, order);
}

/** `f` as a function of some entries of its argument, with their values. */
function byEntries(f: AnyFunction, x: unknown, keys: readonly string[]): [AnyFunction, unknown] {
  inputsWithBlocks([x], keys);
  const g = (part: Readonly<Record<string, unknown>>) =>
    f(
      withEntries(
        x,
        keys,
        keys.map((key) => part[key]),
      ) as never,
    );
  return [g, formOf(keys, partsOf(keys, [x]))];
}

/**
 * Checks the derivatives of a function of one argument, which may be any tree (a tuple covers several), at
 * `x`: the primal is the same in every mode, bit for bit; the derivative does not depend on earlier calls
 * (a cache); pullback and pushforward are linear and adjoint;
 * finite differences agree in every real; and, for order 2, the Hessian is symmetric, the same in every
 * nesting of modes, and agrees with differences of gradients. The report says of each law whether it holds,
 * and names the worst leaf. Where differences cannot decide, as on a kink, it says so and does not judge.
 *
 * Takes O(inputs) calls of `f`, a dozen for each input real, and more where differences settle slowly. `f`
 * is called near `x`, too; where it throws, it counts as undefined.
 *
 * @throws DeltaTapeError as `vjp`, if the result holds no reals, and if an option is invalid.
 * @example checkGradient((x: Real) => mul(x, sin(x)))(3).ok // true
 */
export function checkGradient<F, X = Real, P extends readonly unknown[] = Unannotated<X>>(
  f: F & Callback<X, P> & WithReal<F>,
): <A extends Arguments<F>[0]>(x: A, options?: CheckOptions<EntryKey<A>>) => GradientReport {
  return (x, options = {}) => {
    if (typeof options !== 'object') throw checksOneArgument(options);
    insistOnOptions('checkGradient', options, {
      seed: true,
      order: true,
      wrt: true,
      category: true,
    });
    const { seed = 1, order = 2, wrt, category = false } = options;
    if (!Number.isInteger(seed)) throw invalidOption('seed', 'an integer', seed);
    if (order !== 1 && order !== 2) throw invalidOption('order', '1 or 2', order);
    if (typeof category !== 'boolean') throw invalidOption('category', 'a boolean', category);
    const asked = { seed, order, category };
    return wrt === undefined
      ? check(f, x, asked)
      : check(...byEntries(f, x, keysOf(wrt) ?? []), asked);
  };
}

/**
 * `checkGradient` for tests: throws the report if a law does not hold. Costs what `checkGradient` costs.
 *
 * @throws DeltaTapeError as `checkGradient`, and with the report as its message.
 * @example assertGradient((x: Real) => mul(x, sin(x)))(3) // undefined
 */
export function assertGradient<F, X = Real, P extends readonly unknown[] = Unannotated<X>>(
  f: F & Callback<X, P> & WithReal<F>,
): <A extends Arguments<F>[0]>(x: A, options?: CheckOptions<EntryKey<A>>) => void {
  const checked = checkGradient(f as (x: unknown) => unknown);
  return (x, options) => {
    const report = checked(x, options);
    if (!report.ok) throw lawsBroken(report.toString());
  };
}
