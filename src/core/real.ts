/**
 * Reals: a real is a plain number, or a dual number of a derivative in progress. A number stands for the paper's
 * (r, Zero): it is constant and costs nothing. A dual pairs a primal with what its run keeps beside it: a Delta id in
 * reverse mode (Krawiec et al., §7), a tangent in forward mode (§4). Duals are handles; their run knows what they mean.
 */
import {
  copied,
  copying,
  finishedRun,
  nativeOperator,
  notAReal,
  serialised,
} from '../errors/errors.js';
import { guardThrowing } from '../errors/copy-guard.js';
import { refusal } from '../errors/swallowed.js';
import { site } from '../errors/call-site.js';

/** A number or a dual number: what every operator of the library takes and returns. */
export type Real = number | Dual;

/**
 * The way an operator treats a dual: it differentiates it, takes its primal, or refuses it, because the
 * run of the dual is set aside for now or has returned (invariant *one run*).
 */
export type Status = 'open' | 'muted' | 'aside' | 'finished';

/** The coefficients of a power series from 0 on; those that are missing at the end are 0. */
export type Coefficients = readonly Real[];

/** A function uniform over arity, with its partials: what runs work with. */
export interface Operation {
  readonly name: string;
  /** The value at plain numbers. */
  value(args: readonly number[]): number;
  /** The operator itself, at reals of any level. */
  apply(args: readonly Real[]): Real;
  /** The partials at the arguments with `active[k]`, given the output; other entries are 0. */
  partials(args: readonly Real[], output: Real, active: readonly boolean[]): readonly Real[];
  /** The distance of arguments from where the function is not smooth; Infinity for one that always is. */
  boundary(args: readonly number[], active: readonly boolean[]): number;
  /** Coefficient `k` ≥ 1 of the output by an own rule, if there is one and it applies. */
  series?(args: readonly Coefficients[], output: Coefficients, k: number): Real | undefined;
}

/**
 * A function on flat lists of reals whose derivative is given as a linear map instead of being derived
 * from primitives (Fig. 14 with many results). The map must be written in operators, so that it nests.
 */
export interface Rule {
  readonly name: string;
  /** The function and its derivative at reals of any level. */
  at(args: readonly Real[]): Linearised;
}

export interface Linearised {
  /** The results, differentiated at the levels of the arguments by this rule again. */
  readonly values: readonly Real[];
  /** From cotangents of the results to those of the arguments. */
  readonly pullback: (cotangents: readonly Real[]) => readonly Real[];
  /** From tangents of the arguments to those of the results. */
  readonly pushforward: (tangents: readonly Real[]) => readonly Real[];
}

/** The callbacks that see the operations and comparisons at a run (watcher.ts). */
export interface Watch {
  opened(): void;
  closed(): void;
  /** An operation is about to be applied at `run`, which this watches. */
  applied(operation: Operation, args: readonly Real[], run: Run): void;
  /** Two reals are compared, of which at least one varies with the inputs of the run. */
  compared(operation: string, values: readonly number[], reals: readonly Real[]): void;
  /** A function that is constant between jumps gives a plain number. */
  stepped(step: Operation, args: readonly Real[], run: Run): void;
  /** One operation more. */
  count(operation: string): void;
}

const guard = guardThrowing(copying);

/** One activation of a derivative operator. Runs nest; `level` is the depth of nesting, from 1. */
export abstract class Run {
  /** Refuses to be copied (errors/copy-guard.ts). */
  readonly guard: object = guard;
  abstract readonly level: number;
  /** The order of derivative that the run carries. */
  readonly order: number = 1;
  /** A private field of the language, so that copies of a run do not have it. */
  #current: Status = 'open';

  watcher: Watch | null = null;
  /** Called when the activation has ended. */
  declare atEnd?: () => void;
  /** The state that the floor that knows arrays keeps for the run (block.ts). */
  declare ofBlocks?: unknown;

  /** A class of its own, which code that clones numbers, arrays and objects does not clone. */
  get [Symbol.toStringTag](): string {
    return 'Run';
  }

  /** Code that asks a run for a text or a number looks through a dual as if the dual were an object. */
  [Symbol.toPrimitive](): never {
    throw copying();
  }

  get status(): Status {
    // A Proxy around a run, or a copy of one.
    if (!(#current in this)) throw copied('what was computed with');
    return this.#current;
  }

  /** True if a value is a run itself, and not a copy of one. */
  static isRun(run: unknown): run is Run {
    return typeof run === 'object' && run !== null && #current in run;
  }

  /** For the stack of runs alone. */
  set status(status: Status) {
    this.#current = status;
  }

  /** True if translated code may record into the columns of the tape for this run. */
  get isRecording(): boolean {
    return false;
  }

  /** The operation applied to arguments of which at least one belongs to this run, none to a deeper one. */
  abstract apply(operation: Operation, args: readonly Real[]): Real;

  /** A function with a derivative of its own, where a run does better than to take each result for an operation. */
  applyRule?(rule: Rule, args: readonly Real[]): Real[];

  /** The partials of an operation, if rows cannot take them: the duals of some runs are not one number each (vmap). */
  partials?(
    operation: Operation,
    args: readonly Real[],
    output: Real,
    active: readonly boolean[],
  ): readonly Real[] | undefined;

  /** The primal of one of this run's duals, which is a real of the enclosing level. */
  abstract primalOf(dual: Dual): Real;

  /** The same for code that goes on with the plain number. */
  read(dual: Dual): Real {
    return this.primalOf(dual);
  }

  /** True if a run is this one, or the one that this is a segment of. */
  isPartOf(run: Run | null): boolean {
    return run === this;
  }

  /** The primal of a dual, asked while the activation ends; undefined if it is not known any more. */
  lastPrimalOf(dual: Dual): Real | undefined {
    return this.primalOf(dual);
  }

  #keepsPrimals = false;

  /** Has duals count as their primals when the activation has ended: some are where nothing can settle them (settling.ts). */
  keepPrimals(): void {
    this.#keepsPrimals = true;
  }

  /** The primal of a dual of an activation that has ended; undefined if it was not kept. */
  keptPrimalOf(dual: Dual): Real | undefined {
    return this.#keepsPrimals && this.status === 'finished' ? this.primalOf(dual) : undefined;
  }

  /** Makes all operations from now on pass by a watcher. */
  watch(watcher: Watch): void {
    this.watcher = watcher;
    watcher.opened();
  }

  /** Sets the run aside, or mutes it, for a while. What happens meanwhile is not recorded here. */
  suspend(): void {}

  /** Ends what `suspend` began. */
  resume(): void {}

  /** Ends the activation, however it ended. */
  close(): void {
    this.#current = 'finished';
    this.watcher?.closed();
    this.atEnd?.();
  }

  /** Describes for people what a dual holds beside its primal. */
  abstract describe(dual: Dual): string;
}

/** A real of a derivative in progress. Never made by hand: derivative operators make them. */
export abstract class Dual {
  abstract readonly run: Run;
  /** True if it is the dual of an array of reals (block.ts), and not a real. */
  declare readonly isBlock?: boolean;

  /** Code that clones asks for the class of a value: that of a dual is the class of numbers. */
  get [Symbol.toStringTag](): string {
    return 'Number';
  }

  /** Native operators on objects all come here; answering would silently drop the derivative. */
  [Symbol.toPrimitive](): number {
    return numberOf(this);
  }

  /** The methods of numbers, which a dual only seems to have. */
  toString(...args: never[]): string {
    return numberOf(this).toString(...args);
  }
  toLocaleString(...args: never[]): string {
    return numberOf(this).toLocaleString(...args);
  }
  toFixed(...args: never[]): string {
    return numberOf(this).toFixed(...args);
  }
  toPrecision(...args: never[]): string {
    return numberOf(this).toPrecision(...args);
  }

  toJSON(): unknown {
    if (asJSON !== null) return asJSON(this);
    const primal = keptNumber(this);
    if (primal !== undefined) return primal;
    throw this.run.status === 'finished' ? finishedRun() : refusal(serialised(), this.run);
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    if (this.run.status === 'finished') return 'Dual(of a finished run)';
    return `Dual(${primalOf(this)}, ${this.run.describe(this)})`;
  }
}

// What programs put at the prototype of numbers, a dual has, too.
Object.setPrototypeOf(Dual.prototype, Number.prototype as object);

/** Returns the JSON of a dual for `JSON.stringify`, while its text is read again at once. */
let asJSON: ((x: Dual) => unknown) | null = null;

/** Has `body` write duals as JSON. */
export function writingAsJSON<T>(write: (x: Dual) => unknown, body: () => T): T {
  const before = asJSON;
  asJSON = write;
  try {
    return body();
  } finally {
    asJSON = before;
  }
}

/** The number that a dual is after its run, if that kept its primals. */
export function keptNumber(x: Dual): number | undefined {
  let real: Real | undefined = x;
  while (real instanceof Dual) real = Run.isRun(real.run) ? real.run.keptPrimalOf(real) : undefined;
  return real;
}

/** The same for native code that asks a dual for a number or a text. */
function numberOf(x: Dual): number {
  const number = keptNumber(x);
  if (number !== undefined) return number;
  const { run } = x;
  throw run.status === 'finished' ? finishedRun() : refusal(nativeOperator(site()), run);
}

/**
 * The plain number inside a real, through every level of nesting. The result is a constant: nothing
 * is differentiated through it. O(levels).
 *
 * @throws DeltaTapeError if `x` is not a real, or a dual of a finished run.
 * @example primalOf(3) // 3
 */
export function primalOf(x: Real): number {
  let real: Real = x;
  while (typeof real !== 'number') real = isUnderWay(real) ? real.run.read(real) : keptPrimal(real);
  return real;
}

/** True while the run of a dual goes on. Refuses a value that is not a dual. */
export function isUnderWay(x: Dual): boolean {
  const place = 'what is compared, or given to primalOf,';
  if (!(x instanceof Dual)) throw notAReal(x, place);
  if (!Run.isRun(x.run)) throw copied(place);
  return x.run.status !== 'finished';
}

/** @throws DeltaTapeError if the run of a dual has ended, and did not keep its primal. */
export function keptPrimal(x: Dual): Real {
  const primal = x.run.keptPrimalOf(x);
  if (primal === undefined) throw finishedRun();
  return primal;
}

/** True if a value is a number or a dual. */
export const isReal = (value: unknown): value is Real =>
  typeof value === 'number' || (value instanceof Dual && !value.isBlock);
