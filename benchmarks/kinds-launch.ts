/**
 * One launch of a workload's derivatives:
 * `node kinds-launch.js <name> <milliseconds>` prints a KindsLaunch.
 */
import { answering } from './answered.js';
import { assertKinds, kindsOf, type KindsLaunch } from './kinds.js';
import { timeInTurns } from './timing.js';
import { workloads } from './workloads.js';

const [, , name, milliseconds] = process.argv;
const workload = workloads.find((one) => one.name === name);
if (workload === undefined) throw new Error(`there is no workload called ${name}`);

const { plain, point } = workload;
const kinds = kindsOf(workload);
assertKinds(name, kinds);

const tasks = [
  () => plain(point),
  () => kinds.gradient(point)[0],
  () => kinds.tangent(point),
  () => kinds.product(point)[0],
];
const launch: KindsLaunch = {
  steady: timeInTurns(tasks, Number(milliseconds)),
  answers: answering(workload.library),
};
console.log(JSON.stringify(launch));
