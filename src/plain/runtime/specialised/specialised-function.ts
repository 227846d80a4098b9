/**
 * A function that is specialised once runs have taken some time, as a compiler at work does: what is called seldom, and
 * quickly, stays with runs. A run answers the first call that code could answer, and the code is held against it; where
 * they differ, runs answer for good.
 */
import { positionsOf } from '../../../derivatives/arguments/chosen.js';
import type { AnyFunction, Wrt } from '../../../derivatives/signatures.js';
import { asItIs, LeftToRun } from '../../../functions/translated-functions.js';
import { pendingGradient, type Positions } from '../../specialise/specialised-gradient.js';
import { Refusal } from '../../specialise/values/abstract.js';
import { forgetDrawn } from '../random-numbers.js';
import { areBuiltInsAsLoaded, REPLACED } from '../compiled/built-ins.js';
import type { AnyPoint } from '../compiled/answers/guarded-point.js';
import type { ReadyAnswer } from '../compiled/answers/straight.js';
import { difference } from './agreement.js';
import { SpecialisedCalls } from './specialised-calls.js';
import { Version } from './specialised-version.js';
import { reasonOf, specialisedFor, type Reason, type Told } from './specialised-within.js';

/** Tests wait for no runs, hold each answer against one, and object to a difference at once. */
export const effort = {
  isOn: true,
  /** True if it is asked before the code of the old lowering. */
  isFirst: false,
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

/** After so many calls in runs there is code for them. */
const CALLS = 16;

/** The worth of a millisecond of runs: steps of specialising, and statements of code. */
const STEPS = 400;
const STATEMENTS = 20;
const most = { steps: 100_000, statements: 4000 };
const least = { steps: 10_000, statements: 800 };

/** A derivative that is asked for. */
interface Request {
  /** The version that answers; null if none was asked yet, or none answers. */
  version: Version | null;
  wrt: Wrt;
  /** True if a version was asked for, and if there was a try to make one. */
  isAsked: boolean;
  isTried: boolean;
  /** Leave behind what the function leaves. */
  readonly finish: (() => void)[];
}

const LEFT = 'the last call met what specialised code does not take';

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
  private request: Request | null = null;

  private readonly calls: SpecialisedCalls;
  /** The number of calls in runs that recorded by themselves. */
  private waited = 0;

  /** @param isAtOnce whether it waits for nothing, and answers the first call */
  constructor(
    private readonly f: AnyFunction,
    private readonly isAtOnce: boolean,
  ) {
    this.patience = isAtOnce ? 0 : effort.patience;
    this.calls = new SpecialisedCalls(
      f,
      (args, by) => specialisedFor(f, args, by, least, false),
      this.told,
      () => effort.held,
      (what) => this.tell(what),
    );
  }

  /** The result of a call in a run that records; undefined where the function itself has to record. */
  recorded(args: readonly unknown[]): unknown {
    if (this.isOff || !effort.isOn || !areBuiltInsAsLoaded()) return undefined;
    return effort.patience > 0 && ++this.waited <= CALLS ? undefined : this.calls.call(args);
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

  /** The answer of code, or what takes that of a run. */
  answer<T extends object>(kind: string, ask: () => T | null | undefined): T | LeftToRun<T> {
    if (this.isOff || !effort.isOn) return asItIs();
    // The specialiser itself uses what may have been replaced.
    if (!areBuiltInsAsLoaded()) {
      this.answers = false;
      this.reason = { what: REPLACED };
      return asItIs();
    }
    const outer = this.request;
    const request: Request = { version: null, wrt: 0, isAsked: false, isTried: false, finish: [] };
    this.request = request;
    let found: T | null | undefined;
    try {
      found = ask();
    } finally {
      this.request = outer;
    }
    const { version, isAsked } = request;
    if (!isAsked) return asItIs();
    this.answers = found != null && version !== null;
    if (!this.answers) {
      if (version !== null) this.reason ??= { what: version.obstacle(request.wrt) ?? LEFT };
      return this.timed((expected) => expected);
    }
    const name = `${kind} ${JSON.stringify(request.wrt)}`;
    const held = version!.held.get(name) ?? 0;
    if (held < effort.held)
      return this.timed((expected) => {
        version!.held.set(name, held + 1);
        return this.compared(version!, found!, expected);
      });
    forgetDrawn();
    for (const finish of request.finish) finish();
    return found!;
  }

  /** Takes the time of the run that begins now. */
  private timed<T>(after: (answer: T) => T): LeftToRun<T> {
    const begin = Date.now();
    return new LeftToRun((answer) => {
      this.spent += Date.now() - begin;
      return after(answer);
    });
  }

  /** The answer of a version; null where none answers. */
  private asked<T>(
    args: readonly unknown[],
    wrt: Wrt,
    ask: (version: Version, told: Told) => T | null,
  ): T | null {
    const { request } = this;
    if (request === null) return null;
    request.isAsked = true;
    request.wrt = wrt;
    for (const version of this.versions) {
      const found = ask(version, this.told);
      if (found !== null) return ((request.version = version), found);
    }
    if (request.isTried || !this.isDue()) return null;
    request.isTried = true;
    const version = this.tried(args, positionsOf(wrt));
    const found = version && ask(version, this.told);
    if (found !== null) request.version = version;
    return found;
  }

  /** The value and the gradient, while an answer is asked for; null where there is no code for the arguments. */
  ready(args: readonly unknown[], by: Positions): ReadyAnswer | null {
    const found = this.asked(args, by, (version, told) => version.gradient(args, by, told));
    if (found?.finish === undefined) return found;
    const { value, gradient, finish } = found;
    this.request!.finish.push(finish);
    return { value, gradient };
  }

  /** The function at arguments, while an answer is asked for. */
  at = (args: readonly unknown[], wrt: Wrt): AnyPoint | null =>
    this.asked(args, wrt, (version, told) => version.at(args, wrt, told));

  private isDue(): boolean {
    const { isAtOnce, spent, patience, tries, versions } = this;
    const mostTries = isAtOnce ? MOST_AT_ONCE : MOST_TRIES;
    const mostVersions = isAtOnce ? MOST_AT_ONCE : MOST_VERSIONS;
    return spent >= patience && tries < mostTries && versions.length < mostVersions;
  }

  /** A version for the kind of some arguments; null if there is none. */
  private tried(args: readonly unknown[], by: readonly number[]): Version | null {
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
    return this.told(() => {
      const isWidened = this.isAtOnce || this.versions.length > 0;
      const version = new Version(specialisedFor(this.f, args, by, limits, isWidened));
      this.versions.push(version);
      this.reason = undefined;
      return version;
    });
  }

  private readonly told: Told = (make) => {
    try {
      return make();
    } catch (error) {
      return (this.refused(error), null);
    }
  };

  private refused(error: unknown): void {
    // Where a run answers, a defect of the specialiser fails in our tests only.
    if (!(error instanceof Refusal) && effort.onDifference !== null) throw error;
    const reason = reasonOf(error);
    effort.onRefusal?.(reason.what);
    this.tries++;
    this.patience *= GROWTH;
    this.reason = reason;
  }

  /** The answer of a run, beside which code is held; functions in it are held when they are called. */
  private compared<T extends object>(version: Version, found: T, expected: T): T {
    const what = difference(found, expected, version.isNested);
    this.tell(what);
    if (what !== null) return expected;
    if (this.isAtOnce) return found;
    const later = Object.entries(expected).filter(([, part]) => typeof part === 'function');
    if (later.length === 0) return expected;
    const held = later.map(([name, part]) => {
      const [own, other] = [(found as Functions)[name], part as Functions[string]];
      const both: typeof other = (...args) => {
        const mine = own(...args);
        const meant = other(...args);
        this.tell(difference({ mine }, { mine: meant }));
        return meant;
      };
      return [name, both] as const;
    });
    return { ...expected, ...Object.fromEntries(held) };
  }

  private tell(what: string | null): void {
    effort.onDifference?.(what, this.f);
    if (what === null) return;
    this.isOff = true;
    this.answers = false;
    this.reason = { what: `specialised code gave ${what}`, code: 'tiers-differ' };
  }
}

type Functions = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;
