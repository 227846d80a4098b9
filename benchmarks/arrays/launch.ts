/** One launch of a case: `node launch.js <name> <milliseconds>` prints an ArrayLaunch. */
import { timeInTurns } from '../timing.js';
import { cases } from './cases.js';
import { assertAlike } from './variant.js';

/** Milliseconds of each variant. */
export interface ArrayLaunch {
  readonly names: readonly string[];
  readonly steady: readonly number[];
}

const [, , name, milliseconds] = process.argv;
const found = cases.find((one) => one.name === name);
if (found === undefined) throw new Error(`there is no case called ${name}`);

const variants = await found.variants();
assertAlike(found, variants);
const launch: ArrayLaunch = {
  names: variants.map((variant) => variant.name),
  steady: timeInTurns(
    variants.map(({ run }) => run),
    variants.length * Number(milliseconds),
  ),
};
console.log(JSON.stringify(launch));
