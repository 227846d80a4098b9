/**
 * Reads the parameters of a lowered function from what it is given. Reading runs no code of others, except for
 * proxies, which are read as they would be elsewhere. O(size) of what is copied, and of objects.
 */
import type { ArrayType } from '../../../ir/ir.js';
import type { Origin } from '../../../ir/origin.js';
import {
  checkedIn,
  type ArrayQuestions,
  fresh,
  inCell,
  inVariable,
  ofHost,
  typed,
  type Read,
  type Room,
} from './checked.js';
import { EntryWriter } from './entry-code.js';
import { noneOf, type Inside } from './entry-parts.js';
import { MetTexts, placeIn, Texts } from '../../../ir/text-table.js';
import { entriesOf } from './given-entries.js';
import { hasKeys, isInstance } from './records.js';

type Values = readonly unknown[];

/**
 * Reads all parameters; null if any is not what it must be.
 *
 * @param inputs takes the objects and arrays that are met in arguments that `wrt` names
 * @param others takes those in other arguments
 * @param held takes those in captured variables
 * @param read reads what is not a number or bool
 */
type Reading<R> = (
  args: Values,
  captured: Values,
  wrt: unknown,
  inputs: object[],
  others: object[],
  held: object[],
  read: R,
  room: Room | null,
) => unknown[] | null;

/** True if anything is there for a parameter that may be missing. */
export function isThere({ tells }: Origin, of: unknown): boolean {
  if (tells === undefined || !('absent' in tells)) return true;
  return of !== (tells.absent === 'null' ? null : undefined);
}

/** True if `wrt` names an argument, or something in it. */
export function isNamed(position: number, wrt: unknown): boolean {
  if (!Array.isArray(wrt)) return wrt === position || (typeof wrt === 'string' && position === 0);
  return typeof wrt[0] === 'string' ? position === 0 : wrt.includes(position);
}

/** A column that grows has room for so many numbers. */
const SHORTEST = 16;

const numbers: ArrayType = { storage: 'number[]' };

/** Numbers in an array of the room. */
function into<A extends Float64Array | Int32Array>(to: A, numbers: readonly number[]): A {
  for (let k = 0; k < numbers.length; k++) to[k] = numbers[k];
  return to;
}
const floats = (of: readonly number[], room: Room) => into(room.room(of.length), of);
const ints = (of: readonly number[], room: Room) => into(room.ints(of.length), of);

/** An array with the same numbers, and room for more. */
function longer<A extends Float64Array | Int32Array>(of: A): A {
  const length = Math.max(2 * of.length, SHORTEST);
  const made = of instanceof Int32Array ? new Int32Array(length) : new Float64Array(length);
  made.set(of);
  return made as A;
}

/** The places of all in a list. */
const placesIn = (list: readonly unknown[]): Map<unknown, number> =>
  new Map(list.map((one, place) => [one, place]));

/** The functions that the code reads with. */
const helpers = {
  isNamed,
  getOwnPropertyDescriptor: Object.getOwnPropertyDescriptor,
  ...typed,
  hasKeys,
  entriesOf,
  MetTexts,
  ofHost,
  isInstance,
  inCell,
  inVariable,
  floats,
  ints,
  longer,
  placesIn,
  numbers,
  none: noneOf,
  lasting: fresh,
};

/** The values that code that reads the parameters of a function reads with. */
export function givenTo(origins: readonly Origin[], ask: ArrayQuestions) {
  const types = origins.map(({ type }) => type);
  const usual = origins.map((origin) => origin.usual);
  const texts = origins.map(({ tells }) => (tells && 'texts' in tells ? tells.texts : []));
  const methods = origins.map(({ tells }) => (tells && 'instanceOf' in tells ? tells.methods : []));
  const text = (place: number, of: string, met: MetTexts) => placeIn(texts[place], of, met);
  const tables = origins.map(({ tells }) => (tells && 'table' in tells ? tells.table : []));
  const table = (place: number, met: MetTexts) => new Texts(tables[place], met);
  const keys = origins.map(({ tells }) => (tells && 'keys' in tells ? tells.keys : []));
  const perhaps = origins.map(({ tells }) => (tells && 'perhaps' in tells ? tells.perhaps : []));
  const variables = origins.map(({ tells }) => tells && 'variable' in tells && tells.variable);
  return { ...helpers, ...ask, types, usual, methods, text, keys, perhaps, table, variables };
}

function readingBy<R>(
  origins: readonly Origin[],
  ask: ArrayQuestions,
  args: Inside,
  captures: Inside,
  isChecked: boolean,
  isNoted: boolean,
): Reading<R> {
  const writer = new EntryWriter(origins, isChecked, isNoted);
  const body = writer.body(args, captures);
  const memos = writer.memos.map((name) => `let ${name} = null;`).join(' ');
  const given = givenTo(origins, ask);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- code that the writer made
  const make = new Function(
    ...Object.keys(given),
    `${memos}\nreturn (args, captured, wrt, inputs, others, held, read, room) => {\n${body}\n};`,
  ) as (...given: unknown[]) => Reading<R>;
  return make(...Object.values(given));
}

type Checked = (...of: [...Parameters<Read>, Room]) => unknown;
export const checkedBy =
  (ask: ArrayQuestions): Checked =>
  (of, type, seen, _, room) =>
    checkedIn(room, ask, of, type, seen);

/** The reader of the parameters of a function; its code is made when it is first asked for. */
export class EntryValues {
  private checked: Reading<Checked> | null = null;
  private byReader: Reading<Read> | null = null;
  private readonly read: Checked;

  constructor(
    private readonly origins: readonly Origin[],
    private readonly ask: ArrayQuestions,
    private readonly args: Inside,
    private readonly captures: Inside,
    private readonly writes: boolean,
  ) {
    this.read = checkedBy(ask);
  }

  /** @param room where copies are made */
  of(
    args: Values,
    captured: Values,
    wrt: unknown,
    inputs: object[],
    others: object[],
    held: object[],
    room: Room,
  ): Values | null {
    this.checked ??= this.reading(true);
    return this.checked(args, captured, wrt, inputs, others, held, this.read, room);
  }

  /** The same as another reader takes them. */
  by(read: Read, args: Values, captured: Values): Values | null {
    this.byReader ??= this.reading(false);
    const met: object[] = [];
    return this.byReader(args, captured, null, met, met, met, read, null);
  }

  private reading = <R>(isChecked: boolean): Reading<R> =>
    readingBy(this.origins, this.ask, this.args, this.captures, isChecked, this.writes);
}
