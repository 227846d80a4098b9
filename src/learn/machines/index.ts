/** Work on other machines, over BullMQ and Redis. */
export type { RedisAddress } from './connection.js';
export { machines, type Machines, type MachinesOptions } from './machines.js';
