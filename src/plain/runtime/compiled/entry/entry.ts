/**
 * What compiled code asks on entry: whether each parameter of a lowered function is what lowering took it for.
 * Nothing of it runs code of others, but for proxies, which are read as they would be elsewhere.
 */
import type { Origin } from '../../../ir/origin.js';
import type { Read } from './checked.js';
import { EntryInputs, type Inputs } from './entry-inputs.js';
import { partsOf, type Inside } from './entry-parts.js';
import { EntryValues } from './entry-values.js';

const isNumberAt = ({ of, path, type, tells }: Origin, k: number): boolean =>
  of === 'argument' && path.length === 1 && path[0] === k && type === 'f64' && !tells;

export class Entry {
  private readonly args: Inside;
  private readonly captures: Inside;
  /** Whether each parameter is an argument that is a number. */
  private readonly isOfNumbers: boolean;
  private readonly known: EntryInputs;

  constructor(private readonly origins: readonly Origin[]) {
    this.args = partsOf(origins, 'argument');
    this.captures = partsOf(origins, 'capture');
    this.isOfNumbers = origins.every(isNumberAt);
    this.known = new EntryInputs(origins, this.args);
  }

  /** The parameters that `wrt` names; null if it names anything else, or if there are other reals beside them. */
  inputs(args: readonly unknown[], wrt: unknown): Inputs | null {
    return this.known.of(args, wrt);
  }

  /**
   * The values of all parameters, or null if any is not what it must be.
   *
   * @param wrt what a derivative is taken by
   * @param writes whether the function writes into any of them: then none may share anything with another one
   */
  values(
    args: readonly unknown[],
    captured: readonly unknown[],
    wrt: unknown,
    writes: boolean,
    read: Read,
  ): readonly unknown[] | null {
    if (this.isOfNumbers && areNumbers(args, this.origins.length)) return args;
    const reading = new EntryValues(this.origins, read);
    const [inputs, others]: object[][] = [[], []];
    const { steps, parts } = this.args;
    for (let k = 0; k < steps.length; k++) {
      const position = steps[k] as number;
      reading.seen = isNamed(position, wrt) ? inputs : others;
      if (!reading.read(parts[k], args[position])) return null;
    }
    // What is given twice is one thing to derivatives. A captured variable is none of the arguments.
    if (!writes && isAnyTwice(inputs, others)) return null;
    const all = writes ? [...inputs, ...others] : [];
    reading.seen = all;
    if (!this.readCaptured(captured, reading)) return null;
    return writes && (isAnyTwice(all, []) || overlap(all)) ? null : reading.values;
  }

  /** The same as another reader takes them. What is given twice is two things. */
  valuesBy(
    read: Read,
    args: readonly unknown[],
    captured: readonly unknown[],
  ): readonly unknown[] | null {
    // Runs answer where it depends on what is there which code answers.
    if (this.origins.some(({ tells }) => tells !== undefined)) return null;
    const reading = new EntryValues(this.origins, read);
    const { steps, parts } = this.args;
    const areRead = parts.every((part, k) => reading.read(part, args[steps[k] as number]));
    return areRead && this.readCaptured(captured, reading) ? reading.values : null;
  }

  private readCaptured(captured: readonly unknown[], reading: EntryValues): boolean {
    const { steps, parts } = this.captures;
    for (let k = 0; k < steps.length; k++)
      if (!reading.read(parts[k], captured[steps[k] as number])) return false;
    return true;
  }
}

/** Whether there are so many arguments, and all are numbers. */
function areNumbers(args: readonly unknown[], count: number): boolean {
  if (args.length !== count) return false;
  for (const of of args) if (typeof of !== 'number') return false;
  return true;
}

/** Whether `wrt` names an argument, or something in it. */
function isNamed(position: number, wrt: unknown): boolean {
  if (!Array.isArray(wrt)) return wrt === position || (typeof wrt === 'string' && position === 0);
  return typeof wrt[0] === 'string' ? position === 0 : wrt.includes(position);
}

/** More inputs than this are looked up. */
const FEW = 8;

/** Whether any of the inputs is given twice, or among the others, too. O(objects). */
function isAnyTwice(inputs: readonly object[], others: readonly object[]): boolean {
  if (inputs.length > FEW) {
    const all = new Set(inputs);
    return all.size < inputs.length || others.some((other) => all.has(other));
  }
  return inputs.some((one, k) => inputs.indexOf(one) < k || others.includes(one));
}

/** Whether any two typed arrays have elements in common. O(n log n). */
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
