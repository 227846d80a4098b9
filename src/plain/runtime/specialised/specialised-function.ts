/**
 * A function that is specialised once runs have taken some time, as a compiler at work does: what is called seldom, and
 * quickly, stays with runs. A run answers the first call that code could answer, and the code is held against it; where
 * they differ, runs answer for good.
 */
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { libraryCore } from '../../specialise/library/library-core.js';
import {
  pendingGradient,
  type Pending,
  type Positions,
} from '../../specialise/specialised-gradient.js';
import { specialise, type Specialised } from '../../specialise/specialised.js';
import { Refusal } from '../../specialise/values/abstract.js';
import { knownCore } from '../attached-cores.js';
import { forgetDrawn } from '../random-numbers.js';
import { Attempts } from '../compiled/attempts.js';
import { difference, type Found } from './agreement.js';

/** Tests wait for no runs, hold each answer against one, and object to a difference at once. */
export const effort = {
  isOn: true,
  /** After so many milliseconds in runs a function is specialised, with as much effort as this is worth. */
  patience: 30,
  /** So many answers for a kind of arguments are held against a run. */
  held: 1,
  onRefusal: null as ((reason: string) => void) | null,
  onDifference: null as ((what: string | null, f: AnyFunction) => void) | null,
};

/** After a refusal runs may take so many times as long as before until there is another try. */
const GROWTH = 4;
const MOST_TRIES = 3;
/** The kinds of arguments for which a function has code. */
const MOST_VERSIONS = 4;
/** Both for reproducible work, which has code from the first call on. */
const MOST_AT_ONCE = 32;

/** The worth of a millisecond of runs: steps of specialising, and statements of code. */
const STEPS = 400;
const STATEMENTS = 20;
const most = { steps: 100_000, statements: 4000 };
const least = { steps: 10_000, statements: 800 };

interface Version {
  readonly of: Specialised;
  /** By the positions of the arguments; null where there is no adjoint. */
  readonly gradients: Map<number | string, Code | null>;
}

interface Code {
  readonly gradient: Pending;
  readonly attempts: Attempts;
  /** So often it agreed with a run. */
  held: number;
  readonly isNested: boolean;
}

/** Why code does not answer. */
interface Reason {
  readonly what: string;
  readonly line?: number;
  readonly code?: 'tiers-differ';
}

export class SpecialisedFunction {
  private readonly versions: Version[] = [];
  /** The milliseconds that runs took since the last try, and those to wait for. */
  private spent = 0;
  private tries = 0;
  private reason: Reason | undefined;
  /** True if the last call was answered by code. */
  private answers = false;
  private isOff = false;
  private patience: number;

  /** @param isAtOnce whether it waits for nothing, and answers the first call */
  constructor(
    private readonly f: AnyFunction,
    private readonly isAtOnce: boolean,
  ) {
    this.patience = isAtOnce ? 0 : effort.patience;
  }

  /** The answer to `why`. */
  get outcome() {
    const exists = this.versions.length > 0 && !this.isOff;
    const { reason } = this;
    return {
      isTried: exists || reason !== undefined,
      exists,
      ...(!this.answers && reason && { reason }),
    };
  }

  /** The answer to `why` for some arguments: the function is specialised once more, which calls nothing. */
  outcomeFor(args: readonly unknown[]) {
    try {
      pendingGradient(specialisedFor(this.f, args, 0, most, false), 0);
      return { isTried: true, exists: true };
    } catch (error) {
      return { isTried: true, exists: false, reason: reasonOf(error) };
    }
  }

  /** The answer, or what takes that of a run; null where only runs answer. */
  answer(
    args: readonly unknown[],
    by: Positions,
  ): Found | { readonly after: (expected: Found) => Found } | null {
    if (this.isOff || !effort.isOn) return null;
    for (const version of this.versions) {
      const code = this.codeFor(version, by);
      const found = code && code.attempts.attempt(() => code.gradient(args));
      if (found === null) continue;
      this.answers = true;
      if (code!.held < effort.held)
        return { after: (expected) => this.held(code!, found, expected) };
      const { value, gradient, finish } = found;
      forgetDrawn();
      finish?.();
      return { value, gradient };
    }
    this.answers = false;
    const version = this.isDue() ? this.tried(args, by) : null;
    const code = version && this.codeFor(version, by);
    const found = code && code.attempts.attempt(() => code.gradient(args));
    const begin = Date.now();
    return {
      after: (expected) => {
        this.spent += Date.now() - begin;
        return found === null ? expected : this.held(code!, found, expected);
      },
    };
  }

  private isDue(): boolean {
    const { isAtOnce, spent, patience, tries, versions } = this;
    const mostTries = isAtOnce ? MOST_AT_ONCE : MOST_TRIES;
    const mostVersions = isAtOnce ? MOST_AT_ONCE : MOST_VERSIONS;
    return spent >= patience && tries < mostTries && versions.length < mostVersions;
  }

  /** A version for the kind of some arguments; null if there is none. */
  private tried(args: readonly unknown[], by: Positions): Version | null {
    const isForced = this.patience === 0;
    const limits = isForced
      ? most
      : {
          steps: Math.min(most.steps, Math.max(least.steps, STEPS * this.spent)),
          statements: Math.min(
            most.statements,
            Math.max(least.statements, STATEMENTS * this.spent),
          ),
        };
    this.spent = 0;
    try {
      const isWidened = this.isAtOnce || this.versions.length > 0;
      const of = specialisedFor(this.f, args, by, limits, isWidened);
      const version: Version = { of, gradients: new Map() };
      this.versions.push(version);
      this.reason = undefined;
      return version;
    } catch (error) {
      this.refused(error);
      return null;
    }
  }

  private refused(error: unknown): void {
    // Where a run answers, a defect of the specialiser fails in our tests only.
    if (!(error instanceof Refusal) && effort.onDifference !== null) throw error;
    const reason = reasonOf(error);
    effort.onRefusal?.(reason.what);
    this.tries++;
    this.patience *= GROWTH;
    this.reason = reason;
  }

  private codeFor({ of, gradients }: Version, by: Positions): Code | null {
    const key = typeof by === 'number' ? by : by.join();
    let found = gradients.get(key);
    if (found !== undefined) return found;
    found = null;
    try {
      found = {
        gradient: pendingGradient(of, by),
        attempts: new Attempts(),
        held: 0,
        isNested: of.isNested,
      };
    } catch (error) {
      this.refused(error);
    }
    gradients.set(key, found);
    return found;
  }

  /** The answer of a run, beside which code is held. */
  private held(code: Code, found: Found, expected: Found): Found {
    const what = difference(found, expected, code.isNested);
    code.held++;
    effort.onDifference?.(what, this.f);
    const { value, gradient } = found;
    if (what === null) return this.isAtOnce ? { value, gradient } : expected;
    this.isOff = true;
    this.answers = false;
    this.reason = { what: `specialised code gave ${what}`, code: 'tiers-differ' };
    return expected;
  }
}

function specialisedFor(
  f: AnyFunction,
  args: readonly unknown[],
  by: Positions,
  limits: typeof most,
  isWidened: boolean,
): Specialised {
  const program = { known: knownCore, library: libraryCore() };
  return specialise(program, f, args, by, limits, isWidened);
}

function reasonOf(error: unknown): Reason {
  const { line } = error as { readonly line?: number };
  const what = error instanceof Refusal ? error.why : String(error);
  return { what, ...(line !== undefined && { line }) };
}
