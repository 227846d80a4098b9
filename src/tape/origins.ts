/**
 * Where the bindings of a run come from in the source, while somebody asks (`trace`, `explain`).
 * Translated code tells; the question costs it one load for each binding.
 */
import { deepestRun, mode } from '../core/open.js';
import type { Run } from '../core/real.js';
import { callSite } from '../core/source.js';
import { DeltaDual, LIMIT, columns, head, recording } from './columns.js';

/** What is asked about a run: the places of its bindings by id. */
export interface Origins {
  readonly places: Map<number, string>;
  /** Whether versions recorded that watchers do not see. */
  unseen: boolean;
}

export const asked: { run: Run | null; origins: Origins | null } = { run: null, origins: null };

/** Tells the place of a binding of the run in question. */
export function tell(id: number): void {
  const place = callSite();
  if (place !== undefined) asked.origins?.places.set(id, place);
}

/** The same for the result of an operation. */
export function told<T>(result: T): T {
  if (asked.origins !== null && result instanceof DeltaDual && result.run === asked.run) {
    tell(result.id);
  }
  return result;
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
