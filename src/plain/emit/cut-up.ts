/** Cuts the functions of a program into what V8 optimises: large loops, and stretches of statements. */
import { missingIn, tellsMissing } from '../analyse/missing.js';
import type { Func, Value } from '../ir/ir.js';
import { inParts } from './in-parts.js';
import { inStretches, type FrameOf } from './in-stretches.js';

export interface Cut {
  /** The function with its parts among those that it calls. */
  readonly f: Func;
  /** By names of the first function, of what is cut and of its parts: the function as it was. */
  readonly origins: ReadonlyMap<string, Func>;
  readonly frames: ReadonlyMap<string, FrameOf>;
}

export const whole = (f: Func): Cut => ({ f, origins: new Map(), frames: new Map() });

/** O(size of the program), times the depth of its regions. */
export function cut(given: Func): Cut {
  const origins = new Map([[given.name, given]]);
  const frames = new Map<string, FrameOf>();
  const functions: Func[] = [];
  let known: ReadonlySet<Value> | null = null;
  const apart = () => (known ??= missingAndTold(given));
  const stretched = (of: Func, origin: Func): Func => {
    const { whole, parts, frame } = inStretches(of, apart);
    if (frame === null) return of;
    frames.set(of.name, frame);
    for (const { name } of [of, ...parts]) origins.set(name, origin);
    functions.push(...parts);
    return whole;
  };
  const loops = inParts(given);
  for (const part of loops.parts) {
    origins.set(part.name, given);
    functions.push(stretched(part, given));
  }
  const first = stretched(loops.whole, given);
  for (const of of given.functions ?? []) functions.push(stretched(of, of));
  return { f: { ...first, functions }, origins, frames };
}

/** The elements that may be missing where a reader may notice it. */
function missingAndTold(f: Func): ReadonlySet<Value> {
  const telling = tellsMissing(f);
  return new Set([...missingIn(f)].filter((of) => telling.has(of)));
}
