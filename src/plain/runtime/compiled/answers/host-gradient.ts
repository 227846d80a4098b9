/**
 * Gradients of functions that call functions of arrays: compiled code runs inside of a run that records these calls, and
 * the gradients with respect to arrays of NumPy are those of its inputs.
 */
import type { Run } from '../../../../core/real.js';
import { outputShapeWithBlocks, primalsOf } from '../../../../derivatives/output-reals.js';
import { isArray, isNumber, type Type } from '../../../ir/ir.js';
import { recordingHost } from '../code/recording-host.js';
import type { Derivative } from './derivatives.js';
import { sizeOf, take, zerosOf } from './lane-values.js';
import type { Results } from './results.js';

interface HostGradient {
  readonly value: number;
  /** Numbers, and arrays of NumPy, in the order in which they stand in the arguments. */
  readonly leaves: readonly unknown[];
  /** The numbers among these, and NaN where code gave arrays NaN: there zeros may matter. */
  readonly cotangents: readonly number[];
  readonly keys: null;
  /** The results of the code. */
  readonly results: readonly unknown[];
  /** The second result of the function, beside its number, if that was asked for. */
  readonly aux?: { readonly tree: unknown };
}

/**
 * @param places those of what derivatives are taken by, as `made` is
 * @param pair makes what the function gives, of which the second part is wanted; null if it gives a number
 */
export function hostGradient(
  made: Derivative,
  values: readonly unknown[],
  places: readonly number[],
  types: readonly Type[],
  pair: Results | null,
): HostGradient | null {
  const hosts = places.filter((place) => types[place] === 'host');
  const shadows = places.flatMap((place) => {
    const type = types[place];
    return isArray(type) ? [zerosOf(values[place], type, 1, undefined)] : [];
  });
  const {
    made: results,
    cotangents: ofHosts,
    metNaN,
    aux,
  } = recordingHost(
    hosts.map((place) => values[place]),
    (duals) => {
      const given = [...values, ...shadows];
      hosts.forEach((place, k) => (given[place] = duals[k]));
      return made.run(...given);
    },
    (found, run) => {
      if (pair === null) return null;
      // What is beside the number follows the slopes.
      const after = 1 + places.filter((place) => isNumber(types[place])).length;
      const [, tree] = pair.tree([found[0], ...found.slice(after)]) as readonly unknown[];
      return { tree: asPrimals(tree, run) };
    },
  );
  const [value] = results;
  if (typeof value !== 'number') return null;
  let [array, number, host] = [0, 1, 0];
  const leaves = places.flatMap((place): readonly unknown[] => {
    const type = types[place];
    if (type === 'host') return [ofHosts[host++]];
    if (!isArray(type)) return [results[number++]];
    const own = new Float64Array(sizeOf(values[place], type));
    take(shadows[array++], type, [own], 0);
    return Array.from(own);
  });
  const numbers = leaves.map((leaf) => (typeof leaf === 'number' ? leaf : 0));
  if (metNaN) numbers[0] = NaN;
  return { value, leaves, cotangents: numbers, keys: null, results, ...(aux && { aux }) };
}

/** A tree as a run gives it: nothing in it is recorded any more. */
function asPrimals(tree: unknown, run: Run): unknown {
  const shape = outputShapeWithBlocks(tree, 'aux');
  return shape.rebuild(primalsOf(run, shape));
}
