/**
 * One launch of a derivative of higher order:
 * `node orders-launch.js <name> <milliseconds>` prints an OrderLaunch.
 */
import { orders, type OrderLaunch } from './orders.js';
import { timeInTurns } from './timing.js';

const [, , name, milliseconds] = process.argv;
const order = orders.find((one) => one.name === name);
if (order === undefined) throw new Error(`there is no derivative called ${name}`);

const { basis, derivative } = order;
const passes = order.check();
const [first, second] = timeInTurns([basis, derivative], Number(milliseconds));
const peakBytes = process.resourceUsage().maxRSS * 1024;
// It loads the translator, which would count.
const { answering } = await import('./answered.js');
const launch: OrderLaunch = {
  basis: first,
  derivative: second,
  passes,
  peakBytes,
  answers: answering(order.of),
};
console.log(JSON.stringify(launch));
