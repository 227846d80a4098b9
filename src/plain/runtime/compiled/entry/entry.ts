/**
 * Asks on entry whether each parameter of a lowered function is what lowering took it for. The questions run no code
 * of others, except for proxies, which are read as they would be elsewhere.
 */
import { isArray } from '../../../ir/ir.js';
import type { Origin } from '../../../ir/origin.js';
import type { ArrayQuestions, Read, Room } from './checked.js';
import { EntryInputs, type Inputs } from './entry-inputs.js';
import { partsOf, type Inside } from './entry-parts.js';
import { leftBecause, type Refused } from './left-because.js';
import { EntryValues } from './entry-values.js';

const isNumberAt = ({ of, path, type, tells }: Origin, k: number): boolean =>
  of === 'argument' && path.length === 1 && path[0] === k && type === 'f64' && !tells;

export class Entry {
  /** True if each parameter is an argument that is a number. */
  private readonly isOfNumbers: boolean;
  private readonly reading: EntryValues;
  private readonly known: EntryInputs;
  readonly args: Inside;
  readonly captures: Inside;

  /**
   * @param writes whether the function writes into any parameter: then none may share anything with another one. Otherwise
   * what is given twice is an input of its own at each place, as in a run
   */
  constructor(
    private readonly origins: readonly Origin[],
    ask: ArrayQuestions,
    private readonly writes: boolean,
  ) {
    const args = (this.args = partsOf(origins, 'argument'));
    this.captures = partsOf(origins, 'capture');
    this.reading = new EntryValues(origins, ask, args, this.captures, writes);
    this.isOfNumbers = origins.every(isNumberAt);
    this.known = new EntryInputs(origins, args);
  }

  /** True if all parameters are arguments that are numbers, and these arguments are. */
  takesNumbers(args: readonly unknown[]): boolean {
    return this.isOfNumbers && areNumbers(args, this.origins.length);
  }

  /** The parameters that `wrt` names; null if it names anything else, or if there are other reals beside them. */
  inputs(args: readonly unknown[], wrt: unknown, values: readonly unknown[]): Inputs | null {
    return this.known.of(args, wrt, values);
  }

  /**
   * The values of all parameters, or null if any is not what it must be.
   *
   * @param wrt what a derivative is taken by
   * @param room where copies are made
   */
  values(
    args: readonly unknown[],
    captured: readonly unknown[],
    wrt: unknown,
    room: Room,
  ): readonly unknown[] | null {
    if (this.takesNumbers(args)) return args;
    const { writes } = this;
    const inputs: object[] = [];
    const others = writes ? inputs : [];
    const values = this.reading.of(args, captured, wrt, inputs, others, others, room);
    return writes && (isAnyTwice(inputs) || overlap(inputs)) ? null : values;
  }

  /** Why arguments are refused; undefined if that is not found. */
  leftBecause = (refused: Refused): string | undefined =>
    leftBecause(this.origins, this.args, this.captures, refused);

  /** The same as another reader takes them. What is given twice is two things. */
  valuesBy(
    read: Read,
    args: readonly unknown[],
    captured: readonly unknown[],
  ): readonly unknown[] | null {
    // Where parameters tell what is there, a run answers; a variable that is not assigned tells nothing more.
    const isTold = ({ tells, type }: Origin): boolean =>
      tells !== undefined && !('variable' in tells && !isArray(type));
    if (this.origins.some(isTold)) return null;
    return this.reading.by(read, args, captured);
  }
}

/** True if there are this many arguments, and all are numbers. */
function areNumbers(args: readonly unknown[], count: number): boolean {
  if (args.length !== count) return false;
  for (const of of args) if (typeof of !== 'number') return false;
  return true;
}

/** More objects than this are looked up. */
const FEW = 8;

/** True if any object is given twice. O(objects). */
const isAnyTwice = (all: readonly object[]): boolean =>
  all.length > FEW ? new Set(all).size < all.length : all.some((one, k) => all.indexOf(one) < k);

/** True if any two typed arrays have elements in common. O(n log n). */
function overlap(seen: readonly object[]): boolean {
  const views = seen.filter((of): of is ArrayBufferView => ArrayBuffer.isView(of));
  const ends = new Map<ArrayBufferLike, number>();
  views.sort((one, other) => one.byteOffset - other.byteOffset);
  return views.some(({ buffer, byteOffset, byteLength }) => {
    const end = ends.get(buffer) ?? 0;
    ends.set(buffer, Math.max(end, byteOffset + byteLength));
    return byteLength > 0 && byteOffset < end;
  });
}
