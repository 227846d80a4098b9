/**
 * The transpose of a linear function: the dual map of Mak and Ong (§2.2), as a function. A linear function
 * is its own Jacobian, so its transpose is its pullback, anywhere.
 */
import { insistOnOptions } from '../errors/options.js';
import { without } from '../core/open-runs.js';
import type { Real } from '../core/real.js';
import type { D } from '../core/types.js';
import { treesFrom } from './arguments/chosen.js';
import { inputsWithBlocks, readOpen, rebuildAll, withArguments } from './argument-shapes.js';
import { call } from './call.js';
import { dot } from './check/checked-function.js';
import { draws } from './check/draws.js';
import { pathsOf, treeOf, treesOf } from './check/flat-numbers.js';
import { SUMMED, linear } from './check/linear-law.js';
import { Tally } from './check/report.js';
import { notLinear } from './errors.js';
import { outputShapeWithBlocks } from './output-reals.js';
import {
  optionNames,
  type AnyFunction,
  type Arguments,
  type ByWrt,
  type Callback,
  type Chosen,
  type Known,
  type Options,
  type OptionsOf,
  type ResultOf,
  type Unannotated,
  type Wrt,
  type WrtOf,
} from './signatures.js';
import { elementsIn, numbersIn, zeroOf } from './units.js';
import { vjp } from './vjp.js';

/** The function that `linearTranspose` returns for an F. */
export type Transposed<F, W extends Wrt> = <A extends Arguments<F>>(
  ...like: A
) => (cotangent: D<ResultOf<F>> | ResultOf<F>) => ByWrt<A, W, 'known'>;

/**
 * The transpose of a linear function: from cotangents of its result to cotangents of its argument. The
 * argument that is given tells the shape alone; those that `wrt` does not name keep their values. The
 * transpose is a function that can be called any number of times, and differentiated.
 *
 * `f` is checked to be linear, by some thirty calls with numbers, and recorded once. Each call of the
 * transpose costs O(f). The transpose of `linearize(f)(x).pushforward` is the pullback of `vjp(f)(x)`.
 *
 * @throws DeltaTapeError if `f` is not linear, and as `vjp`.
 * @example linearTranspose(([x, y]: Real[]) => [add(x, mul(3, y)), y])([0, 0])([1, 10]) // [1, 13]
 */
export function linearTranspose<
  F,
  const W extends WrtOf<F> = 0,
  X = Real,
  P extends readonly unknown[] = Unannotated<X>,
>(f: F & Callback<X, P> & Known<F>, options?: OptionsOf<F, W>): Transposed<F, Chosen<W>>;
export function linearTranspose(f: AnyFunction, options: Options<Wrt> = {}): unknown {
  insistOnOptions('linearTranspose', options, optionNames);
  const wrt = options.wrt ?? 0;
  return (...like: unknown[]) => {
    const inputs = inputsWithBlocks(like, wrt);
    const zeros = rebuildAll(
      inputs,
      inputs.flatMap(({ reals }) => reals.map(zeroOf)),
    );
    const at = withArguments(like, wrt, zeros);
    const { pullback } = (vjp as (f: AnyFunction, options: object) => AnyVjp)(f, options)(...at);
    without(1, 'muted', () => insistOnLinear(f, at, wrt, pullback));
    return pullback;
  };
}

type AnyVjp = (...args: readonly unknown[]) => { readonly pullback: (x: unknown) => unknown };

/**
 * @throws DeltaTapeError if a function is not linear in its arguments, or if a map is not its transpose.
 */
function insistOnLinear(
  f: AnyFunction,
  at: readonly unknown[],
  wrt: Wrt,
  pullback: (cotangent: unknown) => unknown,
): void {
  const inputs = inputsWithBlocks(at, wrt);
  const count = elementsIn(inputs.flatMap(({ reals }) => reals));
  const outputOf = (xs: readonly number[]) =>
    outputShapeWithBlocks(call(f, withArguments(at, wrt, treesOf(inputs, xs))));
  const draw = draws(1);
  const x = draw(count);
  const output = outputOf(x);
  const law = new Tally('linear');
  linear(law, (xs) => numbersIn(outputOf(xs).reals), pathsOf(output), [x, draw(count)]);
  if (law.fails) throw notLinear(law.report());
  const value = numbersIn(output.reals);
  const cotangent = draw(value.length);
  const pulled = pullback(treeOf(output, cotangent));
  const trees = treesFrom(wrt, at, pulled, 'cotangent');
  const back = inputs.flatMap((shape, k) => numbersIn(readOpen(shape, trees[k], 'cotangent')));
  const [there, alsoThere] = [dot(cotangent, value), dot(back, x)];
  const found = {
    path: 'the whole input',
    expected: there.value,
    actual: alsoThere.value,
    because: 'what the transpose gives against what the function gives',
  };
  law.compare(found, SUMMED * (there.size + alsoThere.size));
  if (law.fails) throw notLinear(law.report());
}
