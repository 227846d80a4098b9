/**
 * Texts of duals. A text has no derivative, so a number that is read from the text of a dual would silently be a
 * constant. Therefore the numbers behind texts are remembered while derivatives are in progress, and whatever reads one
 * of them from a text throws.
 *
 * Nothing tells two equal texts apart. So a number that stands in another text by chance is refused, too. This is
 * why numbers of few digits are not remembered when they are only a part of a text, as in a message.
 */
import { outermostRun } from '../../core/open-runs.js';
import { Dual, primalOf, type Run } from '../../core/real.js';
import { numberFromText } from './errors.js';
import { apply, own, type Native, type NativeVersion } from './native-versions.js';

/** What stands in texts, by the outermost run of the time. */
const written = new WeakMap<Run, Set<number>>();
/** The oldest numbers are forgotten, so that a program that prints in a loop has a bounded memory. */
const MOST = 10_000;
/** From so many digits on, a number is hardly met twice by chance. */
const TELLING = 6;

const digits = (text: string): number =>
  text
    .replace(/e.*$/, '')
    .replace(/[^\d]/g, '')
    .replace(/^0+|0+$/g, '').length;

function remember(primal: number): void {
  const run = outermostRun();
  if (run === undefined || !Number.isFinite(primal)) return;
  let numbers = written.get(run);
  if (numbers === undefined) written.set(run, (numbers = new Set()));
  if (numbers.size >= MOST) numbers.delete(numbers.values().next().value!);
  numbers.add(primal);
}

/** The text of a dual, to all digits. */
export function textOf(x: Dual): string {
  const primal = primalOf(x);
  if (x.run.status === 'open') remember(primal);
  return String(primal);
}

/** The same as a part of a longer text. */
export function partOf(x: Dual): string {
  const text = String(primalOf(x));
  return digits(text) < TELLING ? text : textOf(x);
}

/**
 * A number that was read from a text.
 *
 * @throws DeltaTapeError if it stands in the text of a dual.
 */
export function read(x: number): number {
  const run = outermostRun();
  if (run !== undefined && written.get(run)?.has(x) === true) throw numberFromText(x);
  return x;
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
