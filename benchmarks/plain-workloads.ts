/** The workloads in plain TypeScript, beside what they are compared with. */
import { samplesOf } from './network.js';
import { translationOf, type PLAIN_MODULES } from './translated.js';
import type { Workload } from './workload.js';
import { CHAIN_STEPS, NETWORK_SAMPLES, theChain, theNetwork, theValley } from './workloads.js';

type Module = (typeof PLAIN_MODULES)[number];

type PlainFunction = (x: Float64Array, ...more: unknown[]) => number;

export interface PlainWorkload {
  readonly module: Module;
  /** The same in native operators as fast as can be, by hand, and in the library's operators. */
  readonly beside: Workload;
  /** The name of the function in the module, and what it takes beside the point. */
  readonly name: string;
  readonly more: readonly unknown[];
}

export const plainWorkloads: readonly PlainWorkload[] = [
  { module: 'rosenbrock', beside: theValley, name: 'rosenbrock', more: [] },
  { module: 'network', beside: theNetwork, name: 'loss', more: [samplesOf(NETWORK_SAMPLES)] },
  { module: 'chain', beside: theChain, name: 'chain', more: [CHAIN_STEPS] },
];

/** The function of a module only compiled, and translated. */
export async function formsOf({ module, name }: PlainWorkload) {
  const original = (await import(`./plain/${module}.js`)) as Record<string, PlainFunction>;
  const translated = (await import(translationOf(module).href)) as Record<string, PlainFunction>;
  return { original: original[name], translated: translated[name] };
}
