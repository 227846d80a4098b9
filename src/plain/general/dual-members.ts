/**
 * The names of members that a dual has and a number has not, or has with another meaning. If one of them is
 * asked of a value that may be a dual, the runtime answers for the number.
 */
import type { BlockFields } from '../../core/block.js';
import * as comparisons from '../../core/comparisons.js';
import * as table from '../../core/primitives/table.js';
import { Dual } from '../../core/real.js';
import type { SpecDual } from '../../delta/specification.js';
import type { StageDual } from '../../delta/stages/stage-run.js';
import type { Series } from '../../derivatives/series-run.js';
import type { Marker } from '../../derivatives/sparse/interactions.js';
import type { DeltaDual } from '../../tape/columns.js';
import type { TangentDual } from '../../tape/tangent-dual.js';

type AnyDual =
  DeltaDual | TangentDual | Series | Marker | SpecDual | StageDual<unknown> | (Dual & BlockFields);

/** Those of every class, not only those that all have. */
type MemberOf<D> = D extends unknown ? Extract<keyof D, string> : never;
type Inherited = 'constructor' | Exclude<MemberOf<Dual>, 'run' | 'isBlock'>;

/**
 * The fields that the classes of duals have beside the methods of `Dual`. The types demand each name,
 * and no others.
 */
const fields: Readonly<Record<Exclude<MemberOf<AnyDual>, Inherited>, true>> = {
  run: true,
  isBlock: true,
  id: true,
  primalReal: true,
  tangent: true,
  known: true,
  scaled: true,
  rule: true,
  dropRule: true,
  upTo: true,
  derivative: true,
  on: true,
  primalNumber: true,
  delta: true,
  atom: true,
  paired: true,
  primalBlock: true,
  batch: true,
  host: true,
};

/** Those that are not methods: one that the program gives numbers under such a name is hidden by it. */
export const dualFields: ReadonlySet<string> = new Set(Object.keys(fields));

/** The methods that core/methods.ts adds, if the program imports it. */
const methods = ['primal', ...Object.keys(table), ...Object.keys(comparisons)];

export const dualMembers: ReadonlySet<string> = new Set([
  ...Object.keys(fields),
  ...methods,
  ...Object.getOwnPropertyNames(Dual.prototype),
  // For promises (runtime/called-later.ts).
  'then',
  '__proto__',
]);
