/**
 * Loops that apply a translated function to the elements of arrays, as functions of the arrays: specialised with the function in
 * its place, once for all functions of one core, since those inside of others are made anew for each call.
 */
import type { AnyFunction } from '../../../derivatives/signatures.js';
import { unnoted } from '../../../errors/swallowed.js';
import type { CompiledCode, LoopKind } from '../../../functions/translated-functions.js';
import type { Fn } from '../../core/core.js';
import { libraryCore } from '../../specialise/library/library-core.js';
import { libraryOf } from '../../specialise/calls/library-functions.js';
import type { KnownCore } from '../../specialise/entry/given-functions.js';
import { specialise } from '../../specialise/specialised.js';
import { Refusal } from '../../specialise/values/abstract.js';
import { knownCore } from '../known-cores.js';
import type { AnyPoint } from '../compiled/answers/guarded-point.js';
import { areBuiltInsAsLoaded } from '../compiled/built-ins.js';
import { difference } from './agreement.js';
import { Version } from './specialised-version.js';
import { effort } from './specialised-function.js';
import { least, reasonOf, type Told } from './specialised-within.js';

type Numbers = Float64Array;
type Step = (...xs: readonly number[]) => number;

/** The same loops on numbers, for what code is held against. */
const loops: Readonly<Record<LoopKind, (f: Step) => (xs: Numbers, more: never) => unknown>> = {
  map: (f) => (xs) => xs.map((x, k) => f(x, k)),
  map2: (f) => (xs, ys: Numbers) => xs.map((x, k) => f(x, ys[k], k)),
  fold: (f) => (xs, start: number) => xs.reduce((s, x, k) => f(s, x, k), start),
  scanl: (f) => (xs, start: number) => {
    const out = new Float64Array(xs.length + 1).fill(start);
    let s = start;
    xs.forEach((x, k) => (out[k + 1] = s = f(s, x, k)));
    return out;
  },
  scanr: (f) => (xs, start: number) => {
    const out = new Float64Array(xs.length + 1).fill(start);
    let s = start;
    for (let k = xs.length - 1; k >= 0; k--) out[k] = s = f(s, xs[k], k);
    return out;
  },
};

const MOST_VERSIONS = 4;
/** So many elements take runs a millisecond. */
const ELEMENTS = 300;

const told: Told = (make) => {
  try {
    return make();
  } catch (error) {
    // Where a run answers, a defect of the specialiser fails in our tests only.
    if (!(error instanceof Refusal) && effort.onDifference !== null) throw error;
    effort.onRefusal?.(reasonOf(error).what);
    return null;
  }
};

class Loop {
  private readonly versions: Version[] = [];
  private waited = 0;
  private held = 0;
  private isOff = false;
  /** The loop as a function, which is never called. It captures the function that was asked for last. */
  readonly itself = () => undefined;
  private readonly known: KnownCore;

  constructor(
    private readonly kind: LoopKind,
    private last: AnyFunction,
  ) {
    const captures = {
      read: () => this.last,
      writing: () => undefined,
      names: { get: (name: string) => (name === 'f' ? ('variable' as const) : undefined) },
    };
    const { f } = libraryOf(libraryCore())[`loop_${kind}`];
    this.known = { core: { f }, captures, isClosure: false };
  }

  of(f: AnyFunction): this {
    this.last = f;
    return this;
  }

  at(args: readonly unknown[], wrt: readonly number[]): AnyPoint | null {
    if (this.isOff || !effort.isOn || !areBuiltInsAsLoaded()) return null;
    this.waited += (args[0] as Numbers).length;
    if (this.waited < effort.patience * ELEMENTS) return null;
    for (const version of this.versions) {
      const point = version.at(this.itself, args, wrt, told, () => undefined);
      if (point !== null) return this.right(point, args);
    }
    if (this.versions.length >= MOST_VERSIONS) return null;
    const version = told(() => this.specialised(args, wrt));
    // What is refused once is refused again.
    if (version === null) return ((this.isOff = true), null);
    this.versions.push(version);
    const point = version.at(this.itself, args, wrt, told, () => undefined);
    return point && this.right(point, args);
  }

  private specialised(args: readonly unknown[], wrt: readonly number[]): Version {
    const known = (of: object) => (of === this.itself ? this.known : knownCore(of));
    const program = { known, library: libraryCore() };
    const found = specialise(program, this.itself, args, wrt, least, true);
    const version = new Version(found);
    if (found.leftIn.length > 0 || version.draws)
      throw new Refusal('a loop of a function that leaves state, or draws numbers', undefined);
    return version;
  }

  /** A point whose value is that of the function, which is computed as well for the first ones; null if it is another. */
  private right(point: AnyPoint, args: readonly unknown[]): AnyPoint | null {
    if (this.held >= effort.held) return point;
    this.held++;
    const value = point.value();
    if (value === null) return null;
    const loop = loops[this.kind](this.last as unknown as Step);
    const what = differs(value.tree, () => loop(args[0] as Numbers, args[1] as never));
    effort.onDifference?.(what, this.last);
    this.isOff = what !== null;
    return this.isOff ? null : point;
  }
}

/** Says how a value is another one than it should be; what throws is left to runs. */
function differs(value: unknown, expected: () => unknown): string | null {
  try {
    return unnoted(() => difference({ value }, { value: expected() }));
  } catch {
    return 'a value where the function throws';
  }
}

const ofCores = new WeakMap<Fn, Partial<Record<LoopKind, Loop>>>();
const ofLoops = new WeakMap<AnyFunction, Loop>();

/** The loop of a translated function; null for others. It is that of the function until another one is asked for. */
export const loopOf: CompiledCode['loop'] = (kind, f) => {
  const known = knownCore(f);
  if (known === undefined || !('f' in known.core)) return null;
  const core = known.core.f;
  let all = ofCores.get(core);
  if (all === undefined) ofCores.set(core, (all = {}));
  const loop = (all[kind] ??= new Loop(kind, f)).of(f);
  ofLoops.set(loop.itself, loop);
  return loop.itself;
};

/** A loop at arguments; undefined where something is none, and null where it has no code. */
export const loopAt = (
  of: AnyFunction,
  args: readonly unknown[],
  wrt: readonly number[],
): AnyPoint | null | undefined => ofLoops.get(of)?.at(args, wrt);
