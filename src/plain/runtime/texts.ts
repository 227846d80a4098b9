/**
 * Texts of duals. A text has no derivative, so a number that is read from the text of a dual would silently be a
 * constant. Therefore these texts and their numbers are remembered while derivatives are in progress, with the texts
 * that methods cut out of them or put together with them. Whatever reads a number from one of them throws.
 *
 * Nothing tells two equal texts apart. So a number that stands in another text by chance is refused, too. This is
 * why few digits are not remembered where they are a part of a text, as in a message, or where a dual was rounded or
 * cut to them: then the text is that of a step, and the derivative 0 is right.
 */
import { numeric, toPrimitive } from '../../core/coerce.js';
import { outermostRun } from '../../core/open-runs.js';
import { Dual, primalOf, type Real, type Run } from '../../core/real.js';
import { numberFromText } from './errors.js';
import { noteTextOf } from './keys-of-texts.js';
import { apply, own, type Native, type NativeVersion } from './native-versions.js';

/**
 * The texts that were made of duals within a run, with rows of many digits in them, and the numbers
 * that they stand for.
 */
interface Written {
  readonly texts: Set<string>;
  readonly numbers: Set<number>;
}
/** By the outermost run of the time. */
const written = new WeakMap<Run, Written>();
/** The oldest are forgotten, so that a program that prints in a loop has a bounded memory. */
const MOST = 10_000;
/** From so many digits on, a number is hardly met twice by chance. */
const TELLING = 6;
/** Longer texts are not searched: where a program puts together a page, each part would be gone through again. */
const LONGEST = 200;

const significant = (text: string): string =>
  text
    .replace(/e.*$/, '')
    .replace(/[^\d]/g, '')
    .replace(/^0+|0+$/g, '');
/** The rows of digits in a text by which it is known again, also when its point or its sign goes. */
const tellingRows = (text: string): string[] =>
  (text.match(/\d{6,}/g) ?? []).filter((row) => significant(row).length >= TELLING);

function note<T>(all: Set<T>, one: T): void {
  if (all.size >= MOST) all.delete(all.values().next().value!);
  all.add(one);
}

function writtenNow(): Written | undefined {
  const run = outermostRun();
  return run === undefined ? undefined : written.get(run);
}

function remember(text: string): void {
  const run = outermostRun();
  if (run === undefined) return;
  let now = written.get(run);
  if (now === undefined) written.set(run, (now = { texts: new Set(), numbers: new Set() }));
  note(now.texts, text);
  for (const row of tellingRows(text)) note(now.texts, row);
  const number = Number(text);
  if (Number.isFinite(number)) note(now.numbers, number);
}

/** True if a text is that of a dual, or has digits of one. */
const isWritten = (text: unknown, { texts }: Written): boolean =>
  typeof text === 'string' &&
  text.length <= LONGEST &&
  (texts.has(text) || tellingRows(text).some((row) => texts.has(row)));

/** The text of a dual, to all digits. */
export function textOf(x: Dual): string {
  const text = String(primalOf(x));
  if (x.run.status !== 'open') return text;
  remember(text);
  noteTextOf(x, text, true);
  return text;
}

/** The same as a part of a longer text. */
export function partOf(x: Dual): string {
  const text = String(primalOf(x));
  if (significant(text).length >= TELLING) return textOf(x);
  if (x.run.status === 'open') noteTextOf(x, text, true);
  return text;
}

/** A text of a dual that is rounded, or in another notation. */
export function otherTextOf(x: Dual, text: string): string {
  if (x.run.status !== 'open') return text;
  const isExact = text.replace(/e.*$/, '').length > TELLING;
  if (isExact) remember(text);
  noteTextOf(x, text, isExact);
  return text;
}

/**
 * The result of a method or `+` on texts. If one of them is of a dual, so is what has many of its
 * digits.
 */
export function madeOf<T>(texts: readonly unknown[], made: T): T {
  const now = writtenNow();
  if (now === undefined || !texts.some((text) => isWritten(text, now))) return made;
  for (const text of Array.isArray(made) ? (made as unknown[]) : [made]) {
    if (typeof text === 'string' && text.length <= LONGEST && significant(text).length >= TELLING)
      remember(text);
  }
  return made;
}

/**
 * A number that was read from a text.
 *
 * @throws DeltaTapeError if the text, or the number in it, is that of a dual.
 */
export function read(x: number, text?: unknown): number {
  const now = writtenNow();
  if (now !== undefined && (now.numbers.has(x) || isWritten(text, now))) throw numberFromText(x);
  return x;
}

/** ToNumeric, which may read a text. */
export function readNumeric(value: unknown): Real | bigint {
  const primitive = toPrimitive(value, 'number');
  return typeof primitive === 'string' ? read(Number(primitive), primitive) : numeric(primitive);
}

/** ToNumber, which may read a text. */
export function readNumber(value: unknown): Real {
  const primitive = toPrimitive(value, 'number');
  if (primitive instanceof Dual) return primitive;
  return typeof primitive === 'string'
    ? read(Number(primitive), primitive)
    : +(primitive as number);
}

/** `JSON.parse`. */
export const parsing = (native: Native): NativeVersion =>
  function (text, reviver) {
    const revive =
      typeof reviver === 'function' ? own(reviver) : (_: unknown, value: unknown) => value;
    const reading = function (this: unknown, ...args: unknown[]): unknown {
      if (typeof args[1] === 'number') read(args[1]);
      return apply(revive, this, args);
    };
    return apply(native, this, [text, reading]);
  };
