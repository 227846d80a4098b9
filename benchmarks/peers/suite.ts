/** The evals by the names that the suite has for their gradients. */
import type { Eval } from './inputs.js';

/** The module and the function of an eval; the gradient of kmeans alone is not in the suite. */
export const GRADIENTS: Readonly<Partial<Record<Eval, string>>> = {
  hello: 'double',
  llsq: 'gradient',
  lse: 'gradient',
  ode: 'gradient',
  det: 'gradient',
  gmm: 'jacobian',
  lstm: 'jacobian',
  kmeans: 'dir',
  ba: 'jacobian',
  ht: 'jacobian',
  particle: 'rr',
  saddle: 'rr',
};

/** The functions of the modules that `grad` is given; other evals use other derivatives. */
export const OBJECTIVES: Readonly<Partial<Record<Eval, readonly [module: string, name: string]>>> =
  {
    hello: ['hello', 'square'],
    llsq: ['llsq', 'squaredError'],
    lse: ['lse', 'logSumExp'],
    ode: ['ode', 'last'],
    det: ['det', 'determinant'],
    gmm: ['gmm', 'logLikelihood'],
    lstm: ['lstm', 'loss'],
    kmeansGradient: ['kmeans', 'cost'],
  };
