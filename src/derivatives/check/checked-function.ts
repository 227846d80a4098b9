/**
 * The function being checked, on flat lists of numbers: its primal and its first and second derivatives. All
 * go through the public operators, so the check tests what a user gets.
 */
import { numbersIn } from '../units.js';
import { product } from '../../delta/exact-zero.js';
import type { Real } from '../../core/real.js';
import type { Shape } from '../../core/trees/tree.js';
import { nothingToCheck } from './errors.js';
import { jvp } from '../jvp.js';
import { readOpen } from '../argument-shapes.js';
import { call, callOnCopies } from '../call.js';
import { outputShapeWithBlocks } from '../output-reals.js';
import { leavesOf, pathsOf, subjectShape, treeOf } from './flat-numbers.js';
import type { AnyFunction } from '../signatures.js';
import { vjp } from '../vjp.js';
import type { Kink } from '../../errors/kink.js';
import { record } from '../record.js';
import { checkingRules } from '../nonlinear-rules.js';
import { watched } from '../watched-function.js';
import { kinkBetween } from './choices.js';
import type { Tally } from './report.js';
import type { LinearMap, Vector } from './linear-law.js';

type Pull = (cotangent: unknown) => unknown;
const reverse = vjp as unknown as (
  f: AnyFunction,
) => (x: unknown) => { readonly value: unknown; readonly pullback: Pull };
const forward: (
  f: AnyFunction,
) => (
  args: readonly unknown[],
  tangents: readonly unknown[],
) => { readonly value: unknown; readonly tangent: unknown } = jvp;

const numbers = (shape: Shape): number[] => numbersIn(shape.reals);

export class CheckedFunction {
  readonly point: Vector;
  /** The function at the point. */
  readonly value: Vector;
  readonly inputPaths: readonly string[];
  readonly outputPaths: readonly string[];
  private readonly input: Shape;
  private readonly output: Shape;
  private here: readonly Kink[] | undefined;

  constructor(
    readonly f: AnyFunction,
    x: unknown,
  ) {
    this.input = subjectShape(x);
    this.point = numbers(this.input);
    const filled = [{ position: 0, shape: this.input, leaves: leavesOf(this.input, this.point) }];
    const result = callOnCopies(f, [x], filled);
    this.output = outputShapeWithBlocks(result);
    if (this.output.isLeaf) throw nothingToCheck(result);
    this.value = numbers(this.output);
    this.inputPaths = pathsOf(this.input);
    this.outputPaths = pathsOf(this.output);
  }

  /** The input with other reals. */
  treeAt = (xs: Vector): unknown => treeOf(this.input, xs);

  /** True if the function would get exactly these reals: typed arrays may round them. */
  isGiven(xs: Vector): boolean {
    return this.readInput(this.treeAt(xs)).every((x, k) => Object.is(x, xs[k]));
  }

  private readInput(tree: unknown): number[] {
    return numbersIn(readOpen(this.input, tree, 'gradient'));
  }

  private readOutput(tree: unknown): number[] {
    return numbersIn(readOpen(this.output, tree, 'result'));
  }

  /** The function on numbers: where its reals stand, and the reals. */
  plain(xs: Vector): { readonly paths: string[]; readonly values: number[] } {
    const shape = outputShapeWithBlocks(call(this.f, [this.treeAt(xs)]));
    return { paths: pathsOf(shape), values: numbers(shape) };
  }

  /** The operations with a boundary that the function meets at `xs`, in order. */
  choices(xs: Vector): readonly Kink[] {
    const kinks: Kink[] = [];
    const f = watched(this.f, [], { kinkDistance: Infinity }, kinks);
    record(f, [this.treeAt(xs)], 0, () => undefined);
    return kinks;
  }

  /** True if a kink may lie between the point and `xs`, if the function has a value there. */
  hasKinkBefore(xs: Vector): boolean {
    const there = attempt(() => this.choices(xs));
    return there !== null && kinkBetween((this.here ??= this.choices(this.point)), there);
  }

  /** Tells of the custom rules that the function uses whether their maps are linear. */
  rules(tell: (law: Tally) => void): void {
    checkingRules(tell, () => record(this.f, [this.treeAt(this.point)], 0, () => undefined));
  }

  /** The primal as the two modes compute it. */
  primals(): { readonly [mode: string]: { readonly paths: string[]; readonly values: number[] } } {
    const x = this.treeAt(this.point);
    const zeros = this.treeAt(this.point.map(() => 0));
    const found = {
      'reverse mode': outputShapeWithBlocks(reverse(this.f)(x).value),
      'forward mode': outputShapeWithBlocks(forward(this.f)([x], [zeros]).value),
    };
    return Object.fromEntries(
      Object.entries(found).map(([mode, shape]) => [
        mode,
        { paths: pathsOf(shape), values: numbers(shape) },
      ]),
    );
  }

  /** The pullback at `xs`, recorded once. */
  pullback(xs: Vector = this.point): LinearMap {
    const { pullback } = reverse(this.f)(this.treeAt(xs));
    return (cotangent) => this.readInput(pullback(treeOf(this.output, cotangent)));
  }

  readonly pushforward: LinearMap = (tangent) => {
    const x = this.treeAt(this.point);
    return this.readOutput(forward(this.f)([x], [this.treeAt(tangent)]).tangent);
  };

  /** x ↦ pullback of `cotangent` at x: the gradient of ⟨cotangent, f⟩, as a function of trees. */
  private gradientBy(cotangent: Vector): AnyFunction {
    const seed = treeOf(this.output, cotangent);
    return (x: unknown) => reverse(this.f)(x).pullback(seed);
  }

  /**
   * The Hessian of ⟨cotangent, f⟩ times a vector, in each nesting of the modes that gives it whole.
   */
  hessianBy(cotangent: Vector): { readonly [nesting: string]: LinearMap } {
    const gradient = this.gradientBy(cotangent);
    const x = this.treeAt(this.point);
    return {
      'forward over reverse': (v) =>
        this.readInput(forward(gradient)([x], [this.treeAt(v)]).tangent),
      'reverse over reverse': (v) => this.readInput(reverse(gradient)(x).pullback(this.treeAt(v))),
      'reverse over forward': (v) => {
        const tangent = this.treeAt(v);
        const along = (y: unknown) => forward(this.f)([y], [tangent]).tangent;
        return this.readInput(reverse(along)(x).pullback(treeOf(this.output, cotangent)));
      },
    };
  }

  /** ⟨u, H v⟩ for the Hessian of ⟨cotangent, f⟩, forward over forward. */
  curvature(cotangent: Vector, u: Vector, v: Vector): number {
    const [first, second] = [this.treeAt(u), this.treeAt(v)];
    const along = (y: unknown) => forward(this.f)([y], [second]).tangent;
    const tangent = forward(along)([this.treeAt(this.point)], [first]).tangent;
    const terms: Real[] = this.readOutput(tangent);
    return dot(terms as number[], cotangent).value;
  }
}

/** Beside the point that is checked, a function may have no value and say so by an exception. */
export function attempt<T>(body: () => T): T | null {
  try {
    return body();
  } catch {
    return null;
  }
}

/** An inner product, with the sum of the sizes of its terms. Terms of a factor 0 are 0. */
export function dot(xs: Vector, ys: Vector): { readonly value: number; readonly size: number } {
  let [value, size] = [0, 0];
  for (let k = 0; k < xs.length; k++) {
    const term = product(xs[k], ys[k]);
    value += term;
    size += Math.abs(term);
  }
  return { value, size };
}
