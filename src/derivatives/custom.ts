/**
 * Functions with their own derivative. A rule is a function like any other: if its pullback is written in
 * operators, the pullback is differentiated in turn. A pullback is linear, so the sweep adds up the
 * cotangents of all uses of a result and calls it once (linear factoring: Brunel, Mazza, Pagani, §3). One
 * direction of the derivative gives the other by transposition.
 */
import { asBlock, blocks, isBlock } from '../core/block.js';
import { realsAndBlocks } from '../core/trees/flat.js';
import { primalOf, type Real, type Linearised, type Rule } from '../core/real.js';
import { sum } from '../core/primitives/table.js';
import { Shape, flatten } from '../core/trees/tree.js';
import type { D } from '../core/types.js';
import { pathsOf, treeOf, treesOf } from './check/flat-numbers.js';
import { invalidRule } from './errors.js';
import { valueAndGrad } from './grad.js';
import { readOpen, rebuildAll, settled } from './argument-shapes.js';
import { ruleUsed, type MapOfRule } from './nonlinear-rules.js';
import type { AnyFunction } from './signatures.js';
import { applyRule } from '../tape/rules.js';
import { deepestHome } from '../tape/with-blocks.js';
import { ownCopy } from './output-reals.js';
import { elementsIn, numbersIn, productOf, zeroOf } from './units.js';

/** A cotangent (or tangent) for each argument; `undefined` stands for zero. */
export type ForEach<A extends readonly unknown[]> = {
  readonly [K in keyof A]: D<A[K]> | undefined;
};

/**
 * The result of the function given to `customGradient`. In plain TypeScript a cotangent of a number may be
 * called a number, too: parameters of methods may be narrower.
 */
export interface WithOwnPullback<A extends readonly unknown[], T> {
  readonly value: T;
  /** Linear: a cotangent for each argument. */
  pullback(cotangent: D<T>): ForEach<A>;
  /** Linear: the tangent of the value. Unless it is given, the pullback is transposed. */
  pushforward?(tangents: { readonly [K in keyof A]: D<A[K]> }): D<T>;
}

/** The result of the function given to `customTangent`. Parameters may be narrower here as well. */
export interface WithOwnPushforward<A extends readonly unknown[], T> {
  readonly value: T;
  /** Linear: the tangent of the value. */
  pushforward(tangents: { readonly [K in keyof A]: D<A[K]> }): D<T>;
}

type Linear = (x: unknown) => unknown;
/** A rule in whichever direction it was given. */
interface GivenRule {
  readonly value: unknown;
  readonly pullback?: Linear;
  readonly pushforward?: Linear;
}

/** The user's function, which gives values with their derivatives. */
type UserRule = (...args: readonly unknown[]) => GivenRule;

const inner = (xs: readonly Real[], ys: readonly Real[]): Real =>
  sum(xs.map((x, k) => productOf(x, ys[k])));

/** The transpose of a linear map on flat lists, whose results pair with lists like the given zeros. */
const transposed =
  (linear: (xs: readonly Real[]) => readonly Real[], zeros: readonly Real[]) =>
  (ys: readonly Real[]): readonly Real[] =>
    valueAndGrad((xs: readonly Real[]) => inner(linear(xs), ys))(zeros).gradient;

/** A linear map between trees as one between flat lists of reals. */
const onReals =
  (linear: Linear, from: (xs: readonly Real[]) => unknown, to: (tree: unknown) => Real[]) =>
  (xs: readonly Real[]): Real[] =>
    to(linear(from(xs))).map(fromHere);

/** A result of the user's rule, which must not be a dual that is set aside meanwhile. */
const fromHere = (x: Real): Real => settled(x, () => 'a result of a custom rule');

/**
 * Changes as the user's rule receives them, which it may write into: arrays of zeros stand for those that
 * are exactly 0.
 */
const changesFor = (xs: readonly Real[], like: readonly Real[]): readonly unknown[] =>
  xs.map((x, k) => (x === 0 ? zeroOf(like[k]) : ownCopy(x)));

/** The cotangents of the arguments, flat. */
function readAll(shapes: readonly Shape[], trees: unknown): Real[] {
  if (!Array.isArray(trees) || trees.length !== shapes.length) {
    throw invalidRule(`its pullback must return a list of ${shapes.length} cotangents`);
  }
  return shapes.flatMap((shape, k) =>
    trees[k] === undefined ? shape.reals.map(zeroOf) : readOpen(shape, trees[k], 'cotangent'),
  );
}

const argumentShapes = (args: readonly unknown[]): Shape[] =>
  args.map((arg, k) => new Shape(arg, `argument ${k}`, realsAndBlocks));

class CustomRule implements Rule {
  private readonly inputs: readonly Shape[];
  readonly reals: readonly Real[];
  /** The result as it was when the function ran last: what its reals are put back into. */
  output = flatten([], 'the value');

  constructor(
    readonly name: string,
    private readonly given: UserRule,
    args: readonly unknown[],
  ) {
    this.inputs = argumentShapes(args);
    this.reals = this.inputs
      .flatMap(({ reals }) => reals)
      .map((x) => settled(x, () => `an argument of ${name}`));
  }

  /** The values, with this rule for derivatives at every level that the arguments have. */
  values(args: readonly Real[]): readonly Real[] {
    const deepest = deepestHome(args);
    if (deepest === undefined) return this.at(args).values;
    deepest.watcher?.count(this.name);
    ruleUsed(this.given, this.name, () => this.maps(args));
    return applyRule(deepest, this, args);
  }

  /** The given maps at the primals of arguments, on flat lists of numbers. */
  private maps(args: readonly Real[]): MapOfRule[] {
    const { inputs } = this;
    const primals = args.map((x) => (isBlock(x) ? blocks.kind!.primal(asBlock(x)) : primalOf(x)));
    const { value, pullback, pushforward } = this.run(primals as Real[]);
    const points = argumentShapes(rebuildAll(inputs, primals));
    const output = new Shape(value, 'the value', realsAndBlocks);
    const maps: MapOfRule[] = [];
    if (pullback !== undefined)
      maps.push({
        direction: 'pullback',
        map: (xs) => numbersIn(readAll(points, pullback(treeOf(output, xs)))),
        count: elementsIn(output.reals),
        paths: points.flatMap(pathsOf),
      });
    if (pushforward !== undefined)
      maps.push({
        direction: 'pushforward',
        map: (xs) => numbersIn(readOpen(output, pushforward(treesOf(points, xs)), 'tangent')),
        count: elementsIn(points.flatMap(({ reals }) => reals)),
        paths: pathsOf(output),
      });
    return maps;
  }

  at(args: readonly Real[]): Linearised {
    const { value, pullback, pushforward } = this.run(args);
    const output = new Shape(value, 'the value', realsAndBlocks);
    this.output = output;
    const { inputs } = this;
    const atoms = output.reals;
    // Whoever made an array may write into it again.
    const values = atoms.map((x) => ownCopy(fromHere(x)) as Real);
    const nests = deepestHome(args) !== undefined;
    const back =
      pullback &&
      onReals(
        pullback,
        (cotangents) => output.rebuild(changesFor(cotangents, atoms)),
        (trees) => readAll(inputs, trees),
      );
    const forth =
      pushforward &&
      onReals(
        pushforward,
        (tangents) => rebuildAll(inputs, changesFor(tangents, args)),
        (tree) => readOpen(output, tree, 'tangent'),
      );
    return {
      values: nests ? this.values(args) : values,
      pullback: back ?? transposed(forth!, args.map(zeroOf)),
      pushforward: forth ?? transposed(back!, atoms.map(zeroOf)),
    };
  }

  private run(args: readonly Real[]): GivenRule {
    const given = this.given(...rebuildAll(this.inputs, args.map(ownCopy)));
    if (typeof (given?.pullback ?? given?.pushforward) !== 'function') {
      throw invalidRule('it must return { value, pullback } or { value, pushforward }');
    }
    return given;
  }
}

/** A function with a rule for its derivative, whose name it takes. */
function custom(given: AnyFunction, otherwise: string) {
  const name = given.name === '' ? otherwise : given.name;
  const operator = (...args: readonly unknown[]): unknown => {
    const rule = new CustomRule(name, given as UserRule, args);
    const values = rule.values(rule.reals);
    return rule.output.rebuild(values);
  };
  return Object.defineProperty(operator, 'name', { value: name });
}

/**
 * A function whose derivative is the given pullback, rather than the one of its operators. Use it for a
 * derivative that is known in closed form, to clip or to stop a derivative, or for code that is not written
 * in operators.
 *
 * All reals that have a derivative must come through the arguments: a dual from outside is refused. The rule
 * gets copies of its arguments, in every mode. Each sweep that reaches the function's result calls the
 * pullback once, with the sum of the cotangents of all uses. The pullback must be linear, and written in
 * operators if it is to be differentiated itself. In forward mode it is transposed, unless the rule has a
 * `pushforward` as well. Costs one call of the rule, a binding for each real of the result, and one call of
 * the pullback in each sweep.
 *
 * @throws DeltaTapeError when called, if the pullback does not give one cotangent of the right shape for
 *   each argument, or if a dual from outside is used.
 * @example
 * const clipped = customGradient((x: Real) => ({ value: x, pullback: (c: Real) => [max(-1, min(1, c))] }));
 * grad((x: Real) => mul(100, clipped(x)))(3) // 1
 */
export function customGradient<A extends readonly unknown[], T>(
  rule: (...args: A) => WithOwnPullback<A, T>,
): (...args: A) => T;
export function customGradient(rule: AnyFunction): unknown {
  return custom(rule, 'customGradient');
}

/**
 * The forward twin of `customGradient`: a function whose derivative is the given pushforward, from a list of
 * the arguments' tangents to the tangent of the value. In reverse mode it is transposed.
 *
 * @throws DeltaTapeError when called, as `customGradient`.
 * @example
 * const half = customTangent((x: Real) => ({ value: x, pushforward: ([dx]: readonly Real[]) => mul(0.5, dx) }));
 * grad((x: Real) => mul(x, half(x)))(3) // 4.5
 */
export function customTangent<A extends readonly unknown[], T>(
  rule: (...args: A) => WithOwnPushforward<A, T>,
): (...args: A) => T;
export function customTangent(rule: AnyFunction): unknown {
  return custom(rule, 'customTangent');
}
