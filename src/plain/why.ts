/** Which versions a translated function has, and why it has no others, for people to read. */
import { SLOWER } from './runtime/compiled/attempts.js';
import { codeBehind, versionsOf } from '../functions/translated-functions.js';
import { notAFunction, nothingKnown } from './errors.js';
import { compiledVersion } from './runtime/compiled/lowered.js';
import type { RunOf } from './runtime/compiled/obstacles.js';
import type { Signature } from './runtime/compiled/taken-kinds.js';

export type { Signature } from './runtime/compiled/taken-kinds.js';
export type { RunOf } from './runtime/compiled/obstacles.js';

type Outcome = NonNullable<ReturnType<NonNullable<typeof codeBehind>['outcome']>>;

/** The reason that a function has no version. */
export interface Obstacle {
  /** The construct, in words. */
  readonly what: string;
  /** Code to write instead, if there is any. */
  readonly instead?: string;
  /** The line of the source, if it is known. */
  readonly line?: number;
  /** A name of the situation: specialised code differed from a run, which has answered since. */
  readonly code?: 'tiers-differ';
}

/** A version of a function, with the obstacle to it, or why it left the last calls, if that is known. */
export interface VersionOf {
  readonly version: 'compiled' | 'specialised' | 'recording' | 'general';
  readonly exists: boolean;
  readonly obstacle?: Obstacle;
  /** The kinds of values that compiled code takes, if it exists. Functions of one text share their code. */
  readonly signatures?: readonly Signature[];
  /**
   * The functions that compiled code calls as they are, in runs that record them, each with what keeps it
   * from being compiled.
   */
  readonly runs?: readonly RunOf[];
}

export interface Why {
  /** The version by which `grad` and `valueAndGrad` answer, if no other derivative is in progress. */
  readonly answers: VersionOf['version'];
  readonly versions: readonly VersionOf[];
}

/**
 * Says which versions a translated function has, the fastest first, and what prevents the others: the
 * construct, the line, and what to write instead. The compiled version has no tape; it answers if the
 * arguments have the types that it was compiled for, which `signatures` lists; if it left the last calls to
 * a run, its obstacle says why. Where it does not answer, a function that runs have spent some time in is specialised for
 * the values that it is called with; of this the last calls tell. Otherwise, and within other derivatives, the
 * recording version answers, and the general one where there is none. O(size of the function), since the compiled version
 * is made.
 *
 * With arguments, `why` says whether specialised code would answer a gradient for such arguments, and what stands in the
 * way. It calls nothing, neither the function nor a getter, and leaves nothing behind.
 *
 * @throws DeltaTapeError if the function is not translated, or stands inside another one and has no compiled
 *   version.
 * @example why(plain((x: number) => x * x)).answers === 'compiled' // true
 */
export function why(f: (...args: never[]) => unknown, ...args: readonly unknown[]): Why {
  if (typeof f !== 'function') throw notAFunction('why', f);
  const attached = versionsOf(f);
  const found = compiledVersion(f);
  const outcome = codeBehind?.outcome(f, args.length === 0 ? undefined : args);
  const isTried = outcome?.isTried === true;
  if (attached === undefined && found === undefined && !isTried) throw nothingKnown(f.name);
  const compiled = found ?? { exists: false, obstacle: unseen };
  const left = leftOf(compiled.signatures ?? []);
  const versions: readonly VersionOf[] = [
    { version: 'compiled', ...compiled, ...(left && { obstacle: left }) },
    ...(isTried ? [specialised(outcome)] : []),
    { version: 'recording', exists: (attached ?? []).length > 1 },
    // One that needs no other version is its own.
    { version: 'general', exists: true },
  ];
  const answering = versions.find(({ exists, obstacle }) => exists && obstacle === undefined);
  return { answers: answering?.version ?? 'general', versions };
}

const specialised = ({ exists, reason }: Outcome): VersionOf => ({
  version: 'specialised',
  exists,
  ...(reason && { obstacle: reason }),
});

/** Why code left what it was asked for last; undefined if some of it answered, or nothing was asked yet. */
function leftOf(signatures: readonly Signature[]): Obstacle | undefined {
  const asked = signatures.filter(({ last }) => last !== undefined);
  if (asked.length === 0 || asked.some(({ last }) => last === 'answered')) return undefined;
  const because = asked.find((one) => one.because !== undefined)?.because;
  return {
    what: because ?? 'the last call met what compiled code does not take',
    instead:
      because === SLOWER
        ? 'leave it as it is: a run is as fast here'
        : 'give it what signatures names, and no indices outside of arrays',
  };
}

const unseen: Obstacle = {
  what: 'it is not exported, and not given to a function of the library',
  instead: 'export it, or name it where the library is called',
};
