/**
 * Counts the bindings that one plain workload records: `node plain-bindings-launch.js <module>` prints
 * PlainBindings. A process of its own, since a trace of millions of bindings fills the memory.
 */
import { trace, type Real } from 'delta-tape';
import type { PlainBindings } from './plain-results.js';
import { formsOf, plainWorkloads } from './plain-workloads.js';

const name = process.argv[2];
const workload = plainWorkloads.find(({ module }) => module === name);
if (workload === undefined) throw new Error(`there is no plain workload called ${name}`);

const { beside, more } = workload;
const { translated } = await formsOf(workload);
const f = translated as unknown as (x: Real[], ...more: unknown[]) => Real;
const point = beside.point as unknown as Real[];
const counted: PlainBindings = {
  bindings: trace(f)(point, ...more).counts.bindings,
  bindingsOfOperators: trace((x: Real[]) => beside.library(x))(point).counts.bindings,
};
console.log(JSON.stringify(counted));
