/** The derivative of the function as code, by each tier, and why it has the tiers that it has. */
import { gradientSource, monadicSource } from 'delta-tape/compile';
import { derivativeSource, why } from 'delta-tape/plain';
import { failureOf } from './failures.js';
import { FileRun } from './computed.js';
import type { Computed, Failure, Sources } from './messages.js';
import { constantsIn } from './parameters.js';
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

const fileOf = ({ name, asked, wrt }: Program): string =>
  gradientSource(asked.code, { name: name!, filename: FILE, wrt });

export function sources(program: Program): Sources {
  const { f } = program;
  return {
    why: orFailure(() => why(f!)),
    file: orFailure(() => fileOf(program)),
    monadic: orFailure(() =>
      monadicSource(program.asked.code, { name: program.name!, filename: FILE }),
    ),
    versions: orFailure(() => readable(derivativeSource(f!))),
  };
}

const runs = new WeakMap<Program, FileRun>();

/**
 * The numbers that the gradient as a file computes at a point.
 *
 * @throws if there is no such file, or if it has no derivative there
 */
export function computed(program: Program, at: readonly number[]): Computed[] {
  const { name, start, around } = program;
  const known = runs.get(program);
  const run = known ?? new FileRun(fileOf(program), name!, start.length, around.modules);
  runs.set(program, run);
  return run.at(program.argumentsAt(at), constantsIn(program.asked.code));
}
