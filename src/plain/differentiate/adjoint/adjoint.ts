/**
 * The adjoint of a function, from the language to the language: first the statements of the function, which
 * keep what the reverse sweep needs, then their reverse sweep, on cotangents. There is no tape. A function
 * that is called has two halves (halves.ts).
 *
 * The adjoint takes the arguments, and then an array of zeros for each array that a gradient is wanted of.
 * It adds the gradients to these arrays. It gives the result of the function, the gradients of numbers, and
 * what follows the result: numbers, and arrays that nobody writes any more (on-copies.ts). A seeded adjoint
 * takes a cotangent of each real result at last, and gives the gradients only. O(size of the program).
 */
import { mostLoose } from '../../analyse/followed.js';
import { FOREIGN } from '../../analyse/foreign.js';
import { writtenParams } from '../../analyse/written-params.js';
import { isNumber, statementsOf, type Func, type Value } from '../../ir/ir.js';
import { bothWays, type AdjointOptions } from './both-ways.js';
import type { Handed } from './halves.js';
import { inOne, lifted } from '../prepare/lifted.js';
import { dependencesOf } from '../prepare/dependences.js';

export type { AdjointOptions };

type Adjoint =
  | { readonly tag: 'adjoint'; readonly func: Func }
  | { readonly tag: 'refused'; readonly why: string };

/**
 * @param inputs the parameters that gradients are wanted of: numbers, arrays of them, or values of the host
 */
export function adjoint(given: Func, inputs: readonly Value[], options: AdjointOptions): Adjoint {
  const names = new Set(given.functions?.map(({ name }) => name));
  if ([...statementsOf(given)].some((stmt) => stmt.tag === 'call' && !names.has(stmt.of)))
    return { tag: 'refused', why: 'it calls functions that are not linked' };
  const why = refusal(given, options.isSeeded === true);
  if (why !== null) return { tag: 'refused', why };
  const whole = inOne(given);
  if (whole === undefined)
    return { tag: 'refused', why: 'a function that calls itself calls functions of NumPy' };
  const recorded = lifted(whole, inputs);
  if (recorded === null)
    return { tag: 'refused', why: 'a list of arrays goes into a function of NumPy' };
  const dependences = dependencesOf(recorded, inputs);
  const { f, roots, activity } = dependences;
  const most = { loose: mostLoose(f, roots, activity), halved: new Set<string>() };
  const handed = new Map<string, readonly number[]>();
  let all = bothWays(dependences, inputs, options, null, most, handed);
  if (all.meetsForeign) return { tag: 'refused', why: FOREIGN };
  // Where few are relied on to be loose, the others may be read again.
  const { limits } = all;
  if (limits.loose.size < most.loose.size || limits.halved.size > 0)
    all = bothWays(dependences, inputs, options, null, limits, handed);
  // What a reverse sweep is handed is asked for by those that call it: these may want more of their own callers.
  while (!isHanded(all.wanted, handed)) {
    for (const [name, places] of all.wanted) handed.set(name, places);
    all = bothWays(dependences, inputs, options, null, limits, handed);
  }
  if (all.isSettled) return { tag: 'adjoint', func: all.func };
  // What is restored is known when all that is read again is known.
  const { func } = bothWays(dependences, inputs, options, all.reads, limits, handed);
  return { tag: 'adjoint', func };
}

const isHanded = (wanted: Handed, handed: Handed): boolean =>
  [...wanted].every(([name, places]) => places.length === (handed.get(name) ?? []).length);

function refusal(f: Func, isSeeded: boolean): string | null {
  const { region } = f;
  const [argument] = writtenParams(f);
  if (argument !== undefined) return `the argument ${argument.name} is written to`;
  const [result] = region.yields;
  if (!isSeeded && (result === undefined || !isNumber(result.type)))
    return 'the result is not one number';
  for (const stmt of statementsOf(f))
    if (stmt.tag === 'let' && stmt.op.tag === 'times')
      return 'it is a derivative that asks for an exact 0';
  return null;
}
