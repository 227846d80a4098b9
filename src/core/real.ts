/**
 * What a real number is here: a plain number, or a dual number of a derivative in progress.
 *
 * A number stands for the paper's (r, Zero): it is constant and costs nothing. A dual pairs a
 * primal with whatever its run keeps beside it: a Delta id in reverse mode (Krawiec et al., §7), a
 * tangent in forward mode (§4). Duals are handles; the run they belong to knows what they mean.
 */
import { copied, copying, finishedRun, nativeOperator, notAReal, serialised } from './errors.js';
import { guardWith } from './guard.js';
import type { Liftable } from './primitive.js';
import { asPrimitives, type Rule } from './rule.js';
import { site } from './source.js';
import type { Watcher } from './watcher.js';

/** A number or a dual number: what every operator of the library takes and returns. */
export type Real = number | Dual;

/**
 * What becomes of a dual that an operator meets: it is differentiated, taken for its primal, or
 * refused, because its run is set aside for now or has returned (invariant *one run*).
 */
export type Status = 'open' | 'muted' | 'aside' | 'finished';

const guard = guardWith(copying);

/** One activation of a derivative operator. Runs nest; `level` is the depth of nesting, from 1. */
export abstract class Run {
  /** Refuses to be copied (core/guard.ts). */
  readonly guard: object = guard;
  abstract readonly level: number;
  /** How many orders of derivative the run carries. */
  readonly order: number = 1;
  /** Private to the language as well: copies of a run do not have it. */
  #current: Status = 'open';

  /** Is told of every operation and comparison at this run. */
  watcher: Watcher | null = null;

  /** Nothing that those who clone numbers, arrays and objects would clone. */
  get [Symbol.toStringTag](): string {
    return 'Run';
  }

  /** Whoever asks a run for a text or a number looks through a dual as if it were an object. */
  [Symbol.toPrimitive](): never {
    throw copying();
  }

  get status(): Status {
    // A Proxy around a run, or a copy of one.
    if (!(#current in this)) throw copied('what was computed with');
    return this.#current;
  }

  /** Whether a value is a run itself, and no copy of one. */
  static isRun(run: unknown): run is Run {
    return typeof run === 'object' && run !== null && #current in run;
  }

  /** For the stack of runs alone. */
  set status(status: Status) {
    this.#current = status;
  }

  /**
   * The primitive applied to arguments of which at least one belongs to this
   * run, none to a deeper one.
   */
  abstract apply(primitive: Liftable, args: readonly Real[]): Real;

  /**
   * A function with a derivative of its own, applied as `apply` is. Unless a run knows better, each
   * of its results counts as a primitive.
   */
  applyRule(rule: Rule, args: readonly Real[]): Real[] {
    return asPrimitives(rule, args.map(primalOf)).map((primitive) => this.apply(primitive, args));
  }

  /** The primal of one of this run's duals, which is a real of the enclosing level. */
  abstract primalOf(dual: Dual): Real;

  /** Ends the activation, however it ended. */
  close(): void {
    this.#current = 'finished';
    this.watcher?.closed();
  }

  /** What a person should see of a dual beside its primal. */
  abstract describe(dual: Dual): string;
}

/** A real of a derivative in progress. Never made by hand: derivative operators make them. */
export abstract class Dual {
  abstract readonly run: Run;

  /** A dual is a number to those who ask what they clone. */
  get [Symbol.toStringTag](): string {
    return 'Number';
  }

  /** Native operators on objects all come here; answering would silently drop the derivative. */
  [Symbol.toPrimitive](): never {
    throw refusal(this);
  }

  /** The methods of numbers, which a dual only seems to have. */
  toString(): never {
    throw refusal(this);
  }
  toLocaleString(): never {
    throw refusal(this);
  }
  toFixed(): never {
    throw refusal(this);
  }
  toPrecision(): never {
    throw refusal(this);
  }

  toJSON(): never {
    throw this.run.status === 'finished' ? finishedRun() : serialised();
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    if (this.run.status === 'finished') return 'Dual(of a finished run)';
    return `Dual(${primalOf(this)}, ${this.run.describe(this)})`;
  }
}

/** What is wrong where native code asks a dual for a number or a text. */
const refusal = ({ run }: Dual): Error =>
  run.status === 'finished' ? finishedRun() : nativeOperator(site());

/**
 * The plain number inside a real, through every level of nesting. The result is a constant: nothing
 * is differentiated through it. O(levels).
 *
 * @throws DeltaTapeError if `x` is no real, or a dual of a finished run.
 * @example primalOf(3) // 3
 */
export function primalOf(x: Real): number {
  let real: Real = x;
  while (typeof real !== 'number') {
    const place = 'what is compared, or given to primalOf,';
    if (!(real instanceof Dual)) throw notAReal(real, place);
    if (!Run.isRun(real.run)) throw copied(place);
    if (real.run.status === 'finished') throw finishedRun();
    real = real.run.primalOf(real);
  }
  return real;
}

/** Whether a value is a number or a dual. */
export const isReal = (value: unknown): value is Real =>
  typeof value === 'number' || value instanceof Dual;
