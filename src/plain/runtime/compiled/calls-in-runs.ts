/** Answers calls of a compiled function in runs that record: as one binding, or as a group. */
import { copiedBy, workOf } from '../../analyse/work.js';
import { mostCopied } from '../../analyse/worth.js';
import { holdsReals, isArray, type Func, type Type } from '../../ir/ir.js';
import type { Origin, Step } from '../../ir/origin.js';
import { ONE, type ResultForm } from '../../ir/result-form.js';
import type { Derivatives } from './answers/derivatives.js';
import type { Entry } from './entry/entry.js';
import type { Captures } from './linking.js';
import { RecordedCalls } from './recorded-calls.js';
import { RecordedGroups } from './recorded-groups.js';

/** What belongs to a function. */
interface Of {
  readonly func: Func;
  readonly origins: readonly Origin[];
  readonly types: readonly Type[];
  readonly result: ResultForm;
  readonly entry: Entry;
  readonly writes: boolean;
  readonly isNested: boolean;
  readonly derivatives: Derivatives;
}

export class CallsInRuns {
  private readonly calls: RecordedCalls | RecordedGroups | null;
  private readonly work;

  constructor(private readonly of: Of) {
    const { func, types, entry, derivatives } = of;
    this.work = workOf(func);
    const isNumber = of.result === ONE && !isArray(func.region.yields[0].type);
    // Derivatives inside never ask for an exact 0, which a group may meet at the sweep.
    if (!isNumber || of.writes) this.calls = of.isNested ? null : RecordedGroups.for(of);
    else
      this.calls = new RecordedCalls({
        types,
        entry,
        real: [...types.keys()].filter((place) => holdsReals(types[place])),
        valueAt: (values) => {
          const found = derivatives.of('value', [], 1, false)?.run(...values)[0];
          return typeof found === 'number' ? found : null;
        },
        gradient: (inputs) => derivatives.of('gradient', inputs, 1, false)?.run ?? null,
      });
  }

  /** What a call gives; null where the function itself has to record, as it does where that takes less time. */
  call(args: readonly unknown[], captures: Captures): unknown {
    if (this.calls === null) return null;
    let captured: readonly unknown[] | null = null;
    const given = (place: number): unknown => {
      const { of, path } = this.of.origins[place];
      return found(of === 'argument' ? args : (captured ??= captures()), path);
    };
    const most = mostCopied(this.work(given));
    // Where not even that is worth it, what is copied is not looked at.
    if (most < 0 || copiedBy(this.of.types, given) > most) return null;
    return this.calls.call(args, captured ?? captures(), most);
  }
}

/** What stands at the end of a way, as far as it is told without running code of others; for objects in an array the array. */
function found(start: unknown, way: readonly Step[]): unknown {
  let at = start;
  for (const step of way) {
    if (step === null) return at;
    if (typeof step === 'boolean' || typeof at !== 'object' || at === null) return undefined;
    at = Object.getOwnPropertyDescriptor(at, step)?.value as unknown;
  }
  return at;
}
