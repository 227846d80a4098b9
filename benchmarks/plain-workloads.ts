/** The workloads in plain TypeScript, beside what they are compared with. */
import type { Real, Reals } from 'delta-tape';
import type { chain } from './plain/chain.js';
import type { loss } from './plain/network.js';
import type { rosenbrock } from './plain/rosenbrock.js';
import { samplesOf } from './network.js';
import { translationOf, type PLAIN_MODULES } from './translated.js';
import type { Workload } from './workload.js';
import { CHAIN_STEPS, NETWORK_SAMPLES, theChain, theNetwork, theValley } from './workloads.js';

type Module = (typeof PLAIN_MODULES)[number];

export interface PlainWorkload {
  readonly module: Module;
  /** The same in native operators as fast as can be, by hand, and in the library's operators. */
  readonly beside: Workload;
  /** The text of the module as a function of the point, from one of its two forms. */
  readonly of: (form: object) => (x: Float64Array) => number;
}

const samples = samplesOf(NETWORK_SAMPLES);

export const plainWorkloads: readonly PlainWorkload[] = [
  {
    module: 'rosenbrock',
    beside: theValley,
    of: (form) => (form as { rosenbrock: typeof rosenbrock }).rosenbrock,
  },
  {
    module: 'network',
    beside: theNetwork,
    of: (form) => (p) => (form as { loss: typeof loss }).loss(p, samples),
  },
  {
    module: 'chain',
    beside: theChain,
    of: (form) => (x) => (form as { chain: typeof chain }).chain(x, CHAIN_STEPS),
  },
];

/** A module only compiled, and translated. */
export async function formsOf({ module }: PlainWorkload) {
  const original = (await import(`./plain/${module}.js`)) as object;
  const translated = (await import(translationOf(module).href)) as object;
  return { original, translated };
}

/** A plain function as the library takes it. */
export const asReals = (f: (x: Float64Array) => number) => f as unknown as (x: Reals) => Real;
