/**
 * The function to be minimized, on vectors. Where squares of its gradient at the start would overflow or vanish, it is taken in
 * a unit of its own.
 */
import { primalOf } from '../../core/real.js';
import { call } from '../../derivatives/call.js';
import { valueAndGrad } from '../../derivatives/grad.js';
import { hvp } from '../../derivatives/hvp.js';
import type { AnyFunction } from '../../derivatives/signatures.js';
import { TreeElements } from '../../derivatives/tree-elements.js';
import type { Real } from '../../core/real.js';
import { gradientSize, type Problem } from '../runs/problem.js';
import { nested, numbersOf } from '../runs/reals.js';
import type { Point, Progress } from '../runs/progress.js';
import { unitOf } from '../runs/unit.js';
import { largestOf, type Vector } from '../runs/vectors.js';

export interface Evaluated extends Point {
  readonly gradient: Vector;
}

type Loose = (...args: unknown[]) => Real;

export class Objective {
  /** The divisor of the function. */
  unit = 0;
  private outside: Vector | null = null;
  private readonly both: (...args: unknown[]) => { value: Real; gradient: unknown };

  constructor(
    private readonly f: AnyFunction,
    private readonly args: readonly unknown[],
    private readonly problem: Problem,
    private readonly progress: Pick<Progress<never>, 'evaluating'>,
  ) {
    this.both = valueAndGrad(f as Loose);
  }

  at(x: Vector): Evaluated {
    this.progress.evaluating('derivatives');
    const { value, gradient } = this.differentiated(x);
    if (typeof value !== 'number') throw nested(this.problem.solver);
    if (this.unit === 0) this.unit = unitOf(largestOf(gradient));
    const { unit } = this;
    if (unit !== 1) gradient.forEach((g, k) => (gradient[k] = g / unit));
    const gradientNorm = gradientSize(x, gradient, this.problem.box);
    if (!Number.isFinite(value) || !Number.isFinite(gradientNorm)) this.outside = x;
    return { x, value: value / unit, gradient, gradientNorm };
  }

  /** The value alone, as the function gives it. */
  valueAt(x: Vector): number {
    return primalOf(call(this.f, [this.problem.tree(x), ...this.args]) as Real);
  }

  /** Where the function was not finite since this was asked last. */
  takeOutside(): Vector | null {
    const { outside } = this;
    this.outside = null;
    return outside;
  }

  private differentiated(x: Vector): { readonly value: Real; readonly gradient: Vector } {
    const { problem } = this;
    // Without unknowns there is nothing to differentiate by, but there is a value.
    if (x.length === 0) return { value: this.valueAt(x), gradient: x };
    const { value, gradient } = this.both(problem.tree(x), ...this.args);
    const { reals } = new TreeElements(gradient, 'the gradient');
    return { value, gradient: numbersOf(reals, problem.solver) };
  }

  /** The Hessian times a vector. */
  product(x: Vector, v: Vector): Vector {
    this.progress.evaluating('products');
    const { problem } = this;
    const product = hvp(this.f as Loose) as (...args: unknown[]) => unknown;
    const found = product(problem.tree(x), problem.tree(v), ...this.args);
    const { reals } = new TreeElements(found, 'a Hessian-vector product');
    const { unit } = this;
    return numbersOf(reals, problem.solver).map((x) => x / unit);
  }
}
