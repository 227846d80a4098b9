/**
 * Decides whether a call of a function, in a run that records, is better as one binding with the gradient
 * for its partials, or as a group that is pulled back by compiled code. Asking takes as long as recording
 * some thirty operations, and recorded code is good at few operations. What is `own` here is not asked at
 * all. Of others, each call is decided by the numbers and the sizes that it is given. So a program is always
 * recorded in the same way.
 */
import { allOf, isArray, isNumber, statementsOf, type Func, type Type } from '../ir/ir.js';
import { isHost, usesHost } from '../ir/host.js';
import { ONE, type Gives, type ResultForm } from '../ir/result-form.js';
import type { Origin } from '../ir/origin.js';
import { givenBy, workOf, type Given } from './work.js';
import { writtenParams } from './written-params.js';

/**
 * Numbers of statements, as work.ts estimates them; tests ask for less.
 *
 * - From how many on a function is asked at all: more if it has a recording version, which takes a third of
 *   the time of a general one.
 * - To begin a binding takes as long as recording so many statements, and so does each real that is copied,
 *   with its partial.
 * - Code with calls of functions that are not compiled begins a run for them, and takes so long for each
 *   call and each number that goes in or comes out.
 * - A group keeps copies of its arguments, and has a reverse sweep of its own. So it takes longer to begin,
 *   and each element of an array that is copied costs something, more where the array depends on inputs, and
 *   most where the group gives it.
 */
export const least = {
  ofRecorded: 200,
  ofGeneral: 60,
  toBegin: 150,
  ofReal: 3,
  ofGroup: 100,
  toBeginGroup: 5000,
  ofElement: 8,
  ofActive: 25,
  ofGiven: 40,
  ofRow: 200,
  toBeginRuns: 300,
  ofCrossing: 6,
};

/** The limit on the copying of a call: statements for each part, and the number of them in all. */
export interface Charges {
  readonly most: number;
  readonly element: number;
  /** The additional cost of an element that depends on inputs. */
  readonly active: number;
  readonly row: number;
}

/** The copying that is worth it for a call that becomes one binding. */
export const forBinding = (work: number): Charges => ({
  most: work - least.toBegin,
  element: least.ofReal,
  active: 0,
  row: 0,
});

/** The copying that is worth it for a call that gives this many numbers and becomes a group. */
export const forGroup = (work: number, given: number): Charges => ({
  most: work - least.toBeginGroup - least.ofGiven * given,
  element: least.ofElement,
  active: least.ofActive,
  row: least.ofRow,
});

/**
 * True if code with calls of functions that are not compiled is better than a run of the whole: each of
 * these calls, and each number that goes in or out, is recorded and swept apart, and the rest must be
 * worth that.
 */
export function isWorthRuns(f: Func): (given: Given) => boolean {
  const own = workOf(f, (stmt) => (isHost(stmt) ? 0 : 1));
  const crossing = workOf(f, (stmt) => (isHost(stmt) && stmt.does !== 'draw' ? 1 : 0));
  return (given) => own(given) >= least.toBeginRuns + least.ofCrossing * crossing(given);
}

/**
 * The form in which a call is recorded: `void` is a group without results, and `own` that the function
 * records by itself.
 */
export type Recording = 'binding' | 'group' | 'void' | 'own';

interface Lowered {
  /** The form of the result, made of the values that the function yields. */
  readonly result: ResultForm;
  readonly gives: Gives;
  readonly origins: readonly Origin[];
}

/** Something of a type. */
function sample(type: Type): unknown {
  if (!isArray(type)) return 1;
  return [type.of === undefined ? 1 : sample(type.of)];
}

/**
 * @param isRecorded whether it has a recording version
 * @param isSmall whether no lowered form is to be attached for groups alone, as in bundles
 */
export function recordingOf(
  f: Func,
  { result, gives, origins }: Lowered,
  isRecorded: boolean,
  isSmall: boolean,
): Recording {
  // What the host is called for is recorded by the run around it.
  if (usesHost(f)) return 'own';
  const work = workOf(f)(() => undefined);
  // What functions of other modules write is known when they are linked.
  const names = new Set(allOf(f).map(({ name }) => name));
  const isWhole = [...statementsOf(f)].every((stmt) => stmt.tag !== 'call' || names.has(stmt.of));
  const written = isWhole ? writtenParams(f) : [];
  if (result === ONE && isNumber(f.region.yields[0].type) && written.length === 0)
    return work < (isRecorded ? least.ofRecorded : least.ofGeneral) ? 'own' : 'binding';
  // Nothing would come of a call without results. Rows that are replaced, and what entry tells, are left to runs.
  const isTold = origins.some(({ tells }) => tells !== undefined);
  const isNone = f.region.yields.length + written.length === 0;
  const isOfRows = [...f.region.yields, ...written].some(
    ({ type }) => isArray(type) && type.of !== undefined,
  );
  const isShort = isSmall || work < least.ofGroup;
  if (gives !== 'new' || isTold || isNone || isOfRows || isShort) return 'own';
  // A call is decided by how many numbers it gives.
  const { params } = f.region;
  if (Number.isNaN(givenBy(f, written)((place) => sample(params[place].type)))) return 'own';
  return result === null ? 'void' : 'group';
}
