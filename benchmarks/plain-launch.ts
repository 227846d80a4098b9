/**
 * One launch of one plain workload: `node plain-launch.js <module> <milliseconds>` prints a
 * PlainLaunch.
 */
import { valueAndGrad } from 'delta-tape';
import type { PlainLaunch } from './plain-results.js';
import { asReals, formsOf, plainWorkloads } from './plain-workloads.js';
import { timeInTurns } from './timing.js';
import { assertAgreement, libraryGradient } from './workload.js';

const [, , name, milliseconds] = process.argv;
const workload = plainWorkloads.find(({ module }) => module === name);
if (workload === undefined) throw new Error(`there is no plain workload called ${name}`);

const { plain, handWritten, point } = workload.beside;
const operators = libraryGradient(workload.beside);
const forms = await formsOf(workload);
const original = workload.of(forms.original);
const translated = workload.of(forms.translated);
const gradient: typeof operators = valueAndGrad(asReals(translated));

assertAgreement(name, plain(point), handWritten(point), gradient(point));
assertAgreement(name, original(point), operators(point), gradient(point));
assertAgreement(name, translated(point), operators(point), gradient(point));

const steady = timeInTurns(
  [
    () => plain(point),
    () => original(point),
    () => translated(point),
    () => gradient(point).value,
    () => operators(point).value,
    () => handWritten(point).value,
  ],
  2 * Number(milliseconds),
);

const launch: PlainLaunch = { steady };
console.log(JSON.stringify(launch));
