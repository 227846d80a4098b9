/** Answers calls of a compiled function in runs that record: as one binding, or as a group. */
import { traversedParams } from '../../analyse/traversed.js';
import { holdsReals, isArray, type Func, type Type } from '../../ir/ir.js';
import type { Origin } from '../../ir/origin.js';
import { ONE, type ResultForm } from '../../ir/result-form.js';
import type { Derivatives } from './answers/derivatives.js';
import type { Entry } from './entry/entry.js';
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
  private readonly of: RecordedCalls | RecordedGroups | null;

  constructor(of: Of) {
    const { func, types, entry, derivatives } = of;
    const traversed = traversedParams(func);
    const isTraversed = func.region.params.map((param) => traversed.has(param));
    const isNumber = of.result === ONE && !isArray(func.region.yields[0].type);
    // Derivatives inside never ask for an exact 0, which a group may meet at the sweep.
    if (!isNumber || of.writes)
      this.of = of.isNested ? null : RecordedGroups.for({ ...of, isTraversed });
    else
      this.of = new RecordedCalls({
        types,
        entry,
        isTraversed,
        real: [...types.keys()].filter((place) => holdsReals(types[place])),
        valueAt: (values) => {
          const found = derivatives.of('value', [], 1, false)?.run(...values)[0];
          return typeof found === 'number' ? found : null;
        },
        gradient: (inputs) => derivatives.of('gradient', inputs, 1, false)?.run ?? null,
      });
  }

  /** What a call gives; null where the function itself has to record. */
  call = (args: readonly unknown[], captured: readonly unknown[]): unknown =>
    this.of && this.of.call(args, captured);
}
