/** The functions themselves, as they are written, on numbers: what gradients are compared with. */
import type { Functions } from '../../gradbench/protocol.js';
import type { Eval } from './inputs.js';
import type { Load } from './peer.js';

/** The function of the suite that is differentiated; particle and saddle have derivatives in all. */
const NAMES: Readonly<Partial<Record<Eval, string>>> = {
  hello: 'square',
  llsq: 'primal',
  lse: 'primal',
  ode: 'primal',
  det: 'primal',
  gmm: 'objective',
  lstm: 'objective',
  kmeans: 'cost',
  kmeansGradient: 'cost',
  ba: 'objective',
  ht: 'objective',
};

export const load: Load = async (name) => {
  const own = NAMES[name];
  if (own === undefined) return undefined;
  const file = name === 'kmeansGradient' ? 'kmeans' : name;
  const { functions } = (await import(`../../gradbench/evals/${file}.js`)) as {
    readonly functions: Functions;
  };
  return functions[own];
};
