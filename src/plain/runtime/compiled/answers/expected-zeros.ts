/** Remembers whether gradients needed code that asks for exact zeros, so that it is not always the second to run. */
import { Learnt } from '../../../../functions/reproducible.js';
import { holdsNaN } from './lane-values.js';

/** After how many calls at most the code without questions is tried again. */
const MOST = 64;

export class ExpectedZeros extends Learnt {
  /** The number of calls that still ask for zeros at once, after the last gradient that held NaN. */
  private left = 0;
  private before = 0;

  /** @param canAsk whether there is code that asks: derivatives inside never do */
  constructor(private readonly canAsk: boolean) {
    super();
  }

  protected forget(): void {
    this.left = 0;
    this.before = 0;
  }

  get isExpected(): boolean {
    return !this.isFresh() && this.left > 0;
  }

  /** True if zeros are asked for at once: code that asks gives what the other gives wherever that holds no NaN. */
  areExpected(): boolean {
    if (!this.isExpected) return false;
    this.left--;
    return true;
  }

  /** True if a gradient by code without questions holds NaN, so that zeros may matter. */
  matterIn(cotangents: unknown): boolean {
    const canLearn = this.canAsk && !this.isFresh();
    const doMatter = holdsNaN(cotangents);
    this.before = doMatter ? Math.min(2 * this.before + 1, MOST) : 0;
    this.left = canLearn ? this.before : 0;
    return doMatter;
  }
}
