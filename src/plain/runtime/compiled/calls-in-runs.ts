/** Answers calls of a compiled function in runs that record: as one binding, or as a group. */
import { copiedBy, givenBy, workOf, type Given } from '../../analyse/work.js';
import { forBinding, forGroup, type Charges } from '../../analyse/worth.js';
import { writtenParams } from '../../analyse/written-params.js';
import { holdsReals, isArray, type Func, type Type } from '../../ir/ir.js';
import type { Origin, Step } from '../../ir/origin.js';
import { ONE, type ResultForm } from '../../ir/result-form.js';
import type { Derivatives } from './answers/derivatives.js';
import type { ArrayQuestions } from './entry/checked.js';
import type { Entry } from './entry/entry.js';
import type { Captures } from './linking.js';
import { RecordedCalls } from './recorded-calls.js';
import { RecordedGroups } from './recorded-groups.js';
import { Variable } from '../variables-of-modules.js';

/** The data of a function. */
interface Of {
  readonly func: Func;
  readonly origins: readonly Origin[];
  readonly types: readonly Type[];
  readonly result: ResultForm;
  readonly entry: Entry;
  readonly arrays: ArrayQuestions;
  readonly writes: boolean;
  readonly isNested: boolean;
  readonly derivatives: Derivatives;
}

export class CallsInRuns {
  private readonly calls: RecordedCalls | RecordedGroups | null;
  private readonly charges: (given: Given) => Charges;

  constructor(private readonly of: Of) {
    const { func, types, arrays, entry, derivatives } = of;
    const work = workOf(func);
    const isNumber = of.result === ONE && !isArray(func.region.yields[0].type);
    if (!isNumber || of.writes) {
      const numbers = givenBy(func, [...writtenParams(func)]);
      this.charges = (given) => forGroup(work(given), numbers(given));
      // Derivatives inside never ask for an exact 0, which a group may meet at the sweep.
      this.calls = of.isNested ? null : RecordedGroups.for(of);
    } else {
      this.charges = (given) => forBinding(work(given));
      this.calls = new RecordedCalls({
        types,
        arrays,
        entry,
        real: [...types.keys()].filter((place) => holdsReals(types[place])),
        valueAt: (values) => {
          const found = derivatives.of('value', [], 1, false)?.run(...values)[0];
          return typeof found === 'number' ? found : null;
        },
        gradient: (inputs) => derivatives.of('gradient', inputs, 1, false)?.run ?? null,
      });
    }
  }

  /**
   * The result of a call; null where the function itself has to record, as it does where that takes
   * less time.
   */
  call(args: readonly unknown[], captures: Captures): unknown {
    if (this.calls === null) return null;
    let captured: readonly unknown[] | null = null;
    const given = (place: number): unknown => {
      const { of, path } = this.of.origins[place];
      return found(of === 'argument' ? args : (captured ??= captures()), path);
    };
    const charges = this.charges(given);
    // Where not even that is worth it, what is copied is not looked at. Of a group it may be unknown what it gives.
    if (!(charges.most >= 0) || charges.element * copiedBy(this.of.types, given) > charges.most)
      return null;
    return this.calls.call(args, captured ?? captures(), charges);
  }
}

/**
 * The value at the end of a way, as far as it is known without running code of others; for objects in
 * an array the array.
 */
function found(start: readonly unknown[], way: readonly Step[]): unknown {
  let at: unknown = start;
  for (let k = 0; k < way.length; k++) {
    const step = way[k];
    if (step === null) return at;
    if (typeof step === 'boolean' || typeof at !== 'object' || at === null) return undefined;
    // The list of the arguments itself is nobody else's.
    at = k === 0 ? start[step as number] : Object.getOwnPropertyDescriptor(at, step)?.value;
    if (at instanceof Variable) at = at.value;
  }
  return at;
}
