/** The dual of forward mode (Figs. 3 and 4): a primal with its tangent, both reals of the enclosing level. */
import { itself, ownClass } from '../core/copy-guard.js';
import { asDuals, type Real, type Run } from '../core/real.js';

export const TangentDual = /* @__PURE__ */ asDuals(
  class TangentDual {
    constructor(
      readonly run: Run,
      readonly primalReal: Real,
      readonly tangent: Real,
    ) {}

    get [ownClass](): typeof itself {
      return itself;
    }
  },
);
export type TangentDual = InstanceType<typeof TangentDual>;
