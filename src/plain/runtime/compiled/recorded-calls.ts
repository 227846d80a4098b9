/**
 * Answers calls of compiled functions in a run that records. Each call is one binding, whose partials are the
 * gradient of the call: nothing else of it is kept. Where this does not take a call, the function records by itself.
 */
import type { Real } from '../../../core/real.js';
import { DeltaDual, recording } from '../../../tape/columns.js';
import { originQuery } from '../../../tape/origins.js';
import { tapeOf, type ReverseRun } from '../../../tape/reverse-run.js';
import type { Charges } from '../../analyse/worth.js';
import { isArray, type Type } from '../../ir/ir.js';
import { close, columns, open } from '../recording.js';
import type { ArrayQuestions } from './entry/checked.js';
import { ActiveValues, zerosIn, type Ids } from './entry/active-values.js';
import type { Run } from './answers/run-code.js';
import type { Entry } from './entry/entry.js';
import { zerosOf } from './answers/lane-values.js';

/** The parts of a function. */
interface Parts {
  readonly types: readonly Type[];
  readonly arrays: ArrayQuestions;
  readonly entry: Entry;
  /** The places of the parameters that hold reals. */
  readonly real: readonly number[];
  readonly valueAt: (values: readonly unknown[]) => number | null;
  /** The value and the gradient by parameters, which are given by their places. */
  readonly gradient: (inputs: readonly number[]) => Run | null;
}

interface Choice {
  /** A bit for each of the inputs. */
  readonly mask: number;
  readonly inputs: readonly number[];
  readonly gradient: Run | null;
  /** The arguments of that: all parameters, and the cotangents of arrays. */
  readonly given: unknown[];
  /** Room for these. */
  readonly room: Float64Array[];
}

/** Up to here each set of active parameters has code of its own. */
const MOST_CHOICES = 4;
/** The number of parameters that have a bit. */
const BITS = 31;

const { widePartial, wideArg } = columns;

export class RecordedCalls {
  private readonly choices: Choice[] = [];
  private readonly active: ActiveValues;
  /** True while a call is being answered, whose room is in use. */
  private isBusy = false;

  constructor(private readonly of: Parts) {
    this.active = new ActiveValues(of.types, of.arrays);
  }

  /**
   * The result of a call; null where the function itself has to record. Then nothing has happened.
   *
   * @param charges what may be copied
   */
  call(args: readonly unknown[], captured: readonly unknown[], charges: Charges): Real | null {
    const { owner } = recording;
    const run = owner && tapeOf(owner);
    // Who asks where bindings come from asks for those of operations.
    const isAsked = originQuery.origins !== null;
    if (owner === null || run === null || isAsked || this.isBusy) return null;
    this.isBusy = true;
    try {
      const { active } = this;
      active.begin(run as ReverseRun, owner, charges);
      const values = this.of.entry.valuesBy(active.read, args, captured);
      if (values === null) return null;
      if (active.active === 0) return this.of.valueAt(values);
      const choice = this.choice(active.active);
      if (choice.gradient === null) return null;
      const found = choice.gradient(...this.given(choice, values)) as readonly number[];
      const [value] = found;
      if (typeof value !== 'number') return null;
      const id = this.binding(choice, value, found);
      if (id < 0) return null;
      return id === 0 ? value : new DeltaDual(owner, id);
    } finally {
      this.isBusy = false;
    }
  }

  /** Code for parameters among which all active ones are; there are few such sets. */
  private choice(mask: number): Choice {
    for (const known of this.choices) if (known.mask === mask) return known;
    const { types, real } = this.of;
    const isMany = types.length > BITS;
    let wanted = mask;
    if (this.choices.length >= MOST_CHOICES || isMany) {
      for (const known of this.choices) if ((known.mask & mask) === mask) return known;
      for (const known of this.choices) wanted |= known.mask;
    }
    const made: Choice = {
      mask: isMany ? -1 : wanted,
      inputs: real.filter((place) => isMany || (wanted & (1 << place)) !== 0),
      gradient: null,
      given: [],
      room: [],
    };
    const choice = { ...made, gradient: this.of.gradient(made.inputs) };
    this.choices.push(choice);
    return choice;
  }

  /** The parameters, and zeros for the cotangents of arrays. */
  private given({ inputs, given, room }: Choice, values: readonly unknown[]): unknown[] {
    const { types } = this.of;
    let count = 0;
    for (; count < values.length; count++) given[count] = values[count];
    for (const place of inputs) {
      const type = types[place];
      if (!isArray(type)) continue;
      const value = values[place];
      given[count] =
        type.of === undefined
          ? zerosIn(room, count, (value as Float64Array).length)
          : zerosOf(value, type, 1);
      count++;
    }
    return given;
  }

  /**
   * The id of a binding with the cotangents for its partials; 0 if all of them are an exact 0, and -1 if one is not
   * finite: then it matters in which order cotangents meet zeros, which the function shows that records.
   */
  private binding(choice: Choice, value: number, results: readonly number[]): number {
    const { inputs, given } = choice;
    const { types } = this.of;
    const { ids } = this.active;
    const start = open();
    let [array, number, end] = [types.length, 1, start];
    for (const place of inputs) {
      const isOfArray = isArray(types[place]);
      const slopes = isOfArray ? given[array++] : results[number++];
      const some = ids[place];
      if (some === null) continue;
      end = edges(some, slopes, end);
      if (end < 0) return -1;
    }
    return close(start, end, value);
  }
}

/** Adds the edges of a parameter; the result is the place of the next edge, or -1 if a partial is not finite. */
export function edges(ids: Ids, slopes: unknown, start: number): number {
  let end = start;
  if (typeof ids === 'number') {
    // exact 0: such an edge is none.
    if (ids === 0 || slopes === 0) return end;
    widePartial[end] = slopes as number;
    wideArg[end] = ids;
    return isFinite(slopes as number) ? end + 1 : -1;
  }
  if (ids instanceof Int32Array) {
    const partials = slopes as Float64Array;
    for (let k = 0; k < ids.length; k++) {
      const partial = partials[k];
      // exact 0: such an edge is none.
      if (partial === 0 || ids[k] === 0) continue;
      if (partial - partial !== 0) return -1;
      widePartial[end] = partial;
      wideArg[end++] = ids[k];
    }
    return end;
  }
  for (let k = 0; k < ids.length && end >= 0; k++)
    end = edges(ids[k], (slopes as readonly unknown[])[k], end);
  return end;
}
