/** The ways to specialise a function, from the least effort on. */
import type { Fn } from '../core/core.js';
import { Outlined, ToOutline } from './calls/outlined.js';
import type { Precision } from './entry/precision.js';
import { Machine } from './machine/machine.js';
import type { Meanings } from './machine/meanings.js';
import { Refusal, TooLarge } from './values/abstract.js';

/** So many arrays that are given may be written. */
const MOST_COPIES = 16;

/** The effort that a function is worth: steps of specialising, and statements of code. */
export interface Limits {
  readonly steps: number;
  readonly statements: number;
}
export const usual: Limits = { steps: 100_000, statements: 4000 };

/** One try: what the machine works on, and what it makes of it. */
export interface Try<T> {
  readonly meanings: (outlined: Outlined) => Meanings<Machine>;
  readonly made: (m: Machine, outlined: Outlined) => T;
}

export class Search<T> {
  /** The functions that are functions of the language. */
  private readonly chosen = new Set<Fn>();
  /** The arrays of which code has copies, as it writes them. */
  private readonly copied = new Set<object>();
  private first: unknown = null;

  constructor(
    private readonly precisions: readonly Precision[],
    private readonly limits: Limits,
    private readonly begin: (precision: Precision, copied: ReadonlySet<object>) => Try<T>,
    private readonly promises = false,
  ) {}

  found(): T {
    for (const precision of this.precisions) {
      const found = this.of(precision, true);
      if (found !== null) return found;
    }
    // What works in place of what it captures may be known step by step only where it is written out.
    for (const precision of this.chosen.size > 0 ? this.precisions : []) {
      const found = this.of(precision, false);
      if (found !== null) return found;
    }
    const { first } = this;
    throw first instanceof RangeError
      ? new Refusal('calls in each other too deeply', undefined)
      : first;
  }

  private of(precision: Precision, mayOutline: boolean): T | null {
    let [mayBePooled, mayGrow] = [false, false];
    for (const isGrowing of [false, true])
      for (const isPooled of [false, true]) {
        if ((isPooled && !mayBePooled) || (isGrowing && !mayGrow)) continue;
        const { promises } = this;
        const made = this.tried(precision, { isGrowing, isPooled, promises }, mayOutline);
        if (!(made instanceof Machine)) return made;
        mayBePooled ||= made.mayBePooled;
        mayGrow ||= made.mayGrow;
      }
    return null;
  }

  /** The machine that refused it tells what else may be tried. */
  private tried(precision: Precision, modes: Machine['modes'], mayOutline: boolean): T | Machine {
    for (;;) {
      const { meanings, made } = this.begin(precision, this.copied);
      const outlined = new Outlined(this.chosen, mayOutline);
      const m = new Machine(meanings(outlined), modes, this.limits.steps);
      try {
        return made(m, outlined);
      } catch (error) {
        const large = error instanceof TooLarge && mayOutline ? outlined.largest() : null;
        const apart = error instanceof ToOutline ? error.f : large;
        if (apart !== null) {
          this.chosen.add(apart);
          continue;
        }
        if (!(error instanceof Refusal) && !(error instanceof RangeError)) throw error;
        const { size } = this.copied;
        for (const array of m.written) this.copied.add(array);
        if (this.copied.size > size && size <= MOST_COPIES) continue;
        return ((this.first ??= error), m);
      }
    }
  }
}
