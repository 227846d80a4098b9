/** The residuals of a fit in units of their deviations, with the loss. */
import type { SparsityPattern } from '../../derivatives/sparse/pattern.js';
import { noResiduals, sigmaNotPositive } from '../errors.js';
import type { Progress } from '../runs/progress.js';
import type { Vector } from '../runs/vectors.js';
import { costOf, losses, reweigh, type Loss } from './losses.js';
import type { Matrix } from './matrix.js';
import type { Residuals } from './residuals.js';
import type { Costs } from './search.js';

interface Known {
  readonly x: Vector;
  readonly values: Vector;
}

export class WeighedCosts implements Costs {
  private last: Known | null = null;
  private deviations: Vector | null = null;

  constructor(
    private readonly residuals: Residuals,
    private readonly progress: Pick<Progress<never>, 'evaluating'>,
    private readonly loss: Loss,
    private readonly scale: number,
    private readonly sigma: unknown,
    private readonly sparse: boolean | SparsityPattern,
  ) {}

  private deviationsFor(x: Vector): { readonly values: Vector; readonly deviations: Vector } {
    const elements = this.residuals.tree(x);
    const values = this.residuals.numbers(elements);
    if (values.length === 0) throw noResiduals();
    const { sigma } = this;
    if (this.deviations?.length !== values.length) {
      this.deviations =
        sigma === undefined || typeof sigma === 'number'
          ? new Float64Array(values.length).fill(sigma ?? 1)
          : this.residuals.numbers(elements, sigma);
      if (!this.deviations.every((s) => s > 0 && s < Infinity)) throw sigmaNotPositive();
    }
    return { values, deviations: this.deviations };
  }

  private values(x: Vector): Vector {
    if (this.last?.x === x) return this.last.values;
    this.progress.evaluating('functions');
    const { values, deviations } = this.deviationsFor(x);
    const weighed = values.map((r, i) => r / deviations[i]);
    this.last = { x, values: weighed };
    return weighed;
  }

  /** The residuals as they are returned. */
  tree(x: Vector): unknown {
    const elements = this.residuals.tree(x);
    return elements.rebuild(this.residuals.numbers(elements));
  }

  cost(x: Vector): number {
    return costOf(this.values(x), losses[this.loss], this.scale);
  }

  linear(x: Vector): { readonly residuals: Vector; readonly jacobian: Matrix } {
    const residuals = this.values(x).slice();
    this.progress.evaluating('derivatives');
    const jacobian = this.residuals.matrix(x, residuals.length, this.sparse);
    jacobian.divideRows(this.deviations!);
    if (this.loss !== 'linear') reweigh(residuals, jacobian, losses[this.loss], this.scale);
    return { residuals, jacobian };
  }
}
