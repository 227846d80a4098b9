/**
 * The stack of open runs, and the mode that translated code asks for. An operator works at the deepest level
 * among its arguments, and sees every other argument as a constant there (invariant *levels*: nested
 * derivatives never confuse their duals).
 *
 * Whoever hides runs for a while calls their `suspend` and `resume`. In these a run closes, and opens again,
 * what belongs to it alone.
 */
import { copied, doesNotNest, notAReal, runAside } from '../errors/errors.js';
import type { Seen } from './block.js';
import { handOn, leaving, type Leaving } from './left-behind.js';
import { insistOnMath } from '../errors/replaced-math.js';
import { withNumbers } from './floats/held-elements.js';
import { insistOnNone, noted, passOn, type Refusal } from '../errors/swallowed.js';
import {
  Dual,
  Run,
  isReal,
  keptPrimal,
  primalOf,
  type Operation,
  type Real,
  type Watch,
} from './real.js';

/**
 * The state of the open derivatives, for translated functions, which ask on entry and run their
 * derivative versions accordingly; hence a plain object that is read in one load.
 */
export const mode = {
  /** True if any derivative is in progress. */
  on: false,
  /** True if the deepest run is the one that records into the columns, so that they may be written. */
  recording: false,
  /** A number of the deepest run, which no other run has; 0 if there is none. */
  run: 0,
  /** True if functions that are called say what they are, and do nothing else. */
  asks: false,
  /** True if a run has left something behind that may start later, with duals that it was given: a generator. */
  behind: false,
};

/** Says that a run has left a generator behind. */
export function leaveGenerator(): void {
  mode.behind = true;
}

/** The run at index k has level k + 1. */
let runs: readonly Run[] = [];
/**
 * The number of runs below a muted one. Code that runs now may hold duals of the muted run, which ends
 * before these runs do.
 */
let belowMuted = 0;

/** The level a run opened now would have. */
export const nextLevel = (): number => runs.length + 1;

/** True if any derivative is being taken now. */
export const insideRun = (): boolean => runs.length > 0;

/** The order of derivative that all open runs take together. */
export const totalOrder = (): number => runs.reduce((total, { order }) => total + order, 0);

/** The deepest open run. */
export const deepestRun = (): Run | undefined => runs.at(-1);

/** The open run that all others are inside of. */
export const outermostRun = (): Run | undefined => runs.at(0);

/** The deepest open run, unless a deeper one is muted. */
export const deepestUnmuted = (): Run | undefined =>
  runs.length > belowMuted ? deepestRun() : undefined;

/** The number of runs under way, hidden ones too. */
let underWay = 0;
/** The number of times that the last run under way has ended. */
export let timesEnded = 0;
/** The number of the run that began last, which is never 0. */
export let lastSerial = 0;

/** Runs `body` with `run` as the deepest level, and closes the run however the body ends. */
export function within<T>(run: Run, body: () => T): T {
  const outer = runs;
  if (outer.length === 0) insistOnMath();
  const { on, recording: wasRecording, run: serial } = mode;
  runs = [...outer, run];
  mode.on = true;
  mode.run = lastSerial = (lastSerial % (2 ** 30 - 1)) + 1;
  mode.recording = run.isRecording;
  const leavingBefore = leaving.deepest;
  const left: Leaving = { places: null, noted: null, named: null, fresh: null, fresher: null };
  leaving.deepest = left;
  // Not by `noting`: traces of errors show ten calls, and those of the user are to be among them.
  const refusedBefore = noted.refusals;
  const refusals: Refusal[] = (noted.refusals = []);
  underWay++;
  try {
    const result = body();
    if (refusals.length > 0) insistOnNone(refusals, run);
    return result;
  } finally {
    noted.refusals = refusedBefore;
    if (refusals.length > 0) passOn(refusals, run);
    runs = outer;
    mode.on = on;
    mode.recording = wasRecording;
    mode.run = serial;
    left.places?.settle(run, outer.length === 0);
    leaving.deepest = leavingBefore;
    if (left.places !== null) handOn(left.places);
    if (--underWay === 0) timesEnded++;
    run.close();
  }
}

/** Calls functions so that they say what they are, and do nothing else. */
export function asking<T>(body: () => T): T {
  const { on, asks } = mode;
  mode.on = mode.asks = true;
  try {
    return body();
  } finally {
    mode.on = on;
    mode.asks = asks;
  }
}

/** Runs `body`, which meets no dual, as if nothing were in progress. */
export function unrecorded<T>(body: () => T): T {
  const { on, recording: wasRecording } = mode;
  mode.on = false;
  mode.recording = false;
  try {
    return withNumbers(primalOf, body);
  } finally {
    mode.on = on;
    mode.recording = wasRecording;
  }
}

/** Has the deepest run watched until it ends, if it is at `level` or deeper. It leaves the fast path. */
export function watchDeepest(watcher: Watch, level: number): void {
  const run = deepestRun();
  if (run === undefined || run.level < level || run.watcher === watcher) return;
  run.watch(watcher);
  mode.recording = false;
}

/**
 * Runs `body` as if the runs from `level` on were not there. Meanwhile their duals count
 * as their primals (`muted`), or are refused (`aside`), since what is computed with them
 * could not be differentiated.
 */
export function without<T>(level: number, status: 'muted' | 'aside', body: () => T): T {
  const outer = runs;
  const below = belowMuted;
  const { recording: wasRecording } = mode;
  const hidden = outer.slice(level - 1);
  const before = hidden.map((run) => run.status);
  runs = outer.slice(0, level - 1);
  if (status === 'muted') belowMuted = level - 1;
  for (const run of hidden) {
    run.status = status;
    run.suspend();
  }
  mode.recording = false;
  try {
    return body();
  } finally {
    hidden.forEach((run, k) => {
      run.status = before[k];
      run.resume();
    });
    mode.recording = wasRecording;
    runs = outer;
    belowMuted = below;
  }
}

/** Refuses arguments of other runs: for implementations on plain numbers, which cannot nest. */
export function insistOnOwn(run: Run, what: string, args: readonly Real[]): void {
  for (const x of args) if (typeof x !== 'number' && x.run !== run) throw doesNotNest(what);
}

/**
 * The real to use for `x` now: its primal if `x` is muted. Refuses a dual that must not be used now.
 */
export function usable(x: Real, place: () => string): Real {
  let real = x;
  while (typeof real !== 'number' && !isOpen(real)) {
    if (!(real instanceof Dual)) throw notAReal(real, place());
    if (!Run.isRun(real.run)) throw copied(place());
    const { status } = real.run;
    if (status === 'aside') throw runAside();
    real = status === 'finished' ? keptPrimal(real) : real.run.primalOf(real);
  }
  return real;
}

/** A real from the view of a run: its primal one level down, and its dual if it has one there. */
export function seenBy(run: Run, x: Real): Seen {
  if (!isReal(x) || typeof x === 'number') return { primal: x, dual: null };
  if (!Run.isRun(x.run)) throw copied('a real of the output');
  if (x.run.status === 'finished') return seenBy(run, keptPrimal(x));
  return x.run === run ? { primal: run.primalOf(x), dual: x } : { primal: x, dual: null };
}

/** True if a real is a dual that may be used as it is. */
export const isOpen = (x: Real): boolean =>
  x instanceof Dual && Run.isRun(x.run) && x.run.status === 'open';

/** The partials of an operation by the first open run that takes them itself. */
export const partialsOfRuns: NonNullable<Run['partials']> = (operation, args, output, active) => {
  for (const run of runs) {
    const partials = run.partials?.(operation, args, output, active);
    if (partials !== undefined) return partials;
  }
  return undefined;
};

/**
 * The deepest run among settled reals. A run of level 0 is on no stack: its duals mean nothing to other
 * runs.
 */
function deepestAmong(args: readonly Real[]): Run | undefined {
  let deepest: Run | undefined;
  let isForeign = false;
  for (const arg of args) {
    if (typeof arg === 'number') continue;
    if (arg.run.level === 0) isForeign = true;
    if (deepest === undefined || arg.run.level > deepest.level) deepest = arg.run;
  }
  if (isForeign && deepest!.level > 0) throw doesNotNest('an operator');
  return deepest;
}

/**
 * Applies an operation at the deepest level among its arguments. O(arguments). The list is the
 * caller's no more. On the way of every operation of nested derivatives, hence without closures.
 */
export function applyAtDeepestLevel(operation: Operation, args: Real[]): Real {
  for (let k = 0; k < args.length; k++) {
    if (typeof args[k] === 'number' || isOpen(args[k])) continue;
    args[k] = usable(args[k], () => `argument ${k + 1} of ${operation.name}`);
  }
  const deepest = deepestAmong(args);
  if (deepest === undefined) return operation.value(args as number[]);
  deepest.watcher?.applied(operation, args, deepest);
  return deepest.apply(operation, args);
}
