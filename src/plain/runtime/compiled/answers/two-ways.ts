/**
 * Runs a pullback in two (differentiate/adjoint/cut.ts). The augmented primal has run, and its numbers stay
 * as long as somebody has the pullback. Each reverse sweep gets a copy of the arrays that it writes.
 */
import type { Cut } from '../../../differentiate/adjoint/cut.js';
import { emit } from '../../../emit/javascript.js';
import { linkedAll } from '../code/linked.js';
import { listed } from './listed.js';

type Values = readonly unknown[];

/** As emitted code has it (emit/stack.ts). */
interface Stack {
  readonly kept: Float64Array;
  readonly top: number;
  readonly arrays: readonly unknown[];
}

/** The state between the augmented primal and the reverse sweep. */
export interface Halfway {
  readonly results: Values;
  /**
   * Takes arrays for the gradients of arrays, then cotangents, and gives the gradients of numbers. Null
   * where copies would cost as much as running the function again. O(f).
   */
  readonly back: ((given: Values) => Values) | null;
  /** The same without copies: afterwards neither may be called any more. */
  readonly last: (given: Values) => Values;
}

/** A copy of a shorter array costs as much as to compute it. */
const SHORT = 16;
const areShort = (arrays: readonly unknown[]): boolean =>
  arrays.reduce<number>((sum, of) => sum + (of as ArrayLike<unknown>).length, 0) <
  SHORT * arrays.length;

/** The count of numbers that there is room for at first. */
const START = 64;

/** The most numbers that are kept room for, from one pullback to the next: 16 MiB. */
const MOST = 2 ** 21;

/** The augmented primal of a pullback. */
export function wayThereOf(
  { func, there, back, written, writesKept }: Cut,
  count: number,
): (args: Values) => Halfway {
  const code = emit(func);
  const parts = [there, back].map(code.part);
  const [thereRun, backRun] = linkedAll(
    code,
    parts.map(({ name }) => name),
  );
  const [stacksThere, stacksBack] = parts.map(({ stacks }) => stacks);
  const most = Math.max(-1, ...stacksThere, ...stacksBack);
  /** The room of stacks that nobody has any more. */
  let spare: readonly Float64Array[] = [];
  return (args) => {
    const stacks = Array.from({ length: most + 1 }, (_, k): Stack => ({
      kept: spare[k] ?? new Float64Array(START),
      top: 0,
      arrays: [],
    }));
    spare = [];
    const found = listOf(thereRun(...stacksThere.map((which) => stacks[which]), ...args));
    const [results, handed] = [found.slice(0, count), found.slice(count)];
    const last = (given: Values): Values => {
      const found = listOf(
        backRun(...stacksBack.map((which) => stacks[which]), ...handed, ...given),
      );
      const rooms = stacks.map(({ kept }) => kept);
      if (rooms.reduce((sum, { length }) => sum + length, 0) <= MOST) spare = rooms;
      return found;
    };
    if (writesKept && stacks.some(({ arrays }) => areShort(arrays)))
      return { results, back: null, last };
    return {
      results,
      last,
      back: (given) => {
        const known = new Map<object, unknown>();
        const own = handed.map((value, k) => (written[k] ? copyOf(value, known) : value));
        const again = stacksBack.map((which) => {
          const { kept, top, arrays } = stacks[which];
          const own = (of: unknown) => (writesKept ? copyOf(of, known) : of);
          return { kept, top, arrays: listed(arrays, own) };
        });
        return listOf(backRun(...again, ...own, ...given));
      },
    };
  };
}

/** Code with one result gives that alone. */
const listOf = (found: unknown): Values =>
  found === undefined ? [] : Array.isArray(found) ? found : [found];

/** A copy of an array with all that stands in it; what is the same is the same in the copy. */
function copyOf(of: unknown, known: Map<object, unknown>): unknown {
  if (typeof of !== 'object' || of === null) return of;
  const before = known.get(of);
  if (before !== undefined) return before;
  const made = ArrayBuffer.isView(of)
    ? viewCopied(of as Float64Array, known)
    : listed(of as unknown[], (element) => copyOf(element, known));
  known.set(of, made);
  return made;
}

/** Views of one buffer share the copy of it. */
function viewCopied(of: Float64Array, known: Map<object, unknown>): unknown {
  const { buffer, byteOffset, length } = of;
  const copy = (known.get(buffer) ?? buffer.slice(0)) as ArrayBuffer;
  known.set(buffer, copy);
  return new (of.constructor as Float64ArrayConstructor)(copy, byteOffset, length);
}
