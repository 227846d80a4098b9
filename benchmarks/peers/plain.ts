/** This library in plain TypeScript: the modules of the GradBench tool, translated as they load. */
import { grad } from 'delta-tape';
import { flat } from '../../gradbench/numbers.js';
import type { Functions } from '../../gradbench/protocol.js';
import type { cost } from '../../gradbench/evals/kmeans.js';
import { answering } from '../answered.js';
import { loadOf, type Load, type Peer } from './peer.js';
import { project } from './project.js';
import { GRADIENTS, OBJECTIVES } from './suite.js';

const moduleOf = <T>(name: string): Promise<T> =>
  import(new URL(`gradbench/evals/${name}.ts`, project).href) as Promise<T>;

const loadGradient = loadOf({
  kmeansGradient: async (input) => {
    const module = await moduleOf<{ cost: typeof cost }>('kmeans');
    const gradient = grad(module.cost);
    const [points, centroids] = [flat(input.points), flat(input.centroids)];
    return () => gradient(centroids, points, input.centroids[0].length);
  },
});

export const load: Load = async (name, input) => {
  const own = GRADIENTS[name];
  if (own === undefined) return loadGradient(name, input);
  return (await moduleOf<{ functions: Functions }>(name)).functions[own];
};

export const answers: Peer['answers'] = async (name) => {
  const objective = OBJECTIVES[name];
  if (objective === undefined) return undefined;
  const [module, own] = objective;
  const all = await moduleOf<Record<string, () => unknown>>(module);
  return answering(all[own]);
};
