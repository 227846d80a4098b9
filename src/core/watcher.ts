/**
 * Watching a run: it finds kinks, where the derivative depends on a choice (comparisons and primitives on,
 * or near, their boundary; Abadi and Plotkin, §3 and §6), and counts operations. A run without a watcher
 * pays nothing. A run with one leaves the fast path, so that all its operations pass through here.
 *
 * The `boundary` of a row says where the row is not smooth. So comparisons and primitives inside its
 * partials are not choices of the program, and are not watched.
 */
import type { OptionNames } from '../errors/options.js';
import { invalidOption, kinkMet, operationLimit } from '../errors/errors.js';
import type { Kink } from '../errors/kink.js';
import { numberIn } from './number-in.js';
import type { Operation, Real, Run, Watch } from './real.js';
import { refusal } from '../errors/swallowed.js';
import { callSite } from '../errors/call-site.js';

export interface WatchOptions {
  /** The reaction to a kink: nothing (the default), a warning on the console, or an error. */
  readonly onKink?: 'ignore' | 'warn' | 'throw';
  /**
   * The reaction where the output, or a real of it, does not depend on the inputs at all, or is NaN though
   * no input is: nothing, a warning on the console, or an error. Without this option, `grad` and
   * `valueAndGrad` warn once for each place of a call where the whole output does not depend on them.
   */
  readonly onConstant?: 'ignore' | 'warn' | 'throw';
  /**
   * The reaction where a custom rule is first used whose pullback or pushforward is not linear: nothing (the
   * default), a warning on the console, or an error.
   */
  readonly onNonlinear?: 'ignore' | 'warn' | 'throw';
  /**
   * The distance from its boundary within which an operation counts as a kink. Default 0: on the
   * boundary.
   */
  readonly kinkDistance?: number;
  /** The most operations and comparisons on its duals that a run may do before it ends with an error. */
  readonly maxOperations?: number;
}

/** Their names. */
export const watchNames: OptionNames<WatchOptions> = {
  onKink: true,
  onConstant: true,
  onNonlinear: true,
  kinkDistance: true,
  maxOperations: true,
};

type Report = (kink: Kink, by: Watcher) => void;

/** The number of watched runs that are open, and of rows that are computing their partials. */
const watching = { runs: 0, partials: 0 };

export class Watcher implements Watch {
  private operations = 0;

  constructor(
    /** Null if only operations are counted. */
    private readonly report: Report | null,
    private readonly reach: number,
    private readonly maxOperations: number,
  ) {}

  /** A run is watched by this from now on. */
  opened(): void {
    this.operations = 0;
    watching.runs++;
  }

  closed(): void {
    watching.runs--;
  }

  /** A primitive is about to be applied at `run`, which this watches. */
  applied(primitive: Operation, args: readonly Real[], run: Run): void {
    this.count(primitive.name);
    if (this.report === null || watching.partials > 0) return;
    const values = args.map(numberIn);
    const active = args.map((x) => typeof x !== 'number' && x.run.level === run.level);
    this.look(primitive.name, values, Math.abs(primitive.boundary(values, active)));
  }

  /** Two reals are compared, of which at least one varies with the inputs of the run. */
  compared(operation: string, values: readonly number[], _reals: readonly Real[]): void {
    if (watching.partials > 0) return;
    this.count(operation);
    // Equal infinities stay equal when the inputs change a little.
    this.look(operation, values, Math.abs(values[0] - values[1]));
  }

  stepped(step: Operation, args: readonly Real[], run: Run): void {
    this.applied(step, args, run);
  }

  /** One operation more. */
  count(operation: string): void {
    if (++this.operations > this.maxOperations) {
      throw refusal(operationLimit(this.maxOperations, operation, callSite()), this);
    }
  }

  private look(operation: string, values: readonly number[], distance: number): void {
    if (this.report === null || !(distance <= this.reach && distance < Infinity)) return;
    this.report({ operation, values, distance, source: callSite() }, this);
  }
}

function warnOnce(): Report {
  const reported = new Set<string>();
  return (kink) => {
    const key = `${kink.operation} ${kink.source}`;
    if (reported.has(key)) return;
    reported.add(key);
    toConsole(kinkMet(kink).message);
  };
}

/** Writes a warning, where there is a console. */
export function toConsole(text: string): void {
  const { console } = globalThis as { console?: { warn(text: string): void } };
  console?.warn(text);
}

function refuse(kink: Kink, by: Watcher): never {
  throw refusal(kinkMet(kink), by);
}

/**
 * Makes the watcher that options ask for, for one call of a derivative; null if they ask for nothing. A
 * given list gets all kinks.
 */
export function watcherOf(options: WatchOptions, list: Kink[] | null = null): Watcher | null {
  const { onKink = 'ignore', kinkDistance = 0, maxOperations = Infinity } = options;
  if (!['ignore', 'warn', 'throw'].includes(onKink)) {
    throw invalidOption('onKink', "'ignore', 'warn' or 'throw'", onKink);
  }
  if (typeof kinkDistance !== 'number' || !(kinkDistance >= 0)) {
    throw invalidOption('kinkDistance', 'a number that is not negative', kinkDistance);
  }
  const isCount = Number.isInteger(maxOperations) || maxOperations === Infinity;
  if (!isCount || maxOperations < 0) {
    throw invalidOption('maxOperations', 'a natural number', maxOperations);
  }
  const react = onKink === 'throw' ? refuse : onKink === 'warn' ? warnOnce() : null;
  if (react === null && list === null && maxOperations === Infinity) return null;
  const report: Report = (kink, by) => {
    list?.push(kink);
    react?.(kink, by);
  };
  return new Watcher(react === null && list === null ? null : report, kinkDistance, maxOperations);
}

/** True if operations and comparisons have to pass by a watcher, and so to take the general way. */
export const runsAreWatched = (): boolean => watching.runs > 0;

/** True while a row computes its partials. */
export const arePartials = (): boolean => watching.partials > 0;

/** The comparisons, on numbers. */
export const comparisons = {
  lt: (x: number, y: number) => x < y,
  le: (x: number, y: number) => x <= y,
  gt: (x: number, y: number) => x > y,
  ge: (x: number, y: number) => x >= y,
  eq: (x: number, y: number) => x === y,
};
export type Comparison = keyof typeof comparisons;

/**
 * Compares reals, and shows it to the watchers of all levels at which that depends on inputs. Where both
 * sides are the same real, it does not.
 */
export function watchedComparison(operation: Comparison, x: Real, y: Real): boolean {
  const values = [numberIn(x), numberIn(y)] as const;
  let left = x;
  let right = y;
  while (left !== right) {
    const run = deepestOf(left, right);
    if (run === undefined) break;
    if (run.status === 'open') run.watcher?.compared(operation, values, [left, right]);
    left = below(run, left);
    right = below(run, right);
  }
  return comparisons[operation](...values);
}

/** Shows a function that is constant between jumps to the watchers of all levels of its arguments. */
export function watchStep(step: Operation, args: readonly Real[]): void {
  let reals = args;
  for (;;) {
    const run = reals.reduce<Run | undefined>((deepest, x) => {
      if (typeof x === 'number') return deepest;
      return deepest === undefined || x.run.level > deepest.level ? x.run : deepest;
    }, undefined);
    if (run === undefined) return;
    if (run.status === 'open') run.watcher?.stepped(step, reals, run);
    reals = reals.map((x) => below(run, x));
  }
}

function deepestOf(x: Real, y: Real): Run | undefined {
  if (typeof x === 'number') return typeof y === 'number' ? undefined : y.run;
  if (typeof y === 'number') return x.run;
  return x.run.level >= y.run.level ? x.run : y.run;
}

const below = (run: Run, x: Real): Real =>
  typeof x !== 'number' && x.run.level === run.level ? x.run.primalOf(x) : x;

/** Computes partials of a row, whose choices are none of the program, so no watcher sees them. */
export function unwatched<T>(partials: () => T): T {
  if (watching.runs === 0) return partials();
  watching.partials++;
  try {
    return partials();
  } finally {
    watching.partials--;
  }
}
