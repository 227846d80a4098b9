/** The log density that is drawn from, on free reals, with its gradient. */
import { doesNotNest } from '../../../errors/errors.js';
import { add } from '../../../core/primitives/table.js';
import type { Real } from '../../../core/real.js';
import type { Reals } from '../../../core/types.js';
import { call } from '../../../derivatives/call.js';
import { valueAndGrad } from '../../../derivatives/grad.js';
import type { AnyFunction } from '../../../derivatives/signatures.js';
import type { FreeParameters } from '../constraints/free-parameters.js';

export interface Evaluated {
  readonly logDensity: number;
  readonly gradient: Float64Array;
}

export class Target {
  private readonly both: (tree: unknown, ...args: unknown[]) => { value: Real; gradient: unknown };

  constructor(
    private readonly solver: string,
    private readonly f: AnyFunction,
    private readonly args: readonly unknown[],
    readonly parameters: FreeParameters,
  ) {
    this.both = valueAndGrad(f as (...args: unknown[]) => Real);
  }

  /**
   * Differentiates the function of the user outermost, by the tree, with its data as arguments. Constraints pull the
   * gradient back by themselves.
   */
  at(free: Float64Array): Evaluated {
    const { parameters } = this;
    const { values, logJacobian } = parameters.numbers(free);
    const { value, gradient } = this.both(parameters.tree(values), ...this.args);
    if (typeof value !== 'number') throw doesNotNest(this.solver);
    const slopes = parameters.read(gradient, 'gradient');
    const pulled = parameters.isFree ? slopes : parameters.pulled(free, slopes);
    return { logDensity: value + logJacobian, gradient: pulled };
  }

  /** The log density where it is differentiated itself, without a gradient. */
  of(free: Reals, ...args: readonly unknown[]): Real {
    const { values, logJacobian } = this.parameters.constrain(free);
    return add(call(this.f, [this.parameters.tree(values), ...args]) as Real, logJacobian);
  }
}
