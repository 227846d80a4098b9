/** Which versions a translated function has, and why it has no others, for people to read. */
import { versionsOf } from '../core/translated-functions.js';
import { notAFunction, nothingKnown } from './errors.js';
import { compiledVersion } from './runtime/compiled/lowered.js';
import type { Signature } from './runtime/compiled/taken-kinds.js';

export type { Signature } from './runtime/compiled/taken-kinds.js';

/** What keeps a function from having a version. */
export interface Obstacle {
  /** The construct, in words. */
  readonly what: string;
  /** What to write instead, if there is anything. */
  readonly instead?: string;
  /** The line of the source, if it is known. */
  readonly line?: number;
}

/** A version of a function, or the obstacle to it, if that is known. */
export interface VersionOf {
  readonly version: 'compiled' | 'recording' | 'general';
  readonly exists: boolean;
  readonly obstacle?: Obstacle;
  /** The kinds of values that compiled code takes, if it exists. Functions of one text share their code. */
  readonly signatures?: readonly Signature[];
}

export interface Why {
  /** The version by which `grad` and `valueAndGrad` answer, if no other derivative is in progress. */
  readonly answers: VersionOf['version'];
  readonly versions: readonly VersionOf[];
}

/**
 * Says which versions a translated function has, the fastest first, and what keeps it from having the others: the
 * construct, the line, and what to write instead. The compiled version has no tape; it answers if the arguments are of
 * the types that it was compiled for, which `signatures` tells. Otherwise, and within other derivatives, the recording version answers, and the
 * general one where there is none. O(size of the function), since the compiled version is made.
 *
 * @throws DeltaTapeError if the function is not translated, or stands inside another one and has no compiled version.
 * @example why(plain((x: number) => x * x)).answers === 'compiled' // true
 */
export function why(f: (...args: never[]) => unknown): Why {
  if (typeof f !== 'function') throw notAFunction('why', f);
  const attached = versionsOf(f);
  const found = compiledVersion(f);
  if (attached === undefined && found === undefined) throw nothingKnown(f.name);
  const compiled = found ?? { exists: false, obstacle: unseen };
  const versions: readonly VersionOf[] = [
    { version: 'compiled', ...compiled },
    { version: 'recording', exists: (attached ?? []).length > 1 },
    { version: 'general', exists: attached !== undefined },
  ];
  return { answers: versions.find(({ exists }) => exists)?.version ?? 'general', versions };
}

const unseen: Obstacle = {
  what: 'it is not exported, and not given to a function of the library',
  instead: 'export it, or name it where the library is called',
};
