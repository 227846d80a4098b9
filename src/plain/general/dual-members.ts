/**
 * The names of members that a dual has and a number has not, or has with another meaning. If one of them is
 * asked of a value that may be a dual, the runtime answers for the number.
 */
import * as comparisons from '../../core/comparisons.js';
import { Dual } from '../../core/real.js';
import * as table from '../../core/primitives/table.js';

/** The fields that the runs of the library write on their duals. */
const fields = [
  ...['run', 'id', 'primalReal', 'primalNumber', 'tangent', 'vector', 'delta', 'on'],
  ...['known', 'scaled', 'rule', 'isBlock', 'primalBlock'],
];

/** The methods that core/methods.ts adds, if the program imports it. */
const methods = ['primal', ...Object.keys(table), ...Object.keys(comparisons)];

export const dualMembers: ReadonlySet<string> = new Set([
  ...fields,
  ...methods,
  ...Object.getOwnPropertyNames(Dual.prototype),
]);
