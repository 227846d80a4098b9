/**
 * Answers calls of functions by specialised code in a run that records. Each call is one binding, whose partials are the gradient of the
 * call: the code sees the primals of what the function is given. Where it does not answer, the function records by itself.
 */
import { RealArray } from '../../../core/floats/real-array.js';
import { unrecorded } from '../../../core/open-runs.js';
import { isReal, type Real, type Run } from '../../../core/real.js';
import { flatten } from '../../../core/trees/tree.js';
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { unnoted } from '../../../errors/swallowed.js';
import { DeltaDual, recording } from '../../../tape/columns.js';
import { originQuery } from '../../../tape/origins.js';
import { tapeOf, type ReverseRun } from '../../../tape/reverse-run.js';
import { usesHost } from '../../ir/host.js';
import { pendingGradient, type Pending } from '../../specialise/specialised-gradient.js';
import type { Specialised } from '../../specialise/specialised.js';
import { Attempts } from '../compiled/attempts.js';
import { isGivenData } from '../compiled/code/data-of-calls.js';
import { edges } from '../compiled/recorded-calls.js';
import { close, open } from '../recording.js';
import { difference } from './agreement.js';
import type { Told } from './specialised-within.js';

/** The arguments of a call as numbers, with the ids of the reals of each argument that holds duals. */
interface Plain {
  readonly args: readonly unknown[];
  readonly ids: ReadonlyMap<number, Int32Array>;
}

interface Code {
  readonly gradient: Pending;
  readonly attempts: Attempts;
  readonly isNested: boolean;
  /** So often its value was that of the function. */
  held: number;
}

const isOfSingles = (of: object): boolean =>
  of instanceof Float32Array || (of instanceof RealArray && of.floats === 'Float32Array');

/** Null where a real is none of the run, or an argument is not data. */
function plainOf(args: readonly unknown[], run: ReverseRun, owner: Run): Plain | null {
  const ids = new Map<number, Int32Array>();
  const idOf = (x: Real): number => {
    if (typeof x === 'number') return 0;
    return x instanceof DeltaDual && x.run === owner ? x.id : run.idOf(x);
  };
  const plain: unknown[] = [];
  for (const [k, arg] of args.entries()) {
    plain.push(arg);
    if (!isReal(arg) && (typeof arg !== 'object' || arg === null)) continue;
    // Where something is computed when it is read, a copy is another thing.
    if (!isReal(arg) && !isGivenData(arg, new WeakSet())) return null;
    const shape = flatten(arg, `argument ${k}`);
    const { reals } = shape;
    const own = Int32Array.from(reals, idOf);
    // Gradients would be rounded.
    if (shape.containers.some(({ original }) => isOfSingles(original))) return null;
    if (reals.some((x, at) => typeof x !== 'number' && own[at] === 0)) return null;
    if (!own.some((id) => id !== 0)) continue;
    plain[k] = shape.rebuild(reals.map((x) => (typeof x === 'number' ? x : run.primalOfReal(x))));
    ids.set(k, own);
  }
  return { args: plain, ids };
}

/** Null where something throws: whether that is an error, the function itself decides when it records. */
function orNull<T>(read: () => T | null): T | null {
  try {
    return unnoted(read);
  } catch {
    return null;
  }
}

/** True if it has no state, whatever it does. */
const leavesNothing = ({ left, isLeftByProgram, params }: Specialised): boolean =>
  left.length === 0 && !isLeftByProgram && params.every(({ kept }) => kept === 'no');

export class SpecialisedCalls {
  /** By the positions of the arguments that hold duals; null where runs record. */
  private readonly codes = new Map<string, Code | null>();
  /** True while a call is answered: what the function calls is part of its code. */
  private isBusy = false;

  /**
   * @param specialised code for some arguments; throws where there is none
   * @param mostHeld so many values are held against those of the function
   * @param onDifference learns how a value differs, or null
   */
  constructor(
    private readonly f: AnyFunction,
    private readonly specialised: (args: readonly unknown[], by: readonly number[]) => Specialised,
    private readonly told: Told,
    private readonly mostHeld: () => number,
    private readonly onDifference: (what: string | null) => void,
  ) {}

  /** The result of a call; undefined where the function itself has to record. Then nothing has happened. */
  call(args: readonly unknown[]): Real | undefined {
    const { owner } = recording;
    const run = owner && tapeOf(owner);
    // Who asks where bindings come from asks for those of operations.
    if (owner === null || run === null || originQuery.origins !== null || this.isBusy)
      return undefined;
    const plain = orNull(() => plainOf(args, run as ReverseRun, owner));
    if (plain === null || plain.ids.size === 0) return undefined;
    this.isBusy = true;
    try {
      return this.answer(plain, owner);
    } finally {
      this.isBusy = false;
    }
  }

  private answer({ args, ids }: Plain, owner: Run): Real | undefined {
    const positions = [...ids.keys()];
    const code = this.codeFor(args, positions);
    const found = code && code.attempts.attempt(() => code.gradient(args));
    if (code === null || found === null || !this.isHeld(code, found.value, args)) return undefined;
    const gradients = found.gradient as readonly unknown[];
    const start = open();
    let end = start;
    for (const [at, k] of positions.entries()) {
      const own = ids.get(k)!;
      const slopes = flatten(gradients[at], 'a gradient').reals as readonly number[];
      end = slopes.length === own.length ? edges(own, slopes, end) : -1;
      if (end < 0) return undefined;
    }
    const id = close(start, end, found.value);
    return id === 0 ? found.value : new DeltaDual(owner, id);
  }

  private codeFor(args: readonly unknown[], positions: readonly number[]): Code | null {
    const key = positions.join();
    let code = this.codes.get(key);
    if (code === undefined)
      this.codes.set(key, (code = this.told(() => this.made(args, positions))));
    return code;
  }

  private made(args: readonly unknown[], positions: readonly number[]): Code | null {
    const of = this.specialised(args, positions);
    if (of.result.tag !== 'number' || !leavesNothing(of) || usesHost(of.func)) return null;
    const gradient = pendingGradient(of, positions);
    return { gradient, attempts: new Attempts(), isNested: of.isNested, held: 0 };
  }

  /** True if the value is that of the function, which is computed as well for the first answers. */
  private isHeld(code: Code, value: number, args: readonly unknown[]): boolean {
    if (code.held >= this.mostHeld()) return true;
    code.held++;
    const expected = orNull(() => ({ value: unrecorded(() => this.f(...(args as never[]))) }));
    if (expected === null) return false;
    const what = difference({ value }, expected, code.isNested);
    this.onDifference(what);
    return what === null;
  }
}
