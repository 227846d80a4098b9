/**
 * The dual of forward mode (Figs. 3 and 4): a primal with its tangent, both reals of the enclosing level.
 */
import { itself, ownClass } from '../errors/copy-guard.js';
import { Dual, type Real, type Run } from '../core/real.js';

export class TangentDual extends Dual {
  constructor(
    readonly run: Run,
    readonly primalReal: Real,
    readonly tangent: Real,
  ) {
    super();
  }

  override get [ownClass](): typeof itself {
    return itself;
  }
}
