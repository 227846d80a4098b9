/** The answer of specialised code, without a run beside it. */
import { flatten } from '../../src/core/trees/tree.js';
import type { AnyFunction, Wrt } from '../../src/derivatives/signatures.js';
import { knownCore } from '../../src/plain/runtime/attached-cores.js';
import type { CompiledAnswer } from '../../src/plain/runtime/compiled/compiled-function.js';
import { effort } from '../../src/plain/runtime/specialised/specialised-function.js';
import { Version } from '../../src/plain/runtime/specialised/specialised-version.js';
import { specialisedFor } from '../../src/plain/runtime/specialised/specialised-within.js';
import type { Positions } from '../../src/plain/specialise/specialised-gradient.js';
import { Refusal } from '../../src/plain/specialise/values/abstract.js';

const limits = { steps: 100_000, statements: 4000 };
const MOST = 8;

const versions = new WeakMap<AnyFunction, Version[]>();

/** The value and the gradient by positions; null where code leaves, or is refused. Nothing is written before `finish`. */
export function specialisedAnswer(
  f: AnyFunction,
  args: readonly unknown[],
  wrt: Wrt,
): CompiledAnswer | null {
  const by = wrt as Positions;
  const told = <T>(make: () => T): T | null => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      effort.onRefusal?.(error.why, f);
      return null;
    }
  };
  if (knownCore(f) === undefined) return null;
  let known = versions.get(f);
  if (known === undefined) versions.set(f, (known = []));
  const answerOf = (version: Version): CompiledAnswer | null => {
    const found = version.gradient(args, by, told);
    if (found === null) return null;
    effort.onDifference?.(null, f);
    const { value, gradient, finish } = found;
    const cotangents = flatten(gradient, 'the gradient').reals as number[];
    return { value, cotangents, keys: null, ...(finish && { finish }) };
  };
  for (const version of known) {
    const found = answerOf(version);
    if (found !== null) return found;
  }
  if (known.length === MOST) return null;
  const positions = typeof by === 'number' ? [by] : by;
  const version = told(
    () => new Version(specialisedFor(f, args, positions, limits, known.length > 0)),
  );
  if (version === null) return null;
  known.push(version);
  return answerOf(version);
}
