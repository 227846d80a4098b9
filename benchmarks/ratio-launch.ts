/**
 * One launch of one workload: `node ratio-launch.js <name> <milliseconds>` prints a RatioLaunch.
 */
import { answering, type Answers } from './answered.js';
import { timed, timeInTurns } from './timing.js';
import { assertAgreement, libraryGradient } from './workload.js';
import { workloads } from './workloads.js';

/**
 * Milliseconds of the plain function, the hand-written gradient and the library's, in this order.
 */
export interface RatioLaunch {
  readonly first: readonly number[];
  readonly steady: readonly number[];
  /** The version of the library's function that answers. */
  readonly answers: Answers;
}

const [, , name, milliseconds] = process.argv;
const workload = workloads.find((one) => one.name === name);
if (workload === undefined) throw new Error(`there is no workload called ${name}`);

const { plain, handWritten, point } = workload;
const gradient = libraryGradient(workload);

const calls = [
  timed(() => plain(point)),
  timed(() => handWritten(point)),
  timed(() => gradient(point)),
] as const;
assertAgreement(name, calls[0].result, calls[1].result, calls[2].result);

const tasks = [() => plain(point), () => handWritten(point).value, () => gradient(point).value];
const launch: RatioLaunch = {
  first: calls.map((call) => call.milliseconds),
  steady: timeInTurns(tasks, Number(milliseconds)),
  answers: answering(workload.library),
};
console.log(JSON.stringify(launch));
