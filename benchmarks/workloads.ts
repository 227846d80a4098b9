/** The workloads that are measured. */
import { chain } from './chain.js';
import { network } from './network.js';
import { rosenbrock } from './rosenbrock.js';
import { tower } from './tower.js';
import type { Workload } from './workload.js';

/** The workloads that targets are set for. */
export const NETWORK_SAMPLES = 100;
export const CHAIN_STEPS = 1e6;
export const theValley = rosenbrock(1000);
export const theNetwork = network(NETWORK_SAMPLES);
export const theChain = chain(CHAIN_STEPS);

export const workloads: readonly Workload[] = [
  theValley,
  theNetwork,
  theChain,
  ...[1e1, 1e2, 1e3, 1e4, 1e5, 1e6].map(tower),
];

export const OPERATION_COUNTS = [1e3, 1e4, 1e5, 1e6, 1e7];
