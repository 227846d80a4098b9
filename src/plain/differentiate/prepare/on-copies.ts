/**
 * Lets functions that write into their parameters work on copies, which the reverse sweep may restore. What
 * such a function leaves in parameters that are not inputs is copied at the end of the augmented primal, and
 * follows the result, so that the caller can put it back. A run works on copies of its inputs, too, which
 * nobody sees.
 */
import { activityOf } from '../../analyse/activity.js';
import { rootsOf } from '../../analyse/roots.js';
import { writtenParams } from '../../analyse/written-params.js';
import { Builder } from '../../ir/build.js';
import type { ArrayType, Func, Value } from '../../ir/ir.js';
import { Substitution } from '../../improve/substitution.js';
import { copyOf } from './new-arrays.js';

type OnCopies =
  | {
      readonly tag: 'function';
      readonly func: Func;
      /** The parameters whose last elements follow the result. */
      readonly written: readonly Value[];
    }
  | { readonly tag: 'refused'; readonly why: string };

/** The function on copies of what it writes into. O(size of the function). */
export function onCopies(f: Func, inputs: readonly Value[]): OnCopies {
  const params = writtenParams(f);
  if (params.length === 0) return { tag: 'function', func: f, written: [] };
  const written = params.filter((param) => !inputs.includes(param));
  const list = written.find(({ type }) => (type as ArrayType).of !== undefined);
  if (list !== undefined)
    return { tag: 'refused', why: `arrays in the argument ${list.name} are written to` };
  const builder = new Builder();
  const same = new Substitution();
  const region = builder.region(f.region.params, () => {
    for (const param of params) same.replace(param, copyOf(param, builder));
    const { body, yields } = same.inRegion(f.region);
    body.forEach((stmt) => builder.add(stmt));
    return [...yields, ...written.map((param) => copyOf(same.of(param), builder))];
  });
  const func = { ...f, region };
  const active = activityOf(func, rootsOf(func), inputs);
  const last = region.yields.slice(-written.length);
  const leaking = written.find((_, k) => active.has(last[k]));
  return leaking === undefined || written.length === 0
    ? { tag: 'function', func, written }
    : {
        tag: 'refused',
        why: `what depends on inputs is written into the argument ${leaking.name}`,
      };
}
