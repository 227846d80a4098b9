/**
 * Reads the arguments of compiled code in a run that records: their primals, and the ids of their reals. Reading runs
 * no code of others, and changes nothing. O(size) of what holds duals; a typed array without duals is taken as it is.
 */
import { RealArray } from '../../../../core/floats/real-array.js';
import { isView } from '../../../../core/floats/real-array-view.js';
import type { Run } from '../../../../core/real.js';
import type { Charges } from '../../../analyse/worth.js';
import { holdsReals, isArray, type ArrayType, type Type } from '../../../ir/ir.js';
import { columns, DeltaDual } from '../../../../tape/columns.js';
import { packed } from '../../../../tape/is-packed.js';
import { elementAt } from '../../../../tape/packed-array.js';
import type { ReverseRun } from '../../../../tape/reverse-run.js';
import { checkedIn, fresh, type ArrayQuestions, type Read } from './checked.js';

/** The ids of the reals of a parameter: of a number, of an array, of the rows of a list; 0 for plain numbers. */
export type Ids = number | Int32Array | readonly Ids[];

/** Room for longer arrays is not kept for the next call. */
const MOST_KEPT = 4096;

/** Zeros, the room of which is used again if it is as long. */
export function zerosIn(room: Float64Array[], place: number, length: number): Float64Array {
  const kept = room[place] as Float64Array | undefined;
  if (kept?.length === length) return kept.fill(0);
  const made = new Float64Array(length);
  if (length <= MOST_KEPT) room[place] = made;
  return made;
}

export class ActiveValues {
  /** The ids of each parameter that holds duals; null for others. */
  readonly ids: (Ids | null)[];
  /** The values from which the parameters that are arrays were read. */
  readonly sources: unknown[] = [];
  /** A bit for each of these parameters. */
  active = 0;
  private copied = 0;
  private charges: Charges = { most: 0, element: 0, active: 0, row: 0 };
  private isActive = false;
  private run: ReverseRun | null = null;
  private owner: Run | null = null;
  private readonly room: Float64Array[] = [];

  /** @param isKept whether somebody keeps what is read: then no array of the caller is handed on, and no room is used again */
  constructor(
    types: readonly Type[],
    private readonly ask: ArrayQuestions,
    private readonly isKept = false,
  ) {
    this.ids = types.map(() => null);
  }

  /**
   * @param owner what new duals belong to: the run, or a segment of it
   * @param charges what may be copied
   */
  begin(run: ReverseRun, owner: Run, charges: Charges): void {
    this.run = run;
    this.owner = owner;
    this.active = 0;
    this.copied = 0;
    this.charges = charges;
    this.ids.fill(null);
  }

  readonly read: Read = (of, type, seen, place) => {
    if (type === 'f64') {
      if (typeof of === 'number') return of;
      const id = this.idOf(of);
      if (id === 0) return undefined;
      this.note(place, id);
      return columns().primal[id];
    }
    if (isArray(type)) this.sources[place] = of;
    if (!isArray(type) || !holdsReals(type)) return this.passive(of, type, seen);
    this.isActive = false;
    const ids: Ids[] = [];
    const values = this.array(of, type, ids, place);
    if (values === undefined) return undefined;
    if (this.isActive) this.note(place, ids[0]);
    return values;
  };

  private note(place: number, ids: Ids): void {
    this.ids[place] = ids;
    this.active |= 1 << place;
  }

  /** 0 for what is not a dual of the run. */
  private idOf(x: unknown): number {
    if (!(x instanceof DeltaDual)) return 0;
    return x.run === this.owner ? x.id : this.run!.idOf(x);
  }

  /** The primals of an array, whose ids are added to a list. */
  private array(of: unknown, type: ArrayType, all: Ids[], place: number | null): unknown {
    const { storage } = type;
    if (storage === 'list') return this.list(of, type, all);
    if (storage === 'number[]')
      return this.ask.isPlainList(of) ? this.elements(of, Float64Array, all, place) : undefined;
    if (of instanceof RealArray && of.floats === storage && !isView(of)) {
      const isShort = storage === 'Float32Array';
      return this.elements(of, isShort ? Float32Array : Float64Array, all, isShort ? null : place);
    }
    all.push(0);
    return this.passive(of, type, []);
  }

  private passive(of: unknown, type: Type, seen: object[]): unknown {
    const value = checkedIn(fresh, this.ask, of, type, seen);
    return this.isKept && ArrayBuffer.isView(value) ? (value as Float64Array).slice() : value;
  }

  private list(of: unknown, type: ArrayType, all: Ids[]): unknown {
    if (!this.ask.isPlainList(of)) return undefined;
    const ids: Ids[] = [];
    const rows: unknown[] = [];
    this.copied += this.charges.row * of.length;
    for (let k = 0; k < of.length; k++) {
      const row = this.array(of[k], type.of!, ids, null);
      if (row === undefined) return undefined;
      rows.push(row);
    }
    all.push(ids);
    return rows;
  }

  private elements(
    of: readonly unknown[],
    Floats: typeof Float64Array | typeof Float32Array,
    all: Ids[],
    place: number | null,
  ): Float64Array | Float32Array | undefined {
    const { length } = of;
    const { most, element, active } = this.charges;
    this.copied += element * length;
    if (this.copied > most) return undefined;
    const { primal } = columns();
    const isNew = place === null || this.isKept;
    const primals = isNew ? new Floats(length) : zerosIn(this.room, place, length);
    const pack = packed(of);
    const own = pack !== undefined && pack.run === this.owner ? pack.ids : null;
    let others: Int32Array | null = null;
    let isActive = false;
    for (let k = 0; k < length; k++) {
      if (own !== null && own[k] > 0) {
        primals[k] = primal[own[k]];
        isActive = true;
        continue;
      }
      const x: unknown = pack === undefined ? of[k] : elementAt(of as never, k);
      if (typeof x === 'number') {
        primals[k] = x;
        continue;
      }
      const id = this.idOf(x);
      if (id === 0 || own !== null) return undefined;
      others ??= new Int32Array(length);
      others[k] = id;
      primals[k] = primal[id];
      isActive = true;
    }
    if (isActive) this.copied += active * length;
    if (this.copied > most) return undefined;
    this.isActive ||= isActive;
    all.push(isActive ? (own ?? others!) : 0);
    return primals;
  }
}
