/**
 * How many bindings one plain workload records: `node plain-bindings-launch.js <module>` prints
 * PlainBindings. A process of its own, since a trace of millions of bindings fills the memory.
 */
import { trace, type Real } from 'delta-tape';
import type { PlainBindings } from './plain-results.js';
import { asReals, formsOf, plainWorkloads } from './plain-workloads.js';

const name = process.argv[2];
const workload = plainWorkloads.find(({ module }) => module === name);
if (workload === undefined) throw new Error(`there is no plain workload called ${name}`);

const { point, library } = workload.beside;
const translated = workload.of((await formsOf(workload)).translated);

const bindings = (f: (x: Real[]) => Real) => trace(f)(point as unknown as Real[]).counts.bindings;
const counted: PlainBindings = {
  bindings: bindings(asReals(translated)),
  bindingsOfOperators: bindings(library),
};
console.log(JSON.stringify(counted));
