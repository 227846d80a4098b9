/** Makes the tree that the function returns of what compiled code gives. */
import { holdsReals, isArray, type Type } from '../../../ir/ir.js';
import { OutsideOfTier } from '../../../ir/leave.js';
import type { ResultForm } from '../../../ir/result-form.js';

/** The tree that a function returns. */
export interface ResultTree {
  readonly types: readonly Type[];
  /** The places of results that hold reals. */
  readonly real: readonly number[];
  /** The tree, whose arrays are nobody else's. O(size). */
  readonly tree: (found: readonly unknown[]) => unknown;
  /** For each real of the tree, its place among those that code gives; null if that is the same. O(size). */
  readonly order: (found: readonly unknown[]) => Int32Array | null;
}

export class Results implements ResultTree {
  readonly real: readonly number[];

  constructor(
    readonly types: readonly Type[],
    private readonly form: ResultForm,
  ) {
    this.real = placesIn(form).filter((place) => holdsReals(types[place]));
  }

  readonly order = (): null => null;

  tree(found: readonly unknown[]): unknown {
    const part = (form: ResultForm): unknown => {
      if (form === null) return undefined;
      if (typeof form === 'number') return own(found[form], this.types[form]);
      if (Array.isArray(form)) return (form as readonly ResultForm[]).map(part);
      return Object.fromEntries(Object.entries(form).map(([name, inner]) => [name, part(inner)]));
    };
    return part(this.form);
  }
}

const placesIn = (form: ResultForm): number[] =>
  typeof form === 'number' ? [form] : (Object.values(form ?? {}) as ResultForm[]).flatMap(placesIn);

/** A value as JavaScript has it. Elements that are missing are not numbers. */
function own(of: unknown, type: Type): unknown {
  if (type === 'bool' || type === 'host') return of;
  if (!isArray(type)) return number(of);
  const { of: inner } = type;
  if (inner !== undefined) return Array.from(of as unknown[], (array) => own(array, inner));
  if (type.storage === 'number[]') return Array.from(of as ArrayLike<unknown>, number);
  return (of as Float64Array).slice();
}

/** A number; leaves where an element is missing. */
export function number(of: unknown): number {
  if (typeof of !== 'number') throw new OutsideOfTier('an element is missing');
  return of;
}
