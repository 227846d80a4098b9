/** Errors as a sentence with a place. */
import type { Failure, Place } from './messages.js';
import { FILE, placeIn, type Places } from './places.js';
import { shortened } from './shortened.js';

interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  /** Of errors of a parser; columns count from 0. */
  readonly loc?: { readonly line: number; readonly column: number };
}

const inFile = new RegExp(`(^|[\\s(])(\\S*/)?${FILE.replace('.', '\\.')}:\\d+(:\\d+)?`, 'g');

/** A message without the picture of the code that parsers put below, and with places of the user's code. */
function sentence(message: string, isParsers: boolean, places: Places | undefined): string {
  const text = isParsers ? message.split('\n')[0] : message;
  if (isParsers) return text.replace(/^.*explorer\.ts: /, '').replace(/ \(\d+:\d+\)\.?$/, '.');
  return text.replace(inFile, (found, before: string) => {
    const place = placeIn(found);
    const original = place && (places?.original(place) ?? place);
    return original === undefined ? found : `${before}line ${original.line}`;
  });
}

/** A longer message says no more. */
const LONGEST = 2000;

/**
 * Describes for people an error that was thrown. `places` are those of the module that ran; there are
 * none before it is translated.
 */
export function failureOf(thrown: unknown, places?: Places): Failure {
  try {
    return told(thrown, places);
  } catch {
    // What is thrown may itself throw when it is looked at.
    return { text: 'The code threw something that cannot be shown.' };
  }
}

function told(thrown: unknown, places: Places | undefined): Failure {
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Thrown;
  if (typeof error.message !== 'string') return { text: `The code threw ${String(thrown)}.` };
  const { loc } = error;
  const isOurs = error.name === 'DeltaTapeError';
  const text = sentence(shortened(error.message, LONGEST), loc !== undefined, places);
  const said = isOurs || loc !== undefined ? text : `${String(error.name)}: ${text}`;
  const place =
    loc === undefined ? thrownAt(error, places) : { line: loc.line, column: loc.column + 1 };
  return { text: capital(said), ...(place === undefined ? {} : { place }) };
}

/** The user's line, which the message of the library names, or else the stack. */
function thrownAt({ message, stack }: Thrown, places: Places | undefined): Place | undefined {
  const found = placeIn(message as string) ?? placeIn(typeof stack === 'string' ? stack : '');
  return found && (places === undefined ? found : places.original(found));
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
