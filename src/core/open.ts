/**
 * The stack of open runs. A dual's run tells its level; an operator works at the deepest level
 * among its arguments and sees every other argument as a constant there (invariant *levels*: nested
 * derivatives never confuse their duals).
 */
import { LIMIT, columns, head, recording } from '../tape/columns.js';
import { copied, doesNotNest, finishedRun, notAReal, runAside } from './errors.js';
import { mode } from './mode.js';
import { asked, type Origins } from '../tape/origins.js';
import { pairing } from '../tape/pairing.js';
import type { Liftable } from './primitive.js';
import { Dual, Run, type Real } from './real.js';
import type { Watcher } from './watcher.js';

/** The run at index k has level k + 1. */
let runs: readonly Run[] = [];
/**
 * How many of the runs are below a muted one: what runs now may hold duals that
 * end before these runs do.
 */
let belowMuted = 0;

/** The level a run opened now would have. */
export const nextLevel = (): number => runs.length + 1;

/** Whether any derivative is being taken now. */
export const insideRun = (): boolean => runs.length > 0;

/** How many orders of derivative are being taken now, by all open runs together. */
export const totalOrder = (): number => runs.reduce((total, { order }) => total + order, 0);

/** The deepest open run. */
export const deepestRun = (): Run | undefined => runs.at(-1);

/** The deepest open run, unless a deeper one is muted. */
export const deepestUnmuted = (): Run | undefined =>
  runs.length > belowMuted ? deepestRun() : undefined;

/** Runs `body` with `run` as the deepest level, and closes the run however the body ends. */
export function within<T>(run: Run, body: () => T): T {
  const outer = runs;
  const { on, recording: wasRecording } = mode;
  runs = [...outer, run];
  mode.on = true;
  mode.recording = recording.run === run;
  try {
    return body();
  } finally {
    runs = outer;
    mode.on = on;
    mode.recording = wasRecording;
    run.close();
  }
}

/**
 * Has the deepest run watched until it ends, if it is at `level` or deeper. It
 * leaves the fast path.
 */
export function watchDeepest(watcher: Watcher, level: number): void {
  const run = deepestRun();
  if (run === undefined || run.level < level || run.watcher === watcher) return;
  run.watcher = watcher;
  watcher.opened();
  if (recording.run !== run) return;
  recording.run = null;
  mode.recording = false;
}

/**
 * Has the deepest run tell where its bindings come from. Recording versions, which a watcher does not
 * see, record again.
 */
export function ask(origins: Origins): void {
  asked.run = deepestRun() ?? null;
  asked.origins = origins;
  head[LIMIT] = 0;
  mode.recording = asked.run !== null && asked.run === recording.owner;
}

/** Ends the question. */
export function stopAsking(): void {
  Object.assign(asked, { run: null, origins: null });
  head[LIMIT] = columns().capacity;
}

/** Runs `body` without the question, so that all of it passes by a watcher. */
export function unasked<T>(body: () => T): T {
  if (asked.run === null) return body();
  const question = { ...asked };
  const limit = head[LIMIT];
  const { recording: wasRecording } = mode;
  stopAsking();
  mode.recording = recording.run !== null && recording.run === recording.owner;
  try {
    return body();
  } finally {
    Object.assign(asked, question);
    head[LIMIT] = limit;
    mode.recording = wasRecording;
  }
}

/**
 * Runs `body` as if the runs from `level` on were not there. Meanwhile their duals count
 * as their primals (`muted`), or are refused (`aside`), since what is computed with them
 * could not be differentiated.
 */
export function without<T>(level: number, status: 'muted' | 'aside', body: () => T): T {
  const outer = runs;
  const below = belowMuted;
  const recorder = { ...recording };
  const pairs = { ...pairing };
  const { recording: wasRecording } = mode;
  const hidden = outer.slice(level - 1);
  const before = hidden.map((run) => run.status);
  runs = outer.slice(0, level - 1);
  if (status === 'muted') belowMuted = level - 1;
  for (const run of hidden) run.status = status;
  if (level === 1) recording.run = null;
  if (level <= 2) pairing.run = null;
  mode.recording = false;
  try {
    return body();
  } finally {
    Object.assign(recording, recorder);
    Object.assign(pairing, pairs);
    mode.recording = wasRecording;
    hidden.forEach((run, k) => (run.status = before[k]));
    runs = outer;
    belowMuted = below;
  }
}

/** Refuses arguments of other runs: for implementations on plain numbers, which cannot nest. */
export function insistOnOwn(run: Run, what: string, args: readonly Real[]): void {
  for (const x of args) if (typeof x !== 'number' && x.run !== run) throw doesNotNest(what);
}

/**
 * The real that stands for `x` now: its primal if it is muted. Refuses what must not be used now.
 */
export function settled(x: Real, place: () => string): Real {
  let real = x;
  while (typeof real !== 'number' && !isOpen(real)) {
    if (!(real instanceof Dual)) throw notAReal(real, place());
    if (!Run.isRun(real.run)) throw copied(place());
    const { status } = real.run;
    if (status === 'finished') throw finishedRun();
    if (status === 'aside') throw runAside();
    real = real.run.primalOf(real);
  }
  return real;
}

const isOpen = (x: Real): boolean =>
  x instanceof Dual && Run.isRun(x.run) && x.run.status === 'open';

/** The deepest run among settled reals. */
export function deepestAmong(args: readonly Real[]): Run | undefined {
  let deepest: Run | undefined;
  for (const arg of args) {
    if (typeof arg === 'number') continue;
    if (deepest === undefined || arg.run.level > deepest.level) deepest = arg.run;
  }
  return deepest;
}

/**
 * Applies a primitive at the deepest level among its arguments. O(arguments). The list is the
 * caller's no more. On the way of every operation of nested derivatives, hence without closures.
 */
export function applyAtDeepestLevel(primitive: Liftable, args: Real[]): Real {
  for (let k = 0; k < args.length; k++) {
    if (typeof args[k] === 'number' || isOpen(args[k])) continue;
    args[k] = settled(args[k], () => `argument ${k + 1} of ${primitive.name}`);
  }
  const deepest = deepestAmong(args);
  if (deepest === undefined) return primitive.value(args as number[]);
  deepest.watcher?.applied(primitive, args, deepest);
  return deepest.apply(primitive, args);
}
