/**
 * The residuals of a fit in units of their deviations, with the loss. Where the squares of residuals at the start would
 * overflow or vanish, costs are those of residuals in a unit of their own.
 */
import type { SparsityPattern } from '../../derivatives/sparse/pattern.js';
import { noResiduals, sigmaNotPositive } from '../errors.js';
import { namesOf } from '../runs/reals.js';
import type { Progress } from '../runs/progress.js';
import { unitOf } from '../runs/unit.js';
import { dot, largestOf, shrunk, type Vector } from '../runs/vectors.js';
import type { Costs } from './costs.js';
import { costOf, losses, reweigh, type Loss } from './losses.js';
import type { Matrix } from './weighed-jacobian.js';
import type { Residuals } from './residuals.js';

interface Known {
  readonly x: Vector;
  readonly values: Vector;
}

export class WeighedCosts implements Costs {
  private last: Known | null = null;
  private deviations: Vector | null = null;
  /** The divisor of residuals, beside their deviations. Robust losses have a scale already. */
  unit = 0;
  /** MINPACK has 100, which takes a few more evaluations. */
  readonly firstRadius = 1000;

  constructor(
    private readonly found: Residuals,
    private readonly progress: Pick<Progress<never>, 'evaluating'>,
    private readonly loss: Loss,
    private readonly scale: number,
    private readonly sigma: unknown,
    private readonly sparse: boolean | SparsityPattern,
  ) {}

  private deviationsFor(x: Vector): { readonly values: Vector; readonly deviations: Vector } {
    const elements = this.found.tree(x);
    const values = this.found.numbers(elements);
    if (values.length === 0) throw noResiduals();
    const { sigma } = this;
    if (this.deviations?.length !== values.length) {
      this.deviations =
        sigma === undefined || typeof sigma === 'number'
          ? new Float64Array(values.length).fill(sigma ?? 1)
          : this.found.numbers(elements, sigma);
      if (!this.deviations.every((s) => s > 0 && s < Infinity)) throw sigmaNotPositive();
    }
    return { values, deviations: this.deviations };
  }

  private values(x: Vector): Vector {
    if (this.last?.x === x) return this.last.values;
    this.progress.evaluating('functions');
    const { values, deviations } = this.deviationsFor(x);
    const weighed = shrunk(values, deviations);
    if (this.unit === 0) this.unit = this.loss === 'linear' ? unitOf(largestOf(weighed)) : 1;
    if (this.unit !== 1) for (let i = 0; i < weighed.length; i++) weighed[i] /= this.unit;
    this.last = { x, values: weighed };
    return weighed;
  }

  /** The sum of the logarithms of the deviations. */
  get logDeviations(): number {
    return this.deviations!.reduce((total, s) => total + Math.log(s), 0);
  }

  /** The residuals as they are returned. */
  tree(x: Vector): unknown {
    const elements = this.found.tree(x);
    return elements.rebuild(this.found.numbers(elements));
  }

  /** The first residual at a point that is not finite; undefined if all are, and a derivative is not. */
  notFiniteAt(
    x: Vector,
  ): { readonly residual: string; readonly row: number; readonly value: number } | undefined {
    const elements = this.found.tree(x);
    const values = this.found.numbers(elements);
    const row = values.findIndex((r) => !Number.isFinite(r));
    if (row < 0) return undefined;
    return { residual: namesOf(elements)[row], row, value: values[row] };
  }

  cost(x: Vector): number {
    const values = this.values(x);
    if (this.loss === 'linear') return 0.5 * dot(values, values);
    return costOf(values, losses[this.loss], this.scale);
  }

  residuals(x: Vector): Vector | null {
    return this.loss === 'linear' ? this.values(x) : null;
  }

  linear(x: Vector): { readonly residuals: Vector; readonly jacobian: Matrix } {
    const residuals = this.values(x).slice();
    this.progress.evaluating('derivatives');
    const jacobian = this.found.matrix(x, residuals.length, this.sparse);
    const { unit } = this;
    jacobian.divideRows(this.deviations!);
    if (unit !== 1) jacobian.divideRows(new Float64Array(residuals.length).fill(unit));
    if (this.loss !== 'linear') reweigh(residuals, jacobian, losses[this.loss], this.scale);
    return { residuals, jacobian };
  }
}
