/**
 * Gradients of functions that call functions of arrays: compiled code runs inside of a run that records these calls, and
 * the gradients by arrays of NumPy are those of its inputs.
 */
import { isArray, type Type } from '../../../ir/ir.js';
import { recordingHost } from '../code/recording-host.js';
import type { Derivative } from './derivatives.js';
import { sizeOf, take, zerosOf } from './lane-values.js';

interface HostGradient {
  readonly value: number;
  /** Numbers, and arrays of NumPy, in the order in which they stand in the arguments. */
  readonly leaves: readonly unknown[];
  /** Whether code gave arrays a cotangent that is NaN. */
  readonly metNaN: boolean;
  /** The results of the code. */
  readonly results: readonly unknown[];
}

/** @param places those of what derivatives are taken by, as `made` is */
export function hostGradient(
  made: Derivative,
  values: readonly unknown[],
  places: readonly number[],
  types: readonly Type[],
): HostGradient | null {
  const hosts = places.filter((place) => types[place] === 'host');
  const shadows = places.flatMap((place) => {
    const type = types[place];
    return isArray(type) ? [zerosOf(values[place], type, 1, undefined)] : [];
  });
  const {
    made: results,
    cotangents,
    metNaN,
  } = recordingHost(
    hosts.map((place) => values[place]),
    (duals) => {
      const given = [...values, ...shadows];
      hosts.forEach((place, k) => (given[place] = duals[k]));
      return made.run(...given);
    },
  );
  const [value] = results;
  if (typeof value !== 'number') return null;
  let [array, number, host] = [0, 1, 0];
  const leaves = places.flatMap((place): readonly unknown[] => {
    const type = types[place];
    if (type === 'host') return [cotangents[host++]];
    if (!isArray(type)) return [results[number++]];
    const own = new Float64Array(sizeOf(values[place], type));
    take(shadows[array++], type, [own], 0);
    return Array.from(own);
  });
  return { value, leaves, metNaN, results };
}

/** The numbers among leaves, and NaN where code gave arrays NaN: there zeros may matter. */
export const numbersIn = ({ leaves, metNaN }: HostGradient): number[] => {
  const numbers = leaves.map((leaf) => (typeof leaf === 'number' ? leaf : 0));
  if (metNaN) numbers[0] = NaN;
  return numbers;
};
