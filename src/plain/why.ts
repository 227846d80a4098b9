/** Which versions a translated function has, and why it has no others, for people to read. */
import { codeBehind, versionsOf } from '../functions/translated-functions.js';
import { notAFunction, nothingKnown } from './errors.js';

type Outcome = NonNullable<ReturnType<NonNullable<typeof codeBehind>['outcome']>>;

/** The reason that a function has no version. */
export interface Obstacle {
  /** The construct, in words. */
  readonly what: string;
  /** The line of the source, if it is known. */
  readonly line?: number;
  /** A name of the situation: compiled code differed from a run, which has answered since. */
  readonly code?: 'tiers-differ';
}

/** A version of a function, with the obstacle to it, or why it left the last calls, if that is known. */
export interface VersionOf {
  readonly version: 'compiled' | 'recording' | 'general';
  readonly exists: boolean;
  readonly obstacle?: Obstacle;
}

export interface Why {
  /** The version by which `grad` and `valueAndGrad` answer, if no other derivative is in progress. */
  readonly answers: VersionOf['version'];
  readonly versions: readonly VersionOf[];
}

/**
 * Says which versions a translated function has, the fastest first, and what prevents the others. The compiled version has
 * no tape: a function that runs have spent some time in is specialised for the values that it is called with, and of this the
 * last calls tell. Otherwise, and within other derivatives, the recording version answers, and the general one where there is
 * none. O(1).
 *
 * With arguments, `why` says whether compiled code would answer a gradient for such arguments, and what stands in the
 * way. It calls nothing, neither the function nor a getter, and leaves nothing behind. O(size of the function).
 *
 * @throws DeltaTapeError if nothing is known of the function: it is not translated.
 * @example why(plain((x: number) => x * x), 2).answers === 'compiled' // true
 */
export function why(f: (...args: never[]) => unknown, ...args: readonly unknown[]): Why {
  if (typeof f !== 'function') throw notAFunction('why', f);
  const attached = versionsOf(f);
  const outcome = codeBehind?.outcome(f, args.length === 0 ? undefined : args);
  if (attached === undefined && outcome === undefined) throw nothingKnown(f.name);
  const versions: readonly VersionOf[] = [
    outcome === undefined
      ? { version: 'compiled', exists: false, obstacle: codeBehind === null ? missing : unknown }
      : compiled(outcome),
    { version: 'recording', exists: (attached ?? []).length > 1 },
    // One that needs no other version is its own.
    { version: 'general', exists: true },
  ];
  const answering = versions.find(({ exists, obstacle }) => exists && obstacle === undefined);
  return { answers: answering?.version ?? 'general', versions };
}

const compiled = ({
  isTried,
  exists,
  reason = isTried ? undefined : early,
}: Outcome): VersionOf => ({
  version: 'compiled',
  exists,
  ...(reason && { obstacle: reason }),
});

const missing: Obstacle = {
  what: "the compiler is not part of the bundle: import 'delta-tape/compiler', or give the plugin the option compiler",
};
const early: Obstacle = {
  what: 'runs took no more than some milliseconds so far; `why(f, ...args)` tells of arguments',
};
const unknown: Obstacle = { what: 'its module was translated without what code is made of' };
