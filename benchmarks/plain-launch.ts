/**
 * One launch of one plain workload: `node plain-launch.js <module> <milliseconds>` prints a
 * PlainLaunch.
 */
import { valueAndGrad } from 'delta-tape';
import { answering } from './answered.js';
import type { PlainLaunch } from './plain-results.js';
import { formsOf, plainWorkloads } from './plain-workloads.js';
import { timeInTurns } from './timing.js';
import { assertAgreement, libraryGradient } from './workload.js';

const [, , name, milliseconds] = process.argv;
const workload = plainWorkloads.find(({ module }) => module === name);
if (workload === undefined) throw new Error(`there is no plain workload called ${name}`);

const { plain, handWritten, point } = workload.beside;
const { more } = workload;
const operators = libraryGradient(workload.beside);
const { original, translated } = await formsOf(workload);
const both = valueAndGrad(translated);
const gradient = (x: Float64Array) => both(x, ...more);

assertAgreement(name, plain(point), handWritten(point), gradient(point));
assertAgreement(name, original(point, ...more), operators(point), gradient(point));
assertAgreement(name, translated(point, ...more), operators(point), gradient(point));

const steady = timeInTurns(
  [
    () => plain(point),
    () => original(point, ...more),
    () => translated(point, ...more),
    () => gradient(point).value,
    () => operators(point).value,
    () => handWritten(point).value,
  ],
  2 * Number(milliseconds),
);

const launch: PlainLaunch = { steady, answers: answering(translated) };
console.log(JSON.stringify(launch));
