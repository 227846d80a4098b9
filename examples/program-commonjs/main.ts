/** The torque of a pendulum, in TypeScript that becomes CommonJS: it asks for its own place. */
import { basename } from 'node:path';
import { grad } from 'delta-tape';
import { energy } from './energy.ts';

console.log(basename(__filename), grad(energy)(Math.PI / 2).toFixed(3));
