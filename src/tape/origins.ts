/**
 * Where the bindings of a run come from in the source, for `trace` and `explain`. Translated code notes the
 * origin of each binding while a query is open. Otherwise that costs it one load for each binding.
 */
import { deepestRun, mode } from '../core/open-runs.js';
import type { Run } from '../core/real.js';
import { callSite } from '../errors/call-site.js';
import { DeltaDual, LIMIT, columns, head, recording } from './columns.js';

/** The results of a query: the places of the bindings of a run, by id. */
export interface Origins {
  readonly places: Map<number, string>;
  /** The texts of places, each once: a text that was cut out of a stack keeps the whole stack in memory. */
  readonly texts: Map<string, string>;
  /** True if versions recorded that watchers do not see. */
  unseen: boolean;
}

export const originQuery: { run: Run | null; origins: Origins | null } = {
  run: null,
  origins: null,
};

/** Notes the place of a binding of the run in question. */
export function noteOrigin(id: number): void {
  const place = callSite();
  const { origins } = originQuery;
  if (place === undefined || origins === null) return;
  const text = origins.texts.get(place) ?? place;
  origins.texts.set(text, text);
  origins.places.set(id, text);
}

/** Notes the place of the result of an operation, which it gives back. */
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
 * Opens a query about the bindings of the deepest run. Recording versions record again then, though no
 * watcher sees them; unless each operation is to have its own binding, which general versions give it.
 */
export function startOriginQuery(origins: Origins, byOperation = false): void {
  originQuery.run = deepestRun() ?? null;
  originQuery.origins = origins;
  head[LIMIT] = 0;
  mode.recording = !byOperation && originQuery.run !== null && originQuery.run === recording.owner;
}

/** Ends the query. */
export function endOriginQuery(): void {
  Object.assign(originQuery, { run: null, origins: null });
  head[LIMIT] = columns().capacity;
}

/** Runs `body` without the query, so that all of it passes by a watcher. */
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
