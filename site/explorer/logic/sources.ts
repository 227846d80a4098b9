/** The derivative of the function as code, by each tier, and why it has the tiers that it has. */
import { gradientSource } from 'delta-tape/compile';
import { derivativeSource, why } from 'delta-tape/plain';
import { failureOf } from './failures.js';
import type { Failure, Sources } from './messages.js';
import { FILE } from './places.js';
import type { Program } from './program.js';
import { readable } from './readable.js';

function orFailure<T>(make: () => T): T | Failure {
  try {
    return make();
  } catch (error) {
    // These errors name places of the user's code already, and no places of the module.
    return failureOf(error);
  }
}

export function sources({ f, name, asked, wrt }: Program): Sources {
  return {
    why: orFailure(() => why(f!)),
    file: orFailure(() => gradientSource(asked.code, { name: name!, filename: FILE, wrt })),
    versions: orFailure(() => readable(derivativeSource(f!))),
  };
}
