/**
 * The names that a dual has of its own, and numbers have not, or have otherwise: where one is asked of what
 * may be a dual, the runtime answers for the number.
 */
import * as comparisons from '../../core/comparisons.js';
import { Dual } from '../../core/real.js';
import * as table from '../../core/primitives/table.js';

/** What the runs of the library write on their duals. */
const fields = [
  ...['run', 'id', 'primalReal', 'primalNumber', 'tangent', 'vector', 'delta', 'on'],
  ...['known', 'scaled', 'rule'],
];

/** What core/methods.ts adds, if the program asks for it. */
const methods = ['primal', ...Object.keys(table), ...Object.keys(comparisons)];

export const dualMembers: ReadonlySet<string> = new Set([
  ...fields,
  ...methods,
  ...Object.getOwnPropertyNames(Dual.prototype),
]);
