/**
 * Where the bindings of a run come from in the source, while somebody asks (`trace`, `explain`).
 * Translated code tells; the question costs it one load for each binding.
 */
import { deepestRun, mode } from '../core/open-runs.js';
import type { Run } from '../core/real.js';
import { callSite } from '../core/call-site.js';
import { DeltaDual, LIMIT, columns, head, recording } from './columns.js';

/** What is asked about a run: the places of its bindings by id. */
export interface Origins {
  readonly places: Map<number, string>;
  /** Whether versions recorded that watchers do not see. */
  unseen: boolean;
}

export const originQuery: { run: Run | null; origins: Origins | null } = {
  run: null,
  origins: null,
};

/** Tells the place of a binding of the run in question. */
export function noteOrigin(id: number): void {
  const place = callSite();
  if (place !== undefined) originQuery.origins?.places.set(id, place);
}

/** The same for the result of an operation. */
export function withOrigin<T>(result: T): T {
  if (
    originQuery.origins !== null &&
    result instanceof DeltaDual &&
    result.run === originQuery.run
  ) {
    noteOrigin(result.id);
  }
  return result;
}

/**
 * Has the deepest run tell where its bindings come from. Recording versions, which a watcher does not
 * see, record again.
 */
export function startOriginQuery(origins: Origins): void {
  originQuery.run = deepestRun() ?? null;
  originQuery.origins = origins;
  head[LIMIT] = 0;
  mode.recording = originQuery.run !== null && originQuery.run === recording.owner;
}

/** Ends the question. */
export function endOriginQuery(): void {
  Object.assign(originQuery, { run: null, origins: null });
  head[LIMIT] = columns().capacity;
}

/** Runs `body` without the question, so that all of it passes by a watcher. */
export function withoutOriginQuery<T>(body: () => T): T {
  if (originQuery.run === null) return body();
  const question = { ...originQuery };
  const limit = head[LIMIT];
  const { recording: wasRecording } = mode;
  endOriginQuery();
  mode.recording = recording.run !== null && recording.run === recording.owner;
  try {
    return body();
  } finally {
    Object.assign(originQuery, question);
    head[LIMIT] = limit;
    mode.recording = wasRecording;
  }
}
