/** What the project wants to reach, and whether it does. */
import type { KindsResult } from './kinds.js';
import type { RatioResult } from './ratios.js';
import type { ScalingResult } from './scaling.js';
import type { TrajectoryResult } from './trajectory.js';
import { theChain, theNetwork } from './workloads.js';

export interface Target {
  readonly what: string;
  readonly atMost: number;
  readonly measured: number;
}

/** What counts as flat: the dearest operation against the cheapest. */
const FLAT = 1.5;

export function targets(
  ratios: readonly RatioResult[],
  kinds: readonly KindsResult[],
  scaling: readonly ScalingResult[],
  trajectories: readonly TrajectoryResult[],
): Target[] {
  const ratioOf = (name: string) => ratios.find((one) => one.name === name)!.library.median;
  const long = scaling.filter(({ operations }) => operations >= 1e4);
  const costs = long.map(({ steadyNanoseconds }) => steadyNanoseconds);
  return [
    { what: 'network: library ÷ plain', atMost: 7, measured: ratioOf(theNetwork.name) },
    { what: 'chain: library ÷ plain', atMost: 5, measured: ratioOf(theChain.name) },
    {
      what: 'network: hvp ÷ gradient',
      atMost: 4,
      measured: kinds.find(({ name }) => name === theNetwork.name)!.productToGradient,
    },
    {
      what: 'bytes of tape per operation, 10⁴ to 10⁷',
      atMost: 48,
      measured: Math.max(...long.map(({ countedBytes }) => countedBytes)),
    },
    {
      what: 'cost per operation, 10⁴ to 10⁷: dearest ÷ cheapest',
      atMost: FLAT,
      measured: Math.max(...costs) / Math.min(...costs),
    },
    {
      what: 'MiB of a process that differentiates the longest trajectory',
      atMost: 512,
      measured: trajectories[0].peakBytes / 2 ** 20,
    },
  ];
}
