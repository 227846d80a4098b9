/** The reals of calls that are recorded as groups: those that they take, and those that they give. */
import { isArray, type Type } from '../../ir/ir.js';
import type { ResultForm } from '../../ir/result-form.js';

import { sizeOf } from './answers/lane-values.js';
import { number, type Results } from './answers/results.js';
import type { Ids } from './entry/active-values.js';

interface Reals {
  /** The reals that depend on inputs. */
  readonly numbers: readonly number[];
  /** Where those of each result begin. */
  readonly starts: readonly number[];
  /** Where each stands among all reals of the results, and how many these are. */
  readonly places: readonly number[];
  readonly height: number;
}

export function realsOf(
  found: readonly unknown[],
  { real, types }: Results,
  isActive: readonly boolean[],
): Reals {
  const from = new Map<number, number>();
  let height = 0;
  for (const place of real) {
    from.set(place, height);
    height += sizeOf(found[place], types[place]);
  }
  const numbers: number[] = [];
  const places: number[] = [];
  const starts = found.map((of, k) => {
    const start = numbers.length;
    const first = from.get(k);
    // Elements that are missing leave, also where nothing depends on inputs.
    const own = isActive[k] && first !== undefined ? numbers : [];
    addNumbers(own, of, types[k]);
    if (own === numbers)
      for (let j = start; j < numbers.length; j++) places.push(first! + j - start);
    return start;
  });
  return { numbers, starts: [...starts, numbers.length], places, height };
}

/** Adds the numbers in a result; leaves where an element is missing. */
function addNumbers(to: number[], of: unknown, type: Type): void {
  if (type === 'bool') return;
  if (!isArray(type)) to.push(number(of));
  else {
    const { of: inner } = type;
    const list = of as readonly unknown[];
    for (let k = 0; k < list.length; k++)
      if (inner === undefined) to.push(number(list[k]));
      else addNumbers(to, list[k], inner);
  }
}

/** The result, of what stands at each place. */
export function treeOf(form: ResultForm, at: (place: number) => unknown): unknown {
  if (form === null) return undefined;
  if (typeof form === 'number') return at(form);
  if (Array.isArray(form)) return (form as readonly ResultForm[]).map((part) => treeOf(part, at));
  const parts = Object.entries(form).map(([name, part]) => [name, treeOf(part, at)] as const);
  return Object.fromEntries(parts);
}

/** The ids of all reals of inputs, in the order of a vector; 0 where there is none. They are copied: arrays may change. */
export function idsOf(
  inputs: readonly number[],
  values: readonly unknown[],
  ids: readonly (Ids | null)[],
  types: readonly Type[],
): Int32Array {
  const all = new Int32Array(inputs.reduce((sum, k) => sum + sizeOf(values[k], types[k]), 0));
  let at = 0;
  const add = (own: Ids | null, value: unknown, type: Type): void => {
    if (!isArray(type)) all[at++] = (own ?? 0) as number;
    else if (type.of === undefined) {
      if (own instanceof Int32Array) all.set(own, at);
      at += (value as ArrayLike<number>).length;
    } else {
      const { of } = type;
      const rows = Array.isArray(own) ? (own as readonly Ids[]) : [];
      const list = value as readonly unknown[];
      for (let k = 0; k < list.length; k++) add(rows[k] ?? null, list[k], of);
    }
  };
  for (const place of inputs) add(ids[place], values[place], types[place]);
  return all;
}
